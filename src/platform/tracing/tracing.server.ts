/** Traces of a request's work. Spans contain no personal data (docs/decisions/0052). */
import type { Logger } from "../log.server.ts";

/**
 * Attributes by OpenTelemetry's names; no values of statements, addresses, queries, tokens or error
 * messages.
 */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a span is about. */
export type Work = {
  readonly name: string;
  readonly kind: "server" | "client" | "consumer" | "internal";
  readonly facts?: SpanFacts;
};

export type Span = {
  /** Spans begun inside `work`, now or later, are children of this one. */
  run<T>(work: () => T): T;
  /** @param failure if any; only the kind of an error is recorded */
  end(facts?: SpanFacts, failure?: unknown): void;
};

/** The parent span: the current one, none, or another process's as `carried`. */
export type Parent = "current" | "none" | { readonly carried: string | undefined };

export type Tracing = {
  begin(work: Work, parent?: Parent): Span;
  /** Records finished work of so many milliseconds, if there is a current span. */
  ended(work: Work, ms: number, failure?: unknown): void;
  /** The current span as W3C's `traceparent`, for another process. */
  readonly carried: string | undefined;
  readonly traceId: string | undefined;
  /** Logs the collector's failures from now on, at most once a minute. */
  logFailures(log: Logger): void;
  stop(): Promise<void>;
};

/**
 * Runs work inside a span, which ends with it.
 * @param factsOf attributes from the result
 */
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
