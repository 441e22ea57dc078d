/** `/metrics`: the business's metrics and those of all processes, in Prometheus' format. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { sql } from "kysely";
import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Edge } from "../http/request-limits.ts";

/** Concurrent scrapes cost one reading. */
const KEEP_MS = 10_000;

type Figure = {
  readonly name: string;
  readonly help: string;
  readonly query: string;
};

/** docs/operations.md describes each metric. */
export const FIGURES: readonly Figure[] = [
  {
    name: "concours_orders",
    help: "Orders by kind and state",
    query: "SELECT kind, state, count(*) AS value FROM orders GROUP BY kind, state",
  },
  {
    name: "concours_holds",
    help: "Orders that hold tickets while somebody pays",
    query: "SELECT count(*) AS value FROM orders WHERE state IN ('reserved', 'awaiting_payment')",
  },
  {
    name: "concours_holds_overdue",
    help: "Holds whose time was over more than two minutes ago",
    query:
      "SELECT count(*) AS value FROM orders WHERE state IN ('reserved', 'awaiting_payment') AND pay_by < now() - interval '2 minutes'",
  },
  {
    name: "concours_tickets",
    help: "Tickets of active draws: sold, held, and still to be had",
    query: `SELECT s.state, coalesce(sum(CASE s.state WHEN 'sold' THEN tickets_sold WHEN 'held' THEN tickets_held
        ELSE tickets_available - tickets_sold - tickets_held END), 0) AS value
      FROM (VALUES ('sold'), ('held'), ('left')) s (state) LEFT JOIN lotteries ON status = 'active' GROUP BY s.state`,
  },
  {
    name: "concours_queue_waiting",
    help: "People in waiting rooms that are open, whose turn has not come",
    query: "SELECT coalesce(sum(places - admitted), 0) AS value FROM waiting_rooms WHERE is_on",
  },
  {
    name: "concours_queue_inside",
    help: "People who have come in from a waiting room, and choose",
    query: `SELECT count(*) AS value FROM waiting_rooms r JOIN waiting_places p ON p.lottery_id = r.lottery_id
      WHERE r.is_on AND p.entered_at > now() - interval '10 minutes' AND p.inside_until > now()`,
  },
  {
    name: "concours_settle_delay_seconds",
    help: "From the provider's word of a payment to its tickets, over the last hour",
    query: `SELECT q AS percentile, percentile_cont(q) WITHIN GROUP (ORDER BY extract(epoch FROM processed_at - created_at)) AS value
      FROM payment_events, (VALUES (0.5), (0.95), (1.0)) quantiles (q)
      WHERE type = 'checkout.session.completed' AND processed_at > now() - interval '1 hour' GROUP BY q`,
  },
  {
    name: "concours_payment_events_unfinished",
    help: "Events of the payment provider that have come and are not worked through",
    query: "SELECT count(*) AS value FROM payment_events WHERE processed_at IS NULL",
  },
  {
    name: "concours_provider_failing",
    help: "How often a payment provider has opened no page since it last opened one; 0 is the only good value",
    query: `SELECT provider, CASE WHEN over_at IS NULL AND last_at > now() - interval '1 hour' THEN times ELSE 0 END AS value
      FROM provider_troubles`,
  },
  {
    name: "concours_refunds",
    help: "Refunds by state",
    query: "SELECT state, count(*) AS value FROM refunds GROUP BY state",
  },
  {
    name: "concours_refund_oldest_seconds",
    help: "Age of the oldest refund that is still owed, without those that wait for a bank to decide",
    query: `SELECT coalesce(extract(epoch FROM now() - min(r.created_at)), 0) AS value FROM orders o CROSS JOIN LATERAL (
        SELECT created_at FROM refunds WHERE order_id = o.id AND state IN ('due', 'failed', 'cancelled') AND NOT is_replaced
        ORDER BY created_at DESC LIMIT 1) r
      WHERE o.disputed_pence = 0 AND o.captured_pence > o.refunded_pence + o.returning_pence + o.charged_back_pence
        AND o.id IN (SELECT id FROM orders WHERE state = 'refund_due' UNION SELECT order_id FROM refunds WHERE reason = 'partial')
        AND (o.state = 'refund_due' OR o.state = 'paid')`,
  },
  {
    name: "concours_jobs",
    help: "Jobs by queue and state",
    query: `SELECT name AS queue, state::text AS state, count(*) AS value FROM pgboss.job
      WHERE state IN ('created', 'retry', 'active', 'failed') GROUP BY 1, 2`,
  },
  {
    name: "concours_job_oldest_seconds",
    help: "How long the oldest job that could run has been waiting",
    query: `SELECT name AS queue, greatest(extract(epoch FROM now() - min(start_after)), 0) AS value FROM pgboss.job
      WHERE state IN ('created', 'retry') AND start_after <= now() GROUP BY 1`,
  },
  {
    name: "concours_mails",
    help: "Mails by state",
    query: "SELECT state, count(*) AS value FROM mails GROUP BY state",
  },
  {
    name: "concours_draws",
    help: "Draws by status and state of their sales",
    query: "SELECT status, sales_state AS sales, count(*) AS value FROM lotteries GROUP BY 1, 2",
  },
  {
    name: "concours_draw_waiting_seconds",
    help: "How long the longest-frozen draw has been waiting for its result",
    query: "SELECT coalesce(extract(epoch FROM now() - min(frozen_at)), 0) AS value FROM draws WHERE drawn_at IS NULL",
  },
];

