/** A queue inside the process was full. The request was refused before anything was done, and may come again: no fault of the program. */
import { sharedState } from "./shared-state.ts";

const last = sharedState("overload", { at: Number.NEGATIVE_INFINITY });

export class Overload extends Error {
  /** The built screens bring a copy of this class, so `instanceof` does not tell. */
  readonly isOverload = true;
  readonly retryAfterSeconds: number = 5;
  constructor(message?: string) {
    super(message);
    last.at = performance.now();
  }
}

export function wasOverloadedSince(moment: number): boolean {
  return last.at >= moment;
}

export function failureLevel(error: unknown): "warn" | "error" {
  return (error as Partial<Overload> | undefined)?.isOverload === true ? "warn" : "error";
}
