import { CLAUSES } from "#features/player-protection/rules/code-of-practice.ts";

/** Something that a clause of the code of practice lacks. `count`: how many draws, complaints and so on. */
export type Gap = {
  readonly clause: string;
  readonly kind: "planned" | "complaints" | "help" | "free" | "late" | "charity" | "review" | "statement";
  readonly count: number;
};

/** The number of applicable clauses that the shop fulfils without a gap. */
export function countDone(gaps: readonly Gap[]): { readonly done: number; readonly applicable: number } {
  const applicable = CLAUSES.filter(({ status }) => status.state !== "absent");
  return {
    done: applicable.filter(({ number }) => gaps.every(({ clause }) => clause !== number)).length,
    applicable: applicable.length,
  };
}
