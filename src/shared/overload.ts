/** A full queue inside the process refused the request before any work. It may be retried. */
import { sharedState } from "./shared-state.ts";

const last = sharedState("overload", { at: Number.NEGATIVE_INFINITY });

export class Overload extends Error {
  /** `instanceof` fails across the server's and the built screens' copies of this class. */
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
