/** Parsing and display of the shares of new orders. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import { bandsOf, providerRole, readSplit, splitLines } from "./new-order-form.ts";

const BOTH = ["stripe", "checkout"] as const;
const rule = (provider: (typeof BOTH)[number], share: number, pounds = 0) => ({ provider, share, from: pence(pounds * 100) });
const line = (stripe: string, checkout: string, from = "") => ({ from, shares: { stripe, checkout } });

describe("the form of shares", () => {
  it.each([
    ["all to one without a fallback", [line("100", "")], [rule("stripe", 100)]],
    ["one as a fallback", [line("100", "0")], [rule("stripe", 100), rule("checkout", 0)]],
    ["shares, with a sign and spaces", [line(" 70 %", "30")], [rule("stripe", 70), rule("checkout", 30)]],
    [
      "by sum; an empty line says nothing",
      [line("100", ""), line("", ""), line("", "100", "£1 000")],
      [rule("stripe", 100), rule("checkout", 100, 1000)],
    ],
    [
      "0 from a sum on is nothing",
      [line("1", "1"), line("0", "1", "5")],
      [rule("stripe", 1), rule("checkout", 1), rule("checkout", 1, 5)],
    ],
  ])("takes %s", (_name, lines, rules) => {
    expect(readSplit(lines, BOTH)).toEqual({ rules });
  });

  it.each([
    [[line("", "")], 0, "no_base"],
    [[line("0", "0")], 0, "no_base"],
    [[line("101", "")], 0, "bad_share", "stripe"],
    [[line("1.5", "")], 0, "bad_share", "stripe"],
    [[line("-1", "2")], 0, "bad_share", "stripe"],
    [[line("70", "x")], 0, "bad_share", "checkout"],
    [[line("1", ""), line("", "1")], 1, "bad_from"],
    [[line("1", ""), line("", "1", "0")], 1, "bad_from"],
    [[line("1", ""), line("", "1", "100001")], 1, "bad_from"],
    [[line("1", ""), line("", "1", "9.99")], 1, "bad_from"],
    [[line("1", ""), line("", "", "50")], 1, "no_share"],
    [[line("1", ""), line("", "0", "50")], 1, "no_share"],
    [[line("1", ""), line("", "1", "50"), line("1", "", "50")], 2, "from_twice"],
  ])("refuses %j in line %i: %s", (lines, at, problem, ...[provider]) => {
    expect(readSplit(lines, BOTH)).toEqual({ problem: { line: at, problem, ...(provider && { provider }) } });
  });

  it("shows the saved rules without providers that have no keys", () => {
    const rules = [rule("stripe", 70), rule("checkout", 30), rule("checkout", 100, 100)];
    expect(readSplit(splitLines(rules), BOTH)).toEqual({ rules });
    expect(readSplit(splitLines(rules), ["stripe"])).toEqual({ problem: { line: 1, problem: "no_share" } });
  });
});

describe("the shares by order sum", () => {
  it("are in percent", () => {
    expect(bandsOf([rule("stripe", 7), rule("checkout", 3), rule("checkout", 1, 100)])).toEqual([
      {
        from: 0,
        until: 10_000,
        shares: [
          { provider: "stripe", percent: 70 },
          { provider: "checkout", percent: 30 },
        ],
      },
      { from: 10_000, until: undefined, shares: [{ provider: "checkout", percent: 100 }] },
    ]);
    expect(bandsOf([])).toEqual([]);
  });

  it("are 100% for a fallback that is the only provider left", () => {
    expect(bandsOf([rule("checkout", 0)])).toEqual([
      { from: 0, until: undefined, shares: [{ provider: "checkout", percent: 100 }] },
    ]);
    expect(bandsOf([rule("checkout", 1, 100)])[0]?.shares).toEqual([{ provider: "checkout", percent: 100 }]);
  });

  it("name the part of each provider", () => {
    const rules = [rule("stripe", 100), rule("checkout", 0)];
    const part = (name: (typeof BOTH)[number], left = rules, stopped: readonly (typeof BOTH)[number][] = []) =>
      providerRole(name, { rules: left, stopped });
    expect([part("stripe"), part("checkout")]).toEqual(["share", "stands_in"]);
    expect([part("stripe", rules.slice(1), ["stripe"]), part("checkout", rules.slice(1), ["stripe"])]).toEqual([
      "stopped",
      "share",
    ]);
    expect(part("checkout", rules.slice(0, 1))).toBe("none");
  });

  it("add up to 100 for any shares", () => {
    const share = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(share, share, share, (a, b, c) => {
        const bands = bandsOf([rule("stripe", a), rule("checkout", b), rule("stripe", c, 10)]);
        for (const { shares } of bands) {
          const sum = shares.reduce((all, { percent }) => all + percent, 0);
          expect(Math.abs(sum - 100)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
