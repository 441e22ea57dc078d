/** The prize document has one spelling, and malformed ones are refused with the name of the field. */
import { describe, expect, it } from "vitest";
import { EXAMPLE_PRIZE, examplePrizes } from "../test/example-draw.fixture.ts";
import { sortedJson } from "../test/second-implementation.fixture.ts";
import { parsePrize, pictureFiles, prizeHash, prizeJson } from "./prize.ts";

const wire = () => JSON.parse(examplePrizes(3)) as Record<string, unknown> & { prizes: Record<string, unknown>[] };
const firstPrize = (change: object) => ({
  ...wire(),
  prizes: wire().prizes.map((each, i) => (i === 0 ? { ...each, ...change } : each)),
});
const valueOf = (json: string) => {
  const read = parsePrize(json);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
};

describe("a prize document", () => {
  it.each([
    ["of one prize", EXAMPLE_PRIZE],
    ["of ten prizes", examplePrizes(10)],
  ])("%s is compact JSON with sorted keys, and is the same after reading", (_, json) => {
    expect(json).toBe(sortedJson(JSON.parse(json)));
    expect(prizeJson(valueOf(json))).toBe(json);
  });

  it("of pdraw/2 keeps the bytes and the hash that it has always had", () => {
    expect(prizeHash(EXAMPLE_PRIZE)).toBe("002443c134a0d0b0fc4e29f21f5546433f92868c650e7c0bec881d13ba19c5c7");
    expect(valueOf(EXAMPLE_PRIZE).prizes).toMatchObject([{ valuePence: 15_000_000, facts: [], cashAlternativePence: undefined }]);
  });

  it("names the files of the pictures of all prizes", () => {
    const pictures = [{ url: "/media/b", files: { "480.jpg": "ef".repeat(32) } }];
    const json = JSON.stringify({ ...wire(), prizes: wire().prizes.map((each, i) => (i === 2 ? { ...each, pictures } : each)) });
    expect(pictureFiles(valueOf(json)).map(({ path }) => path)).toEqual([
      "/media/0123456789abcdef0123456789abcdef-1200.jpg",
      "/media/b-480.jpg",
    ]);
  });

  it.each([
    ["prize.format", { ...wire(), format: "pdraw-prize/3" }],
    ["prize.prizes", { ...wire(), prizes: [] }],
    ["prize.prizes", { ...wire(), prizes: Array.from({ length: 11 }, () => wire().prizes[1]) }],
    ["prize.prizes[0].value_pence", firstPrize({ value_pence: -1 })],
    ["prize.prizes[0].cash_alternative_pence", firstPrize({ cash_alternative_pence: "12" })],
    ["prize.prizes[0].facts[0].label", firstPrize({ facts: [{ value: { en: "x", fr: null } }] })],
    ["prize.charity.name", { ...wire(), charity: { name: 3 } }],
    ["prize.additions[0].prize", { ...wire(), additions: [{ at: 1, kind: "picture", prize: 4, url: "/media/a" }] }],
  ])("is refused with the name of the field that is wrong: %s", (field, bad) => {
    const read = parsePrize(JSON.stringify(bad));
    expect(read).toMatchObject({ ok: false, error: "not_a_prize" });
    expect(read.ok ? "" : read.problem.split(": ")[0]).toBe(field);
  });

  it("cannot be written without a prize or with more than ten", () => {
    const { prizes, ...document } = valueOf(examplePrizes(10));
    expect(() => prizeJson({ ...document, prizes: [] })).toThrow(RangeError);
    expect(() => prizeJson({ ...document, prizes: [...prizes, ...prizes] })).toThrow(RangeError);
    expect(() => prizeJson({ ...document, format: "pdraw-prize/1", prizes })).toThrow(RangeError);
  });
});
