import { describe, expect, it } from "vitest";
import promiseEn from "../../../../public/locales/en/promise.json" with { type: "json" };
import { CLAUSE_GROUPS, CLAUSES } from "./code-of-practice.ts";
import { STATEMENTS } from "./operator-statements.ts";

describe("the clauses of the code of practice", () => {
  it("are 22: eleven about players, six about draws and five about accountability", () => {
    const sizes = CLAUSE_GROUPS.map(({ begins }) => CLAUSES.filter(({ number }) => number.startsWith(begins)).length);
    expect(sizes).toEqual([11, 6, 5]);
    expect(CLAUSES).toHaveLength(22);
  });

  it("have a statement if only the operator can confirm them", () => {
    const stated = Object.entries(promiseEn.clauses).flatMap(([key, words]) => ("statement" in words ? [key] : []));
    expect(stated.sort()).toEqual([...STATEMENTS].sort());
  });

  it("have a text each, and no text is unused", () => {
    expect(Object.keys(promiseEn.clauses)).toEqual(CLAUSES.map(({ key }) => key));
  });
});
