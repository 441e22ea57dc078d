/** The sitemap and robots.txt. */

import { LOCALE_PARAM, offeredLanguages } from "#shared/language/locale.ts";
import { words } from "#shared/text/words.ts";

/** Public pages besides those of the draws. A test compares them with the router's. */
export const FOUND_PAGES: readonly string[] = [
  ...words("/ /prize /past-draws /draws /how-to-win /about /contact /enter-free /privacy /terms /cookies /safer-play"),
  ...words("/our-promise /login /register"),
];

export const LEFT_ALONE: readonly string[] = [
  ...words("/admin /api/ /confirm-password /cookie-settings /demo/ /devices /first-visit/ /forgot-password /functions/"),
  ...words("/login/code /logout /mail-preferences /mailbox /passkeys /profile /quiz/ /reset-password /second-factor"),
  ...words("/staff-invitation /first-owner /success /undo-email /unsubscribe /verify-email /won/"),
];

/** Every page in every language with links to the others. `drawIds`: visible draws. Source: sitemaps.org. */
export function sitemapXml(origin: string, drawIds: readonly string[]): string {
  const paths = [...FOUND_PAGES, ...drawIds.flatMap((id) => [`/lottery/${id}`, `/draws/${id}`])];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...paths.flatMap((path) => languages(origin + path)),
    "</urlset>",
    "",
  ].join("\n");
}

/** With one language, the plain address only. */
function languages(page: string): string[] {
  const offered = offeredLanguages();
  if (offered.length === 1) return [`<url><loc>${escapeXml(page)}</loc></url>`];
  const addresses = [
    { language: "x-default", url: page },
    ...offered.map(({ locale }) => ({ language: locale, url: `${page}?${LOCALE_PARAM}=${locale}` })),
  ];
  const links = addresses.map(
    ({ language, url }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(url)}"/>`,
  );
  return addresses.map(({ url }) => `<url><loc>${escapeXml(url)}</loc>${links.join("")}</url>`);
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Source: RFC 9309. In test mode pages carry noindex, which crawlers must be allowed to read. */
export function robotsTxt(origin: string, { isTestMode = false } = {}): string {
  const found = isTestMode ? [] : ["", `Sitemap: ${origin}/sitemap.xml`];
  return ["User-agent: *", ...LEFT_ALONE.map((path) => `Disallow: ${path}`), ...found, ""].join("\n");
}
