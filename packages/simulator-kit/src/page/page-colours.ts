/** Colours of the seller's branding, with an ink on them that can be read. */
import type { Branding } from "./bill.ts";

const INK = "#14171f";
const WHITE = "#ffffff";

/** The custom properties of a page, ready for a style sheet. */
export function pageColours(branding: Branding): string {
  const ground = branding.backgroundColor ?? "#f3f5f8";
  const button = branding.buttonColor ?? "#1f5bd8";
  const radius = { pill: "26px", rectangular: "0px", rounded: "10px" }[branding.borderStyle ?? "rounded"];
  return `:root{--ground:${ground};--ground-ink:${inkOn(ground)};--button:${button};--button-ink:${inkOn(button)};--radius:${radius}}`;
}

/** Near-black or white where that reaches 4.5 to 1; on the few greys between them black does. Source: WCAG 2.2, 1.4.3. */
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
