/** Text is legible on any colour that a seller chooses. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { pageColours } from "./page-shell.ts";

/** Relative luminance according to WCAG 2.2, implemented independently of the tested code. */
function luminance(colour: string): number {
  const channels =
    /^#(..)(..)(..)$/
      .exec(colour)
      ?.slice(1)
      .map((hex) => Number.parseInt(hex, 16) / 255) ?? [];
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

test("ink on any ground and on any button has a contrast of 4.5 or more", () => {
  const colour = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colour, colour, (backgroundColor, buttonColor) => {
      const css = pageColours({ displayName: null, backgroundColor, buttonColor, borderStyle: null });
      for (const [ground, name] of [
        [backgroundColor, "--ground-ink"],
        [buttonColor, "--button-ink"],
      ] as const) {
        const ink = new RegExp(`${name}:(#\\w{6})`).exec(css)?.[1] ?? "";
        const [dim = 0, bright = 0] = [luminance(ground), luminance(ink)].sort((a, b) => a - b);
        expect((bright + 0.05) / (dim + 0.05), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
});
