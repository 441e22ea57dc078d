/** Agreed provider fees, and the takings of each provider by day. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Day } from "#shared/dates/dates.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import type { AgreedFee, ProviderDay } from "../rules/rates.ts";

/** All agreed fees, in the order of entry. */
export async function listFees(db: Db | Tx): Promise<AgreedFee[]> {
  const rows = await db
    .selectFrom("agreed_fees")
    .select(["provider", "rate_points", "fixed_pence", "from_day"])
    .orderBy("id")
    .execute();
  return rows.map(({ provider, rate_points: points, fixed_pence: fixed, from_day: from }) => ({
    ...{ points, fixed, from },
    provider: provider as PaymentProviderName,
  }));
}

/** `by`: the administrator's id. */
export async function insertFee(
  tx: Tx,
  { provider, points, fixed, from, at, by }: AgreedFee & { readonly at: Date; readonly by: string | undefined },
): Promise<void> {
  await tx
    .insertInto("agreed_fees")
    .values({ provider, rate_points: points, fixed_pence: fixed, from_day: from, set_at: at, set_by: by ?? null })
    .execute();
}

/** The last day with agreed fees in the journal. */
export async function findLastFeeDay(tx: Tx, provider: PaymentProviderName): Promise<Day | undefined> {
  const { rows } = await sql<{ day: Day | null }>`
    SELECT max(split_part(source, ':', 3)) AS day FROM journal_entries WHERE kind = 'provider_fee' AND source LIKE ${`fee:${provider}:%`}`.execute(
    tx,
  );
  return rows[0]?.day ?? undefined;
}

/** Each agreed fee with its period: from `from_day` to the day before `until_day`. */
const FEES = sql`fees AS (
  SELECT provider, from_day, lead(from_day) OVER (PARTITION BY provider ORDER BY from_day) AS until_day, rate_points, fixed_pence
  FROM (SELECT DISTINCT ON (provider, from_day) * FROM agreed_fees ORDER BY provider, from_day, id DESC) f
)`;

/** The day in London. */
const dayOf = (column: RawBuilder<unknown>) => sql`timezone('Europe/London', ${column})::date`;
/** Counting by hours first is much faster, and each hour belongs to one day in London. */
const hourOf = (column: RawBuilder<unknown>) => sql`date_bin('1 hour', ${column}, '2000-01-01Z')`;
/** Joins the agreed fee `f` of a provider that applies on a day. */
const appliesOn = (provider: RawBuilder<unknown>, day: RawBuilder<unknown>) =>
  sql`f.provider = ${provider} AND ${day} >= f.from_day AND (f.until_day IS NULL OR ${day} < f.until_day)`;
/** The agreed fee of a payment, in pence. */
const feeOf = (amount: RawBuilder<unknown>) => sql`round(${amount} * f.rate_points / 10000.0) + f.fixed_pence`;

/** The agreed fees of a draw's payments on one day, in pence. */
export type UnbookedFees = {
  readonly provider: PaymentProviderName;
  readonly day: Day;
  readonly lotteryId: string;
  readonly fee: number;
};

/** Agreed fees by draw and past day that are not in the journal yet; oldest first. */
export async function listUnbookedFees(
  tx: Tx,
  { providers, before, limit }: { providers: readonly PaymentProviderName[]; before: Day; limit: number },
): Promise<UnbookedFees[]> {
  const { rows } = await sql<Omit<UnbookedFees, "fee"> & { fee: string }>`
    WITH ${FEES}, days AS (
      SELECT o.provider, to_char(${dayOf(sql`o.settled_at`)}, 'YYYY-MM-DD') AS day, o.lottery_id, sum(${feeOf(sql`o.captured_pence`)}) AS fee
      FROM orders o JOIN fees f ON ${appliesOn(sql`o.provider`, dayOf(sql`o.settled_at`))}
      WHERE o.kind = 'paid' AND o.captured_pence > 0 AND o.provider = ANY(${providers}::text[]) AND ${dayOf(sql`o.settled_at`)} < ${before}::date
      GROUP BY 1, 2, 3
    )
    SELECT provider, day, lottery_id AS "lotteryId", fee FROM days d
    WHERE fee > 0 AND NOT EXISTS (SELECT FROM journal_entries WHERE source = 'fee:' || d.provider || ':' || d.day || ':' || d.lottery_id)
    ORDER BY day, provider, lottery_id LIMIT ${limit}`.execute(tx);
  return rows.map(({ fee, ...row }) => ({ ...row, fee: Number(fee) }));
}

type DayFigures = Omit<ProviderDay, "provider" | "day">;
type DayRow = { readonly provider: PaymentProviderName; readonly day: Day } & Readonly<Record<keyof DayFigures, string>>;
/** The longest time between the start and the payment of an order. */
const LONGEST_PURCHASE = sql`interval '3 days'`;

function asNumbers(row: Readonly<Record<keyof DayFigures, string>>): DayFigures {
  return Object.fromEntries(Object.entries(row).map(([name, text]) => [name, Number(text)])) as DayFigures;
}

