import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { Bill, Branding } from "./bill.ts";
import type { Language } from "./language.ts";

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

const STYLE = readFileSync(new URL("./assets/pages.css", import.meta.url), "utf8");
const SCRIPT = readFileSync(new URL("./assets/card-page.js", import.meta.url), "utf8");

const PLAIN: Branding = { displayName: null, backgroundColor: null, buttonColor: null, borderStyle: null };

export function readPageFont(): Buffer<ArrayBuffer> {
  return readFileSync(new URL(import.meta.resolve("@fontsource-variable/mona-sans/files/mona-sans-latin-wght-normal.woff2")));
}

export type Shell = {
  readonly title: string;
  readonly language: Language;
  readonly body: Markup;
  /** Absent on a page without a payment. */
  readonly bill?: Bill | undefined;
  readonly status?: number;
  /** The relative path from the page to `/c/`: `../` or `../../`. */
  readonly root?: string;
};

/** Scripts and styles need the nonce, forms lead here and to the shop, and framing is forbidden. */
export async function pageReply({ title, language, body, bill, status = 200, root = "../" }: Shell): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const style = STYLE.replace("/c/font.woff2", `${root}font.woff2`);
  const page = await html`<!doctype html>
    <html lang="${language === "fr" ? "fr" : "en-GB"}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${raw(pageColours(bill?.branding ?? PLAIN))}${raw(style)}
        </style>
      </head>
      <body>
        ${body}
        <script type="module" nonce="${nonce}">
          ${raw(SCRIPT)};
        </script>
      </body>
    </html>`;
  return new Response(page.toString(), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      "cache-control": "no-store",
      "content-security-policy": policy(nonce, bill),
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
  });
}

function policy(nonce: string, bill: Bill | undefined): string {
  // Browsers apply `form-action` to the redirect after a form, too.
  const shops = bill === undefined ? [] : [bill.successUrl, bill.cancelUrl].map((url) => URL.parse(url ?? "")?.origin);
  const pictures = bill?.lines.flatMap((line) => line.images).map((image) => URL.parse(image)?.origin) ?? [];
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "font-src 'self'",
    ["img-src data:", ...origins(pictures)].join(" "),
    ["form-action 'self'", ...origins(shops)].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function origins(found: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(found.flatMap((origin) => (origin?.startsWith("http") ? [origin] : [])))];
}

/** The seller's colours, with a legible ink. */
const INK = "#14171f";
const WHITE = "#ffffff";

export function pageColours(branding: Branding): string {
  const ground = branding.backgroundColor ?? "#f3f5f8";
  const button = branding.buttonColor ?? "#1f5bd8";
  const radius = { pill: "26px", rectangular: "0px", rounded: "10px" }[branding.borderStyle ?? "rounded"];
  return `:root{--ground:${ground};--ground-ink:${inkOn(ground)};--button:${button};--button-ink:${inkOn(button)};--radius:${radius}}`;
}

/** Near-black or white if the contrast is 4.5 to 1, else black. Source: WCAG 2.2, 1.4.3. */
function inkOn(ground: string): string {
  return [INK, WHITE].find((ink) => contrast(ground, ink) >= 4.5) ?? "#000000";
}

function contrast(a: string, b: string): number {
  const [dim = 0, bright = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
