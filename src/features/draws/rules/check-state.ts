import type { StepName, StepResult } from "@concours/draw-protocol";
import type { WitnessCheck } from "@concours/draw-protocol/timestamp";

/** The parts in order, with their steps of the protocol. */
export const PARTS = {
  entries: ["entries"],
  root: ["root"],
  commitment: ["prize", "commitment", "witness"],
  beacon: ["chain", "round", "beacon"],
  seed: ["seed"],
  winners: ["winners"],
} as const satisfies Record<string, readonly StepName[]>;
export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as readonly PartName[];

/** `running`: being computed; `unchecked`: an earlier part prevented it. */
export type Verdict = "waiting" | "running" | "agrees" | "differs" | "unchecked";

/** A file was not reached, the shop refused it (`status`), or it is no proof (`problem` names the field). */
export type CheckFailure =
  | { readonly kind: "unreachable" }
  | { readonly kind: "withheld"; readonly file: string; readonly status: number }
  | { readonly kind: "not_a_proof"; readonly problem: string };

export type CheckState = {
  readonly phase: "idle" | "running" | "done" | "failed";
  readonly lines: number;
  readonly results: readonly StepResult[];
  readonly failure?: CheckFailure;
  readonly witness?: WitnessCheck;
  /** The duration including waits for the network. */
  readonly ms?: number;
};

export const NOT_CHECKED: CheckState = { phase: "idle", lines: 0, results: [] };

export type CheckEvent =
  | { readonly kind: "begin" }
  | { readonly kind: "lines"; readonly lines: number }
  | { readonly kind: "step"; readonly result: StepResult }
  | { readonly kind: "witness"; readonly check: WitnessCheck }
  | { readonly kind: "end"; readonly ms: number }
  | { readonly kind: "fail"; readonly failure: CheckFailure };

export function advance(state: CheckState, event: CheckEvent): CheckState {
  switch (event.kind) {
    case "begin":
      return { ...NOT_CHECKED, phase: "running" };
    case "lines":
      return { ...state, lines: Math.max(state.lines, event.lines) };
    case "step":
      return { ...state, results: [...state.results, event.result] };
    case "witness":
      return { ...state, witness: event.check };
    case "end":
      return { ...state, phase: "done", ms: event.ms };
    case "fail":
      return { ...state, phase: "failed", failure: event.failure };
  }
}

export function verdictOf({ phase, lines, results }: CheckState, part: PartName): Verdict {
  const of = (name: StepName) => results.find(({ step }) => step === name)?.verdict;
  const verdicts = PARTS[part].map(of);
  if (verdicts.includes("differs")) return "differs";
  if (verdicts.includes("not_checked")) return "unchecked";
  if (verdicts.every((verdict) => verdict === "agrees" || verdict === "absent")) return "agrees";
  if (phase !== "running") return "waiting";
  // List and tree are computed together, line by line; the other parts one after the other.
  if (part === "root" && lines > 0) return "running";
  const before = PART_NAMES[PART_NAMES.indexOf(part) - 1];
  return before === undefined || PARTS[before].every((step) => ["agrees", "differs", "absent"].includes(of(step) ?? ""))
    ? "running"
    : "waiting";
}

export function differsAt({ results }: CheckState): { readonly step: StepName; readonly part: PartName } | undefined {
  const step = results.find(({ verdict }) => verdict === "differs")?.step;
  const part = PART_NAMES.find((name) => PARTS[name].some((each) => each === step));
  return step && part && { step, part };
}

export function differences({ results }: CheckState, part: PartName): StepResult["facts"] {
  return results
    .filter(({ step }) => PARTS[part].some((each) => each === step))
    .flatMap(({ facts }) => facts.filter(({ claimed, computed }) => claimed !== computed));
}
