import { CLAUSES } from "#features/player-protection/rules/code-of-practice.ts";

export type Gap = {
  readonly clause: string;
  readonly says: "planned" | "complaints" | "help" | "free" | "late" | "review" | "statement";
  readonly count: number;
};

/** The number of applicable clauses that the shop fulfils without a gap. */
export function countDone(gaps: readonly Gap[]): { readonly done: number; readonly asked: number } {
  const asked = CLAUSES.filter(({ stand }) => stand.state !== "absent");
  return { done: asked.filter(({ number }) => gaps.every(({ clause }) => clause !== number)).length, asked: asked.length };
}
