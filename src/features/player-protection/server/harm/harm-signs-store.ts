/** SQL for the signs of harm. Only events after the player's last closed case count. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { type HarmSign, type HarmThresholds, LOOK_BACK, REACHED_PERCENT } from "../../rules/harm-signs.ts";

/** A player's figure (`found`) that reaches the threshold (`against`). */
export type FoundSign = { readonly userId: string; readonly kind: HarmSign; readonly found: number; readonly against: number };
type Row = { user_id: string; found: number; against: number };

/** SQL: the later of `days` ago and the player's last closed case. */
const since = (userId: RawBuilder<unknown>, now: Date, days: number) =>
  sql`greatest(${new Date(now.getTime() - days * 86_400_000)}::timestamptz,
    coalesce((SELECT max(k.closed_at) FROM care_cases k WHERE k.user_id = ${userId}), '-infinity'))`;
const BUYER = sql`o.user_id`;
const LONDON_DAY = sql`(o.created_at AT TIME ZONE 'Europe/London')::date`;
const SPENT = sql`o.total_pence - o.refunded_pence - o.returning_pence`;

/** All signs of all players. */
export async function findSigns(db: Db, thresholds: HarmThresholds, now: Date): Promise<FoundSign[]> {
  const queries: Record<HarmSign, RawBuilder<Row>> = {
    limit_reached: limitReached(thresholds, now),
    limit_raises: sql<Row>`
      SELECT c.user_id, count(*)::int AS found, ${thresholds.raises}::int AS against FROM player_limit_changes c
      WHERE c.kind = 'limit_later' AND c.at > ${since(sql`c.user_id`, now, LOOK_BACK.raises)}
      GROUP BY c.user_id HAVING count(*) >= ${thresholds.raises}`,
    spend_rise: spendRise(thresholds, now),
    many_orders: sql<Row>`
      SELECT user_id, max(n)::int AS found, ${thresholds.ordersADay}::int AS against FROM (
        SELECT o.user_id, count(*) AS n FROM orders o
        WHERE o.kind = 'paid' AND o.state IN ('paid', 'refund_due', 'refunded', 'charged_back')
          AND o.created_at > ${since(BUYER, now, LOOK_BACK.orders)}
        GROUP BY o.user_id, ${LONDON_DAY}) days
      GROUP BY user_id HAVING max(n) >= ${thresholds.ordersADay}`,
    declines: sql<Row>`
      SELECT user_id, max(n)::int AS found, ${thresholds.declines}::int AS against FROM (
        SELECT o.user_id, count(*) AS n FROM payment_events e JOIN orders o ON o.id = e.order_id
        WHERE e.kind = 'declined' AND e.created_at > ${since(BUYER, now, LOOK_BACK.declines)}
        GROUP BY o.user_id, (e.created_at AT TIME ZONE 'Europe/London')::date) days
      GROUP BY user_id HAVING max(n) >= ${thresholds.declines}`,
  };
  const found: FoundSign[] = [];
  for (const [kind, query] of Object.entries(queries) as [HarmSign, RawBuilder<Row>][]) {
    const { rows } = await sql<Row>`
      SELECT s.user_id, s.found::bigint, s.against::bigint FROM (${query}) s JOIN users u ON u.id = s.user_id AND u.erased_at IS NULL`.execute(
      db,
    );
    found.push(...rows.map((row) => ({ userId: row.user_id, kind, found: Number(row.found), against: Number(row.against) })));
  }
  return found;
}

/** Players who nearly reached their own limit in several of the last three months. Skips a limit of £0. */
function limitReached({ limitMonths }: HarmThresholds, now: Date): RawBuilder<Row> {
  const month = sql`date_trunc('month', o.created_at AT TIME ZONE 'Europe/London')`;
  const limit = sql`CASE WHEN l.next_limit_from <= ${now} THEN l.next_limit_pence ELSE l.monthly_limit_pence END`;
  return sql<Row>`
    SELECT m.user_id, count(*)::int AS found, ${limitMonths}::int AS against FROM (
      SELECT o.user_id, ${month} AS month, sum(${SPENT}) AS spent FROM orders o
      WHERE o.kind = 'paid' AND o.state = 'paid' AND o.created_at > ${since(BUYER, now, 92)}
        AND ${month} > date_trunc('month', ${now}::timestamptz AT TIME ZONE 'Europe/London') - interval '3 months'
      GROUP BY o.user_id, ${month}) m
    JOIN player_limits l ON l.user_id = m.user_id
    WHERE ${limit} > 0 AND m.spent * 100 >= ${limit} * ${REACHED_PERCENT}::int
      AND m.month >= date_trunc('month', coalesce(l.limit_since, '-infinity') AT TIME ZONE 'Europe/London')
    GROUP BY m.user_id HAVING count(*) >= ${limitMonths}`;
}

/** Players who spend much more than before. Only those who had bought before: a first purchase is no rise. */
function spendRise({ spendTimes, spendFrom }: HarmThresholds, now: Date): RawBuilder<Row> {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const periods = LOOK_BACK.usual / LOOK_BACK.spend;
  return sql<Row>`
    SELECT user_id, recent AS found, round(former / ${periods}::numeric)::bigint AS against FROM (
      SELECT o.user_id, coalesce(sum(${SPENT}) FILTER (WHERE o.created_at > ${since(BUYER, now, LOOK_BACK.spend)}), 0) AS recent,
        coalesce(sum(${SPENT}) FILTER (WHERE o.created_at <= ${ago(LOOK_BACK.spend)}), 0) AS former
      FROM orders o WHERE o.kind = 'paid' AND o.state = 'paid' AND o.created_at > ${ago(LOOK_BACK.spend + LOOK_BACK.usual)}
      GROUP BY o.user_id) spending
    WHERE former > 0 AND recent >= ${spendFrom}::bigint AND recent * ${periods}::numeric >= former * ${spendTimes}::numeric`;
}
