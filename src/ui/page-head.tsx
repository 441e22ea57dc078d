/** What the tab, a search engine and a shared link say of a page. */

type Props = {
  readonly title: string;
  /** A sentence or two, for pages that others link to. */
  readonly description?: string;
  /** The title has the shop's name in it already. */
  readonly isWhole?: boolean;
};

/** The picture of a shared link is the document's. */
export function PageHead({ title, description, isWhole = false }: Props) {
  const whole = isWhole ? title : `${title} – Concours`;
  return (
    <>
      <title>{whole}</title>
      {description !== undefined && (
        <>
          <meta name="description" content={description} />
          <meta property="og:title" content={whole} />
          <meta property="og:description" content={description} />
        </>
      )}
    </>
  );
}
