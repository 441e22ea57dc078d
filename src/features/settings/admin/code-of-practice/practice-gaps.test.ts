import { expect, it } from "vitest";
import { CLAUSES } from "#features/player-protection/rules/code-of-practice.ts";
import { countDone } from "./practice-gaps.ts";

it("a clause without gaps counts as fulfilled; inapplicable clauses do not count", () => {
  const asked = CLAUSES.filter(({ stand }) => stand.state !== "absent").length;
  expect(countDone([])).toEqual({ done: asked, asked });
  const late = { says: "complaints", count: 2 } as const;
  const gaps = [{ clause: "1.2", ...late }, { clause: "1.2", ...late }, { clause: "3.1", says: "review", count: 1 } as const];
  expect(countDone(gaps)).toEqual({ done: asked - 2, asked });
});
