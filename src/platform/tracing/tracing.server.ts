/** Traces: which work a request made, where, and for how long. What is said of it here names no person (docs/decisions/0052). */
import type { Logger } from "../log.server.ts";

/** Names and values after OpenTelemetry's conventions. No values of statements, addresses, queries, tokens, or words of an error. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

export type Work = {
  readonly name: string;
  readonly kind: "server" | "client" | "consumer" | "internal";
  readonly facts?: SpanFacts;
};

export type Span = {
  /** What is begun inside `work`, now or later, belongs to this span. */
  run<T>(work: () => T): T;
  /** @param failure what went wrong, if anything did; of an error only its kind is kept */
  end(facts?: SpanFacts, failure?: unknown): void;
};

/** Which span work belongs to: the one that is current, none, or another process's, as `carried` there. */
export type Parent = "current" | "none" | { readonly carried: string | undefined };

export type Tracing = {
  begin(work: Work, parent?: Parent): Span;
  /** Work that ended just now, after so many milliseconds; told only where it belongs to a span. */
  ended(work: Work, ms: number, failure?: unknown): void;
  /** The current span as W3C's `traceparent`, to be carried to whoever goes on with it. */
  readonly carried: string | undefined;
  readonly traceId: string | undefined;
  /** From now on troubles with the collector are told here, once a minute at most. */
  tellTroubles(log: Logger): void;
  stop(): Promise<void>;
};

export async function within<T>(
  tracing: Tracing,
  work: Work,
  run: () => Promise<T>,
  { parent, factsOf }: { readonly parent?: Parent; readonly factsOf?: (result: T) => SpanFacts } = {},
): Promise<T> {
  const span = tracing.begin(work, parent);
  try {
    const result = await span.run(run);
    span.end(factsOf?.(result));
    return result;
  } catch (error) {
    span.end(undefined, error);
    throw error;
  }
}
