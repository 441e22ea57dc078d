/** Exports spans with OpenTelemetry's SDK, which only this file loads. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TimeInput,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TracingSettings } from "../env/env-tracing.server.ts";
import type { Logger } from "../log.server.ts";
import type { Parent, Span, SpanFacts, Tracing, Work } from "./tracing.server.ts";

/** How long a stop waits for the collector. */
const STOP_TIMEOUT_MS = 2_000;
const EXPORT_MS = 10_000;
const LOG_EVERY_MS = 60_000;

const KINDS: Record<Work["kind"], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Starts tracing. The SDK reads headers and resource attributes from its own settings (`OTEL_…`). */
export function openOtlp({ endpoint, sampler, ratio }: TracingSettings): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  // Drops spans beyond 2,048, so memory is bounded.
  const processor = new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "concours", "process.pid": process.pid }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [processor],
  });
  // Not registered globally: instrumented libraries would export more than the shop wants to.
  const tracer = provider.getTracer("concours");
  const current = new AsyncLocalStorage<Context>();
  let log: Logger | undefined;
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler((error) => {
    if (performance.now() - lastLoggedAt < LOG_EVERY_MS) return;
    lastLoggedAt = performance.now();
    log?.warn({ err: error }, "traces do not reach their collector");
  });

  const spanOf = () => {
    const context = current.getStore();
    return context && trace.getSpanContext(context);
  };
  const start = ({ name, kind, facts }: Work, context: Context, startTime?: TimeInput) =>
    tracer.startSpan(name, { kind: KINDS[kind], attributes: facts, ...(startTime !== undefined && { startTime }) }, context);
  const contextOf = (parent: Parent): Context => {
    if (parent === "none") return ROOT_CONTEXT;
    if (parent === "current") return current.getStore() ?? ROOT_CONTEXT;
    const remote = parent.carried === undefined ? null : parseTraceParent(parent.carried);
    return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
  };

  return {
    begin(work, parent = "current"): Span {
      const context = contextOf(parent);
      const span = start(work, context);
      const inside = trace.setSpan(context, span);
      return {
        run: (run) => current.run(inside, run),
        end: (facts, failure) => endWith(span, facts, failure),
      };
    },
    ended(work, ms, failure) {
      const context = current.getStore();
      if (context) endWith(start(work, context, Date.now() - ms), undefined, failure);
    },
    get carried() {
      const span = spanOf();
      return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
    },
    get traceId() {
      return spanOf()?.traceId;
    },
    logFailures(to) {
      log = to;
    },
    async stop() {
      const flushed = provider.shutdown().catch((error: unknown) => log?.debug({ err: error }, "traces were lost at the stop"));
      await Promise.race([flushed, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

function endWith(span: OtelSpan, facts: SpanFacts = {}, failure?: unknown): void {
  span.setAttributes(facts);
  if (failure !== undefined) {
    span.setAttribute("error.type", errorType(failure));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** A database code or an error's name. Messages are left out: they may quote a customer's row. */
function errorType(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure === "string" ? failure : "error";
  return "code" in failure && typeof failure.code === "string" ? failure.code : failure.name;
}

function samplerOf(name: TracingSettings["sampler"], ratio: number): Sampler {
  const samplerName = name.replace("parentbased_", "");
  const root = rootSampler(samplerName, ratio);
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === "always_off") return new AlwaysOffSampler();
  return name === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
