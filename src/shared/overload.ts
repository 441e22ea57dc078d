/** Thrown if a full queue inside the process refused a request before any work: it may be retried. */
import { sharedState } from "./shared-state.ts";

const lastOverload = sharedState("overload", { at: Number.NEGATIVE_INFINITY });

export class Overload extends Error {
  /** `instanceof` fails across the server's and the built screens' copies of this class. */
  readonly isOverload = true;
  readonly retryAfterSeconds: number = 5;
  constructor(message?: string) {
    super(message);
    lastOverload.at = performance.now();
  }
}

/** Whether this process has refused a request since a moment of `performance.now()`. */
export function wasOverloadedSince(moment: number): boolean {
  return lastOverload.at >= moment;
}

/** The log level of a failed request: an overload is a warning, everything else an error. */
export function failureLevel(error: unknown): "warn" | "error" {
  return (error as Partial<Overload> | undefined)?.isOverload === true ? "warn" : "error";
}
