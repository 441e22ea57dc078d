/** This process's own metrics for Prometheus. src/app/process/metrics.ts adds those of the business. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = {
  readonly registry: Registry;
  request(labels: { kind: string; method: string; status: number; seconds: number }): void;
  pageFailed(labels: { provider: string; reason: string }): void;
  task(labels: { name: string; ok: boolean; seconds: number }): void;
  invariants(broken: ReadonlyMap<string, number>, at: Date): void;
};

/**
 * Database connections of the pool: total, idle, and requests that wait for one, or for a permit to begin a
 * draw's transaction.
 */
type Connections = {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  waitingForPermit?(): number;
};

export const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Creates the metrics and the functions that record events. */
export function createMetrics(pool?: Connections): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Misnamed gauges that duplicate labelled ones.
  for (const name of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${name}_total`);
  const registers = [registry];
  const requests = new Histogram({
    name: "concours_http_request_seconds",
    help: "Time from a request's arrival to the end of its reply",
    labelNames: ["kind", "method", "status"],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const taskRuns = new Counter({
    name: "concours_task_rounds_total",
    help: "Rounds of repeated tasks",
    labelNames: ["task", "outcome"],
    registers,
  });
  const pages = new Counter({
    name: "concours_payment_page_failures_total",
    help: "Payment pages that a provider did not open",
    labelNames: ["provider", "reason"],
    registers,
  });
  const succeeded = new Gauge({
    name: "concours_task_last_success_timestamp_seconds",
    help: "When a repeated task last ended well",
    labelNames: ["task"],
    aggregator: "max",
    registers,
  });
  const taskSeconds = new Gauge({
    name: "concours_task_last_seconds",
    help: "How long its last round took",
    labelNames: ["task"],
    aggregator: "max",
    registers,
  });
  const broken = new Gauge({
    name: "concours_invariant_broken_rows",
    help: "Rows that break an invariant; 0 is the only good value",
    labelNames: ["invariant"],
    aggregator: "max",
    registers,
  });
  const checked = new Gauge({
    name: "concours_invariants_checked_timestamp_seconds",
    help: "When the invariants were last checked by any process",
    aggregator: "max",
    registers,
  });
  if (pool)
    new Gauge({
      name: "concours_database_connections",
      help: "Connections of the pool",
      labelNames: ["state"],
      registers,
      collect() {
        this.set({ state: "open" }, pool.totalCount);
        this.set({ state: "idle" }, pool.idleCount);
        this.set({ state: "waited_for" }, pool.waitingCount);
        // These requests have no connection yet.
        this.set({ state: "waited_for_in_lanes" }, pool.waitingForPermit?.() ?? 0);
      },
    });
  return {
    registry,
    request: ({ kind, method, status, seconds }) =>
      requests.observe(
        { kind, method: METHODS.has(method) ? method : "other", status: `${Math.floor(status / 100)}xx` },
        seconds,
      ),
    pageFailed: (labels) => pages.inc(labels),
    task({ name, ok, seconds }) {
      taskRuns.inc({ task: name, outcome: ok ? "done" : "failed" });
      taskSeconds.set({ task: name }, seconds);
      if (ok) succeeded.setToCurrentTime({ task: name });
    },
    invariants(rows, at) {
      for (const [invariant, count] of rows) broken.set({ invariant }, count);
      checked.set(at.getTime() / 1000);
    },
  };
}
