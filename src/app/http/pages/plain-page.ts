import { themeCss } from "#shared/brand/brand-colours.ts";
/** A bilingual page of plain text, for outages and floods of refused requests. */
import type { Brand } from "#shared/brand/brand.ts";
import { directionOf, type Locale } from "#shared/language/locale.ts";

export type PlainText = {
  readonly locale: Locale;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly home?: string;
};

/** Inline, because the shop's files may be unreachable. */
const STYLE = `
:root{color-scheme:dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem 1.25rem;box-sizing:border-box;background:var(--color-night);color:#f4f1ec;
font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:34rem}
p.name{display:flex;align-items:center;gap:.75rem;margin:0 0 2.5rem;color:#f4f1ec;font-size:1.25rem;font-weight:600;letter-spacing:-.02em}
h1{margin:0 0 1rem;font-size:clamp(1.75rem,6vw,2.5rem);line-height:1.15;font-weight:600;text-wrap:balance}
h2{margin:0 0 .5rem;font-size:1.125rem;font-weight:600}
p{margin:0 0 1rem;color:var(--color-muted);text-wrap:pretty}
section+section{margin-top:2.5rem;padding-top:1.5rem;border-top:1px solid var(--color-raised)}
section+section p{font-size:.9375rem}
svg,a{color:var(--color-champagne)}
@media (forced-colors:active){p,p.name{color:CanvasText}}`;

/** As in src/ui/logo.tsx. */
const MARK = `<svg width="28" height="20" viewBox="0 0 28 20" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><path d="M2 1h24a1 1 0 0 1 1 1v4.4a3.6 3.6 0 0 0 0 7.2V18a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1v-4.4a3.6 3.6 0 0 0 0-7.2V2a1 1 0 0 1 1-1Z"/><path d="M10 5.5v9M14 5.5v9M18 5.5v9" stroke-linecap="round"/></svg>`;

type Frame = {
  readonly nonce: string;
  readonly seconds?: number | undefined;
  readonly brand: Pick<Brand, "name" | "colours" | "logo">;
};

/** @param words the visitor's language first */
export function plainPage(words: readonly PlainText[], { nonce, seconds, brand }: Frame): string {
  const [first] = words;
  const shop = escaped(brand.name);
  const sections = words.map(({ locale, title, paragraphs, home }, index) => {
    const heading = index === 0 ? "h1" : "h2";
    const link = home === undefined ? [] : [`<p><a href="/?lng=${locale}">${escaped(home)}</a></p>`];
    const text = [...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`), ...link].join("");
    return `<section lang="${locale}" dir="${directionOf(locale) ?? "ltr"}"><${heading}>${escaped(title)}</${heading}>${text}</section>`;
  });
  return `<!doctype html>
<html lang="${first?.locale ?? "en"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${seconds === undefined ? "" : `<meta http-equiv="refresh" content="${seconds}">`}
<title>${escaped(first?.title ?? "")} | ${shop}</title><style nonce="${nonce}">${themeCss(brand.colours)}${STYLE}</style></head>
<body><main><p class="name">${brand.logo ? "" : MARK}${shop}</p>${sections.join("")}</main></body></html>
`;
}

export function plainPolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
