/** Sends spans to a collector, with OpenTelemetry's own SDK. The only file that loads it, and loaded only where a collector is named. */
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

/** A collector that does not answer keeps nobody from stopping for longer. */
const FAREWELL_MS = 2_000;
const EXPORT_MS = 10_000;
const TROUBLE_EVERY_MS = 60_000;

const KINDS: Record<Work["kind"], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** How the collector is spoken to, and what this shop is called there, the SDK reads from its own settings (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_RESOURCE_ATTRIBUTES`). */
export function openOtlp({ endpoint, sampler, ratio }: TracingSettings): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  // Those that nobody takes are dropped beyond 2,048: memory stays what it is.
  const processor = new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "concours", "process.pid": process.pid }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [processor],
  });
  // Nothing is registered for the whole process: libraries that speak to whoever is registered would tell what we would not.
  const tracer = provider.getTracer("concours");
  const current = new AsyncLocalStorage<Context>();
  let log: Logger | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler((error) => {
    if (performance.now() - toldAt < TROUBLE_EVERY_MS) return;
    toldAt = performance.now();
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
    tellTroubles(to) {
      log = to;
    },
    async stop() {
      const told = provider.shutdown().catch((error: unknown) => log?.debug({ err: error }, "traces were lost at the stop"));
      await Promise.race([told, sleep(FAREWELL_MS, undefined, { ref: false })]);
    },
  };
}

function endWith(span: OtelSpan, facts: SpanFacts = {}, failure?: unknown): void {
  span.setAttributes(facts);
  if (failure !== undefined) {
    span.setAttribute("error.type", kindOf(failure));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** A database's code or an error's name. Its message may quote a customer's row. */
function kindOf(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure === "string" ? failure : "error";
  return "code" in failure && typeof failure.code === "string" ? failure.code : failure.name;
}

function samplerOf(name: TracingSettings["sampler"], ratio: number): Sampler {
  const own = name.replace("parentbased_", "");
  const root =
    own === "always_off"
      ? new AlwaysOffSampler()
      : own === "traceidratio"
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler();
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}
