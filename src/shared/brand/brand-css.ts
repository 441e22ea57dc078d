import { themeCss } from "./brand-colours.ts";
import { type Brand, DEMO_BRAND, logoSize, type Typeface } from "./brand.ts";

type Look = Pick<Brand, "colours" | "logo" | "logoOnLight" | "typeface">;

/** Whether a brand's logo, typeface or colours differ from the demonstration's. */
export function hasOwnLook({ colours: { accent, ground }, logo, typeface }: Look): boolean {
  const plain = DEMO_BRAND.colours;
  return logo !== undefined || typeface !== DEMO_BRAND.typeface || accent !== plain.accent || ground !== plain.ground;
}

/**
 * The CSS of a brand: colours everywhere, logo and typeface on public pages only. The back office keeps its
 * own, since a logo may be unreadable on its background.
 */
export function brandCss({ colours, logo, logoOnLight, typeface }: Look): string {
  return `${themeCss(colours)}${logo ? logoCss(logo) : ""}${logoOnLight ? paperCss(logoOnLight) : ""}${typeface === DEMO_BRAND.typeface ? "" : typefaceCss(typeface)}`;
}

function logoCss(logo: NonNullable<Brand["logo"]>): string {
  const { width, height } = logoSize(logo);
  const picture = `url(/brand/logo.png?v=${logo.id}) left/${width}px ${height}px no-repeat`;
  // The name stays for screen readers.
  const own = `.logo{width:${width}px;font-size:0;background:${picture}}.logo>svg{display:none}`;
  return `@media screen{html:root:not(.admin){${own}}}`;
}

/** The logo above printed receipts. `4x`: logos are stored at four times their displayed size. */
function paperCss({ id }: NonNullable<Brand["logoOnLight"]>): string {
  return `@media print{.receipt::before{display:block;margin:0 24px 8px;content:image-set(url(/brand/logo-on-light.png?v=${id}) 4x)}}`;
}

/** The characters of the two font files: English and French, and all other Latin letters. */
const LATIN =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212,U+2215,U+FEFF,U+FFFD";
const OTHERS =
  "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF";

/** The path of a typeface's font file. */
export function typefaceAddress(typeface: Typeface, part: "latin" | "latin-ext" = "latin"): string {
  return `/brand/${typeface}-${part}.woff2`;
}

function typefaceCss(typeface: Typeface): string {
  const face = (part: "latin" | "latin-ext", range: string) =>
    `@font-face{font-family:"Shop";font-display:swap;font-weight:300 700;font-stretch:75% 125%;src:url(${typefaceAddress(typeface, part)}) format("woff2");unicode-range:${range}}`;
  const fallback = typeface === "fraunces" ? "ui-serif,Georgia,serif" : "ui-sans-serif,system-ui,sans-serif";
  const use = `@layer theme{html:root:not(.admin){--font-sans:"Shop",${fallback}}}`;
  return `${face("latin-ext", OTHERS)}${face("latin", LATIN)}${use}`;
}
