/** Counts of a draw for its evidence pack: no names, no addresses. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { ComplaintOutcome, DisputeStanding, OrderState, RefundCause, RefundState } from "#shared/states.ts";

type Counted = { readonly count: number; readonly amount: Pence };

export type OrderCount = {
  readonly kind: "paid" | "free";
  readonly state: OrderState;
  readonly orders: number;
  readonly tickets: number;
  readonly captured: Pence;
  readonly refunded: Pence;
  readonly chargedBack: Pence;
};

export async function countOrders(db: Db, lotteryId: string): Promise<OrderCount[]> {
  const rows = await db
    .selectFrom("orders")
    .select(["kind", "state"])
    .select((eb) => [
      eb.fn.countAll<string>().as("orders"),
      eb.fn.sum<string>("quantity").as("tickets"),
      eb.fn.sum<string>("captured_pence").as("captured"),
      eb.fn.sum<string>("refunded_pence").as("refunded"),
      eb.fn.sum<string>("charged_back_pence").as("charged_back"),
    ])
    .where("lottery_id", "=", lotteryId)
    .groupBy(["kind", "state"])
    .orderBy("kind", "desc")
    .orderBy("state")
    .execute();
  return rows.map(({ kind, state, ...sums }) => ({
    kind,
    state,
    orders: Number(sums.orders),
    tickets: Number(sums.tickets),
    captured: pence(Number(sums.captured)),
    refunded: pence(Number(sums.refunded)),
    chargedBack: pence(Number(sums.charged_back)),
  }));
}

export type TicketCount = {
  readonly kind: "paid" | "free";
  readonly issued: number;
  readonly void: number;
  readonly suspended: number;
};

export async function countTickets(db: Db, lotteryId: string): Promise<TicketCount[]> {
  const { rows } = await sql<{ kind: "paid" | "free"; issued: string; void: string; suspended: string }>`
    SELECT o.kind, count(*) AS issued, count(t.void_at) AS void,
      count(*) FILTER (WHERE t.suspended_at IS NOT NULL AND t.void_at IS NULL) AS suspended
    FROM tickets t JOIN orders o ON o.id = t.order_id WHERE t.lottery_id = ${lotteryId}
    GROUP BY o.kind ORDER BY o.kind DESC`.execute(db);
  return rows.map((row) => ({
    kind: row.kind,
    issued: Number(row.issued),
    void: Number(row.void),
    suspended: Number(row.suspended),
  }));
}

export type RefundCount = Counted & { readonly reason: RefundCause; readonly state: RefundState };

export async function countRefunds(db: Db, lotteryId: string): Promise<RefundCount[]> {
  const rows = await db
    .selectFrom("refunds as r")
    .innerJoin("orders as o", "o.id", "r.order_id")
    .select(["r.reason", "r.state"])
    .select((eb) => [eb.fn.countAll<string>().as("count"), eb.fn.sum<string>("r.amount_pence").as("amount")])
    .where("o.lottery_id", "=", lotteryId)
    .groupBy(["r.reason", "r.state"])
    .orderBy("r.reason")
    .orderBy("r.state")
    .execute();
  return rows.map((row) => ({ reason: row.reason, state: row.state, ...counted(row) }));
}

export type DisputeCount = Counted & { readonly standing: DisputeStanding };

export async function countDisputes(db: Db, lotteryId: string): Promise<DisputeCount[]> {
  const rows = await db
    .selectFrom("disputes as d")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .select("d.standing")
    .select((eb) => [eb.fn.countAll<string>().as("count"), eb.fn.sum<string>("d.amount_pence").as("amount")])
    .where("o.lottery_id", "=", lotteryId)
    .groupBy("d.standing")
    .orderBy("d.standing")
    .execute();
  return rows.map((row) => ({ standing: row.standing, ...counted(row) }));
}

function counted({ count, amount }: { readonly count: string; readonly amount: string }): Counted {
  return { count: Number(count), amount: pence(Number(amount)) };
}

export type ComplaintCounts = {
  readonly made: number;
  readonly answered: number;
  readonly answeredInTime: number;
  readonly outcomes: Readonly<Partial<Record<ComplaintOutcome, number>>>;
};

/** A complaint names no draw: those of its players since `since` are counted, by their email address. */
export async function countPlayersComplaints(db: Db, lotteryId: string, since: Date): Promise<ComplaintCounts> {
  const { rows } = await sql<{ outcome: ComplaintOutcome | null; is_answered: boolean; in_time: boolean; count: string }>`
    SELECT c.outcome, c.answered_at IS NOT NULL AS is_answered, coalesce(c.answered_at < c.answer_by, false) AS in_time, count(*)
    FROM complaints c JOIN contact_messages m ON m.id = c.message_id
    WHERE c.made_at >= ${since} AND EXISTS (
      SELECT FROM users u JOIN orders o ON o.user_id = u.id
      WHERE lower(m.email) IN (u.email, u.contact_email) AND o.lottery_id = ${lotteryId})
    GROUP BY 1, 2, 3`.execute(db);
  const sum = (isCounted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isCounted).reduce((total, { count }) => total + Number(count), 0);
  const outcomes = new Set(rows.flatMap(({ outcome }) => outcome ?? []));
  return {
    made: sum(() => true),
    answered: sum((row) => row.is_answered),
    answeredInTime: sum((row) => row.in_time),
    outcomes: Object.fromEntries([...outcomes].map((outcome) => [outcome, sum((row) => row.outcome === outcome)])),
  };
}

export type TermsCount = { readonly version: string; readonly orders: number };

/** Versions that paying buyers accepted. */
export async function countTermsVersions(db: Db, lotteryId: string): Promise<TermsCount[]> {
  const rows = await db
    .selectFrom("orders")
    .select("terms_version as version")
    .select((eb) => eb.fn.countAll<string>().as("orders"))
    .where("lottery_id", "=", lotteryId)
    .where("terms_version", "is not", null)
    .where("settled_at", "is not", null)
    .groupBy("terms_version")
    .orderBy("terms_version")
    .execute();
  return rows.map(({ version, orders }) => ({ version: version ?? "", orders: Number(orders) }));
}
