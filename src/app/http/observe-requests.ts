/** Records every request as metrics and as a span. */
import type { IncomingMessage, RequestListener } from "node:http";
import { METHODS, type Metrics } from "#platform/metrics.server.ts";
import type { Tracing } from "#platform/tracing/tracing.server.ts";
import { API_ADDRESS } from "./request-limits.ts";

export function withRequestMetrics(metrics: Metrics, listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const begun = performance.now();
    outgoing.once("close", () =>
      metrics.request({
        kind: kindOf(incoming.url ?? "/"),
        method: incoming.method ?? "GET",
        // The client closed the connection before the reply.
        status: outgoing.headersSent ? outgoing.statusCode : 499,
        seconds: (performance.now() - begun) / 1000,
      }),
    );
    listener(incoming, outgoing);
  };
}

function kindOf(url: string): string {
  if (API_ADDRESS.test(url)) return "api";
  if (/^\/(?:assets|media|locales|mail|og)\//.test(url)) return "file";
  if (/^\/(?:healthz|readyz|metrics)$/.test(url)) return "probe";
  return url.startsWith("/admin") ? "admin" : "page";
}

const BORING = new Set(["file", "probe"]);

/** Names the span of a page or an API call by its route; files and probes have none. */
export function withRequestTracing(
  tracing: Tracing | undefined,
  routeOf: (path: string) => string,
  listener: RequestListener,
): RequestListener {
  if (!tracing) return listener;
  return (incoming, outgoing) => {
    const { url = "/", method = "GET" } = incoming;
    if (BORING.has(kindOf(url))) return listener(incoming, outgoing);
    const verb = METHODS.has(method) ? method : "_OTHER";
    const route = routeOf(url.split("?", 1)[0] ?? "/");
    const facts = { "http.request.method": verb, "http.route": route };
    const span = tracing.begin({ name: `${verb} ${route}`, kind: "server", facts }, { carried: traceparentOf(incoming) });
    outgoing.once("close", () => {
      if (!outgoing.headersSent) return span.end({}, "caller has gone");
      const { statusCode } = outgoing;
      span.end({ "http.response.status_code": statusCode }, statusCode >= 500 ? String(statusCode) : undefined);
    });
    span.run(() => listener(incoming, outgoing));
  };
}

function traceparentOf({ headers }: IncomingMessage): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === "string" ? traceparent : undefined;
}
