/** The colours of states, as the specification names them. */
import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Badge, type BadgeTone } from "./badge.tsx";

const theme = readFileSync(new URL("./css/theme.css", import.meta.url), "utf8");

/** The dominant channel of a theme colour, or grey. */
function nameOf(token: string): "red" | "green" | "blue" | "grey" {
  const hex = new RegExp(`--color-${token}: #([0-9a-f]{6})`).exec(theme)?.[1];
  if (hex === undefined) throw new Error(`The theme has no colour ${token}`);
  const parts = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const most = Math.max(...parts);
  if (most - Math.min(...parts) < most * 0.1) return "grey";
  return (["red", "green", "blue"] as const)[parts.indexOf(most)] ?? "grey";
}

describe("a badge", () => {
  it.each<[BadgeTone, string]>([
    ["active", "green"],
    ["completed", "blue"],
    ["cancelled", "red"],
    ["draft", "grey"],
  ])("of what is %s is %s, in its ground and in its word", (tone, colour) => {
    const html = renderToStaticMarkup(<Badge tone={tone}>A word</Badge>);
    const [ground = "", word = ""] = [/ bg-([\w-]+)/, / text-([\w-]+)/].map((pattern) => pattern.exec(html)?.[1]);
    expect([nameOf(ground), nameOf(word)]).toEqual([colour, colour]);
    expect(html).toContain(">A word<");
  });
});