/**
 * Each provider's takings by day of London since `since`; days without any are missing. The parts select, in
 * this order: payment pages by day of creation, payments by day of settlement, refunds, disputes, and the
 * fees that the provider reports.
 */
export async function listProviderDays(db: Db, since: Date): Promise<ProviderDay[]> {
  const { rows } = await sql<DayRow>`
    WITH ${FEES}, recent AS (
      SELECT provider, ${hourOf(sql`created_at`)} AS begun, ${hourOf(sql`settled_at`)} AS settled, captured_pence, count(*) AS orders,
        count(*) FILTER (WHERE payment_session_id IS NOT NULL AND state NOT IN ('reserved', 'awaiting_payment')) AS opened,
        count(*) FILTER (WHERE payment_session_id IS NOT NULL AND state IN ('paid', 'refund_due', 'refunded', 'charged_back')) AS paid
      FROM orders WHERE kind = 'paid' AND created_at >= ${since}::timestamptz - ${LONGEST_PURCHASE} GROUP BY 1, 2, 3, 4
    ), reported AS (
      SELECT provider, kind, amount_pence, ${dayOf(hourOf(sql`at`))} AS day, sum(fee_pence) AS fee_pence, count(*) AS moves FROM balance_moves
      WHERE at >= ${since} AND kind NOT IN ('dispute', 'dispute_reversal') AND (order_id IS NOT NULL OR kind IN ('fee', 'payout'))
      GROUP BY provider, kind, amount_pence, ${hourOf(sql`at`)}
    ), parts AS (
      SELECT o.provider, ${dayOf(sql`o.begun`)} AS day, sum(opened) AS opened, sum(paid) AS paid,
        0::bigint AS payments, 0::bigint AS taken, 0::bigint AS "agreedFees", 0::bigint AS unpriced, 0::bigint AS refunds, 0::bigint AS refunded,
        0::bigint AS disputes, 0::bigint AS withdrawn, 0::bigint AS "disputeFees",
        0::bigint AS "reportedFees", 0::bigint AS "reportedOnPayments", 0::bigint AS "agreedOnReported"
      FROM recent o WHERE begun >= ${since} GROUP BY 1, 2 HAVING sum(opened) > 0
      UNION ALL
      SELECT o.provider, o.day, 0, 0, sum(orders), sum(orders * captured_pence), coalesce(sum(orders * (${feeOf(sql`o.captured_pence`)})), 0),
        coalesce(sum(orders) FILTER (WHERE f.provider IS NULL), 0), 0, 0, 0, 0, 0, 0, 0, 0
      FROM (SELECT provider, captured_pence, orders, ${dayOf(sql`settled`)} AS day FROM recent WHERE settled >= ${since} AND captured_pence > 0) o
        LEFT JOIN fees f ON ${appliesOn(sql`o.provider`, sql`o.day`)} GROUP BY 1, 2
      UNION ALL
      SELECT o.provider, ${dayOf(sql`r.done_at`)}, 0, 0, 0, 0, 0, 0, count(*), sum(r.amount_pence), 0, 0, 0, 0, 0, 0
      FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.state = 'succeeded' AND r.done_at >= ${since} GROUP BY 1, 2
      UNION ALL
      SELECT o.provider, ${dayOf(sql`d.opened_at`)}, 0, 0, 0, 0, 0, 0, 0, 0, count(*), sum(d.withdrawn_pence), sum(d.fee_pence), 0, 0, 0
      FROM disputes d JOIN orders o ON o.id = d.order_id WHERE d.opened_at >= ${since} GROUP BY 1, 2
      UNION ALL
      SELECT m.provider, m.day, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        sum(CASE WHEN m.kind = 'fee' THEN m.fee_pence - m.moves * m.amount_pence ELSE m.fee_pence END),
        coalesce(sum(m.fee_pence) FILTER (WHERE m.kind = 'charge' AND f.provider IS NOT NULL), 0),
        coalesce(sum(m.moves * (${feeOf(sql`m.amount_pence`)})) FILTER (WHERE m.kind = 'charge'), 0)
      FROM reported m LEFT JOIN fees f ON ${appliesOn(sql`m.provider`, sql`m.day`)} GROUP BY 1, 2
    )
    SELECT provider, to_char(day, 'YYYY-MM-DD') AS day, sum(opened) AS opened, sum(paid) AS paid, sum(payments) AS payments, sum(taken) AS taken,
      sum("agreedFees") AS "agreedFees", sum(unpriced) AS unpriced, sum(refunds) AS refunds, sum(refunded) AS refunded, sum(disputes) AS disputes,
      sum(withdrawn) AS withdrawn, sum("disputeFees") AS "disputeFees", sum("reportedFees") AS "reportedFees",
      sum("reportedOnPayments") AS "reportedOnPayments", sum("agreedOnReported") AS "agreedOnReported"
    FROM parts GROUP BY 1, 2 ORDER BY 2, 1`.execute(db);
  return rows.map(({ provider, day, ...figures }) => ({ provider, day, ...asNumbers(figures) }));
}
