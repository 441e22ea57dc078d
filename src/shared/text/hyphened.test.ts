import { expect, it } from "vitest";
import { cutAtHyphened } from "./hyphened.ts";

it("marks short hyphenated words as unbreakable, without changing the text", () => {
  const text = "The Valmont GT-10, a two-seater - from Saint-Germain-en-Laye";
  const pieces = cutAtHyphened(text);
  expect(pieces.map(({ piece }) => piece).join("")).toBe(text);
  expect(pieces.flatMap(({ piece, isWhole }) => (isWhole ? [piece] : []))).toEqual(["GT-10,", "two-seater"]);
});
