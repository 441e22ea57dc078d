/** Promotion codes: generation, parsing and expiry. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOf, lastDayOf, offerEnd, readCode } from "./promotion.ts";

describe("a code", () => {
  it.each([
    " vip-7kqm r2xd\n",
    "VIP7KQMR2XD",
    "VIP 7KQM R2XD",
    "VIP–7KQM—R2XD",
    "VIP\u20117KQM\u2212R2XD",
    "VIP-7K\u00ADQM-\u200BR2XD\u202C",
    "“VIP-7KQM-R2XD”.",
    "(vip-7kqm-r2xd),",
    "ＶＩＰ-7KQM-R2XD",
    "Code: VIP-7KQM-R2XD",
  ])("is parsed from %j", (typed) => {
    expect(readCode(typed)).toBe("VIP-7KQM-R2XD");
  });

  it("is not parsed from other text", () => {
    expect(readCode("summer–10 ")).toBe("SUMMER-10");
    for (const nothing of ["", "  ", null, undefined, 7, "x".repeat(41), "\0", "VIP\ud800"])
      expect(readCode(nothing)).toBeUndefined();
  });

  it("has only unambiguous characters, and is parsed as itself", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
        const code = codeOf(bytes);
        expect(code).toMatch(/^VIP-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
        expect(readCode(code)).toBe(code);
      }),
    );
  });
});

describe("an offer", () => {
  it.each([
    ["in winter", "2026-11-21T10:00:00Z", 14, "2026-12-05", "2026-12-06T00:00:00.000Z"],
    ["in summer", "2026-07-14T23:30:00Z", 1, "2026-07-16", "2026-07-16T23:00:00.000Z"],
    ["made late in an evening before summer time", "2026-03-20T23:30:00Z", 14, "2026-04-03", "2026-04-03T23:00:00.000Z"],
    ["made just after midnight before it ends", "2026-10-17T23:15:00Z", 14, "2026-11-01", "2026-11-02T00:00:00.000Z"],
  ])("ends with its last day in London (%s)", (_, now, days, lastDay, end) => {
    const expiresAt = offerEnd(new Date(now), days);
    expect(expiresAt.toISOString()).toBe(end);
    expect(lastDayOf({ expiresAt })).toBe(lastDay);
  });
});