export function serveMetrics(ctx: Ctx): (c: Context<Edge>) => Promise<Response> {
  const read = keepFor(KEEP_MS, () => readBusiness(ctx));
  return async (c) => {
    // Unauthorised readers get a 404.
    if (!mayRead(ctx, c)) return c.text("Not found", 404);
    const business = ctx.databaseMonitor.isUp ? await read().catch(() => undefined) : undefined;
    const here = new Registry();
    set(here, "concours_database_up", "Whether the database answers", [{ value: ctx.databaseMonitor.isUp ? 1 : 0 }]);
    const all = await ctx.workers.gather();
    const counted = all ? AggregatorRegistry.aggregate(all) : ctx.metrics.registry;
    const parts = await Promise.all([counted, here].map((registry) => registry.metrics()));
    return c.text([...parts, business ?? ""].join("\n"), 200, {
      "Content-Type": here.contentType,
      "Cache-Control": "no-store",
    });
  };
}

/** With a token, its bearer. Without one, only the demonstration's machine, as a proxy may be local. */
function mayRead(ctx: Ctx, c: Context<Edge>): boolean {
  const { metricsToken } = ctx.env;
  if (metricsToken !== undefined) {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    return timingSafeEqual(digest(given), digest(metricsToken));
  }
  if (!ctx.env.isDemo) return false;
  const forwarded = c.req.header("x-forwarded-for") !== undefined || c.req.header("forwarded") !== undefined;
  const peer = c.env.incoming?.socket.remoteAddress ?? "";
  return !forwarded && /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(peer);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

type Row = Readonly<Record<string, unknown>>;

/** A failed query does not affect the others. Its metric is missing, on which number alerts stay silent. */
async function readBusiness({ db, log, databaseMonitor }: Ctx): Promise<string> {
  const registry = new Registry();
  const unread: Row[] = [];
  for (const { name, help, query } of FIGURES) {
    try {
      set(registry, name, help, databaseMonitor.isUp ? (await sql.raw<Row>(query).execute(db)).rows : []);
    } catch (error) {
      log.warn({ err: error, figure: name }, "a figure could not be read");
      unread.push({ figure: name, value: 1 });
    }
  }
  set(registry, "concours_figure_unread", "Figures that could not be read", unread);
  return registry.metrics();
}

function set(registry: Registry, name: string, help: string, rows: readonly Row[]): void {
  const labelNames = Object.keys(rows[0] ?? {}).filter((label) => label !== "value");
  const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
  for (const { value, ...labels } of rows)
    gauge.set(Object.fromEntries(Object.entries(labels).map(([label, text]) => [label, String(text)])), Number(value));
}

function keepFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (!kept || performance.now() > until) {
      until = performance.now() + ms;
      kept = make();
      kept.catch(() => (kept = undefined));
    }
    return kept;
  };
}
