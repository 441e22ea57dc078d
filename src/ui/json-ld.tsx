/** Structured data for search engines. Source: https://schema.org, JSON-LD 1.1. */
import { useNonce } from "./loading/nonce.ts";
import { useAddress } from "./navigation/origin.ts";

/** A data block in the page. `data` has its `@type`; text in it cannot end the block. */
export function JsonLd({ data }: { data: { readonly "@type": string; readonly [property: string]: unknown } }) {
  const nonce = useNonce();
  const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  return (
    <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
      {text}
    </script>
  );
}

/** One level of the page's place in the site; `path` begins with a slash. */
export type Crumb = { readonly name: string; readonly path: string };

/** The page's place in the site. */
export function BreadcrumbData({ crumbs }: { crumbs: readonly Crumb[] }) {
  const address = useAddress();
  const items = crumbs.map(({ name, path }, i) => ({ "@type": "ListItem", position: i + 1, name, item: address(path) }));
  return <JsonLd data={{ "@type": "BreadcrumbList", itemListElement: items }} />;
}

/** Questions and answers as the page shows them, in plain text. */
export function FaqData({ items }: { items: readonly { readonly question: string; readonly answer: string }[] }) {
  const questions = items.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  }));
  return <JsonLd data={{ "@type": "FAQPage", mainEntity: questions }} />;
}
