/** Counts every request and how long it took, whoever answers it. */
import type { RequestListener } from "node:http";
import type { Metrics } from "#platform/metrics.server.ts";
import { CALLED_BY_API_CLIENTS } from "./api-reply.ts";

export function withRequestMetrics(metrics: Metrics, listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const begun = performance.now();
    outgoing.once("close", () =>
      metrics.request({
        kind: kindOf(incoming.url ?? "/"),
        method: incoming.method ?? "GET",
        // A caller that hung up before there was an answer.
        status: outgoing.headersSent ? outgoing.statusCode : 499,
        seconds: (performance.now() - begun) / 1000,
      }),
    );
    listener(incoming, outgoing);
  };
}

/** A handful: a figure for each address would be a figure for each visitor with imagination. */
export function kindOf(url: string): string {
  if (CALLED_BY_API_CLIENTS.test(url)) return "api";
  if (/^\/(?:assets|media|locales|mail|og)\//.test(url)) return "file";
  if (/^\/(?:healthz|readyz|metrics)$/.test(url)) return "probe";
  return url.startsWith("/admin") ? "admin" : "page";
}
