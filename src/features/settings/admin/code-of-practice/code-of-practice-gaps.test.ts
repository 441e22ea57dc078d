import { expect, it } from "vitest";
import { CLAUSES } from "#features/player-protection/rules/code-of-practice.ts";
import { countDone } from "./code-of-practice-gaps.ts";

it("a clause without gaps counts as fulfilled; inapplicable clauses do not count", () => {
  const applicable = CLAUSES.filter(({ status }) => status.state !== "absent").length;
  expect(countDone([])).toEqual({ done: applicable, applicable });
  const late = { kind: "complaints", count: 2 } as const;
  const gaps = [{ clause: "1.2", ...late }, { clause: "1.2", ...late }, { clause: "3.1", kind: "review", count: 1 } as const];
  expect(countDone(gaps)).toEqual({ done: applicable - 2, applicable });
});
