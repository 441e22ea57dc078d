import { describe, expect, it } from "vitest";
import promiseEn from "../../../../public/locales/en/promise.json" with { type: "json" };
import { CLAUSE_GROUPS, CLAUSES } from "./code-of-practice.ts";
import { STATEMENTS } from "./operator-statements.ts";

describe("the clauses of the code of practice", () => {
  it("are the 22 of the code, eleven about players, six about draws and five about answering for it", () => {
    const sizes = CLAUSE_GROUPS.map(({ begins }) => CLAUSES.filter(({ number }) => number.startsWith(begins)).length);
    expect(sizes).toEqual([11, 6, 5]);
    expect(CLAUSES).toHaveLength(22);
  });

  it("have a statement where only the operator can know it", () => {
    const stated = Object.entries(promiseEn.clauses).flatMap(([key, words]) => ("statement" in words ? [key] : []));
    expect(stated.sort()).toEqual([...STATEMENTS].sort());
  });

  it("each have their text, and no text is left over", () => {
    expect(Object.keys(promiseEn.clauses)).toEqual(CLAUSES.map(({ key }) => key));
  });
});
