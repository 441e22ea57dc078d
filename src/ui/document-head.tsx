/** What the tab, a search engine and a shared link say of a page. */

/** `title` is whole, with the shop's name in it; `description` is a sentence or two. The picture of a shared link is the document's. */
export function DocumentHead({ title, description }: { title: string; description: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
    </>
  );
}
