/** The state of a check of a draw's proof in the browser, part by part. */
import type { StepName, StepResult } from "@concours/draw-protocol";
import type { WitnessCheck } from "@concours/draw-protocol/timestamp";

/** The parts that the page shows, in order, with the steps of the protocol that each contains. */
export const PARTS = {
  entries: ["entries"],
  root: ["root"],
  commitment: ["prize", "commitment", "witness"],
  beacon: ["chain", "round", "beacon"],
  seed: ["seed"],
  winners: ["winners"],
} as const satisfies Record<string, readonly StepName[]>;
/** The name of a part. */
export type PartName = keyof typeof PARTS;
/** All names, in order. */
export const PART_NAMES = Object.keys(PARTS) as readonly PartName[];

/** `running`: being computed; `unchecked`: an earlier part prevented it. */
export type Verdict = "waiting" | "running" | "agrees" | "differs" | "unchecked";

/**
 * Why a check could not run. `unreachable`: a file could not be fetched; `withheld`: the shop refused it
 * with this status; `not_a_proof`: it has an invalid field, which `problem` names.
 */
export type CheckFailure =
  | { readonly kind: "unreachable" }
  | { readonly kind: "withheld"; readonly file: string; readonly status: number }
  | { readonly kind: "not_a_proof"; readonly problem: string };

/** `lines`: of the list of entries, checked so far. */
export type CheckState = {
  readonly phase: "idle" | "running" | "done" | "failed";
  readonly lines: number;
  readonly results: readonly StepResult[];
  readonly failure?: CheckFailure;
  readonly witness?: WitnessCheck;
  /** The duration including waits for the network. */
  readonly ms?: number;
};

/** Before the check. */
export const NOT_CHECKED: CheckState = { phase: "idle", lines: 0, results: [] };

/** What the checker reports. */
export type CheckEvent =
  | { readonly kind: "begin" }
  | { readonly kind: "lines"; readonly lines: number }
  | { readonly kind: "step"; readonly result: StepResult }
  | { readonly kind: "witness"; readonly check: WitnessCheck }
  | { readonly kind: "end"; readonly ms: number }
  | { readonly kind: "fail"; readonly failure: CheckFailure };

/** The state after an event. */
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

/** The verdict of a part, from its steps. */
export function verdictOf({ phase, lines, results }: CheckState, part: PartName): Verdict {
  const stepVerdict = (name: StepName) => results.find(({ step }) => step === name)?.verdict;
  const verdicts = PARTS[part].map(stepVerdict);
  if (verdicts.includes("differs")) return "differs";
  if (verdicts.includes("not_checked")) return "unchecked";
  if (verdicts.every((verdict) => verdict === "agrees" || verdict === "absent")) return "agrees";
  if (phase !== "running") return "waiting";
  // List and tree are computed together, line by line; the other parts one after the other.
  if (part === "root" && lines > 0) return "running";
  const before = PART_NAMES[PART_NAMES.indexOf(part) - 1];
  return before === undefined || PARTS[before].every((step) => ["agrees", "differs", "absent"].includes(stepVerdict(step) ?? ""))
    ? "running"
    : "waiting";
}

/** The first step that differs, and its part; undefined if none does. */
export function differsAt({ results }: CheckState): { readonly step: StepName; readonly part: PartName } | undefined {
  const step = results.find(({ verdict }) => verdict === "differs")?.step;
  const part = PART_NAMES.find((name) => PARTS[name].some((each) => each === step));
  return step && part && { step, part };
}

/** The facts of a part that differ. */
export function differences({ results }: CheckState, part: PartName): StepResult["facts"] {
  return results
    .filter(({ step }) => PARTS[part].some((each) => each === step))
    .flatMap(({ facts }) => facts.filter(({ claimed, computed }) => claimed !== computed));
}
