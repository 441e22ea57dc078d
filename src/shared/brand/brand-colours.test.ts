import { describe, expect, it } from "vitest";
import { contrast, findUnreadable, textOn, themeCss } from "./brand-colours.ts";
import { DEMO_BRAND } from "./brand.ts";

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#777777", "#ffffff", 4.48],
    ["#d9b98a", "#0b0b0c", 10.55],
  ])("%s on %s", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBeCloseTo(ratio, 2);
  });
});

describe("insufficient contrast is reported by its pair", () => {
  it.each([
    ["the demonstration's", DEMO_BRAND.colours, []],
    ["green on navy", { accent: "#4ade80", ground: "#081a33" }, []],
    ["wine red on white", { accent: "#7a0f3c", ground: "#ffffff" }, []],
    ["an accent too pale for a light ground", { accent: "#d9b98a", ground: "#ffffff" }, ["accent_on_ground"]],
    ["an accent too dark for its ground", { accent: "#24427a", ground: "#0b0b0c" }, ["accent_on_ground"]],
    ["grey on grey", { accent: "#8a8a8a", ground: "#6b6b6b" }, ["text_on_ground", "accent_on_ground"]],
  ])("%s", (_name, colours, pairs) => {
    expect(findUnreadable(colours).map(({ pair }) => pair)).toEqual(pairs);
  });
});

it("text is readable on every accepted accent", () => {
  for (let grey = 0; grey < 256; grey += 1) {
    const accent = `#${grey.toString(16).padStart(2, "0").repeat(3)}`;
    if (findUnreadable({ accent, ground: "#000000" }).length > 0) continue;
    expect(contrast(accent, textOn(accent)), accent).toBeGreaterThanOrEqual(4.5);
  }
});

it.each([
  ["#f2c572", ["#0b0b0c", "#081a33", "#1a0b1f", "#06281c", "#2a0f0f"]],
  ["#5a0b2c", ["#ffffff", "#f4f1ea", "#e6eefc", "#d9efe0"]],
])("with %s, the paler tokens are readable on every accepted ground", (accent, grounds) => {
  for (const ground of grounds) {
    expect(findUnreadable({ accent, ground }), ground).toEqual([]);
    const css = themeCss({ accent, ground });
    const token = (name: string) => new RegExp(`--color-${name}:(#[0-9a-f]{6})`).exec(css)?.[1] ?? "";
    for (const [name, needs] of [
      ["muted", 4.5],
      ["faint", 4.5],
      ["line-strong", 3],
    ] as const)
      expect(contrast(token(name), token("raised")), `${name} on ${ground}`).toBeGreaterThanOrEqual(needs);
  }
});

it("on a light ground text and states are dark, and the browser's own controls are light", () => {
  for (const ground of ["#ffffff", "#f4f1ea", "#e6eefc", "#d9efe0"]) {
    const css = themeCss({ accent: "#5a0b2c", ground });
    const token = (name: string) => new RegExp(`--color-${name}:(#[0-9a-f]{6})`).exec(css)?.[1] ?? "";
    expect(contrast(token("ink"), token("raised")), ground).toBeGreaterThanOrEqual(10);
    for (const state of ["success", "warn", "danger", "info", "grey"])
      for (const on of ["raised", `${state}-ground`])
        expect(contrast(token(`${state}-text`), token(on)), `${state} on ${on} of ${ground}`).toBeGreaterThanOrEqual(4.5);
    expect(css).toContain("color-scheme:light");
  }
  expect(themeCss(DEMO_BRAND.colours)).not.toMatch(/color-scheme|--tint|--color-ink/);
});

it("overrides the theme, whatever the order of the two files", () => {
  expect(themeCss(DEMO_BRAND.colours)).toMatch(/^@layer theme\{:root:root\{/);
});
