/** Reads disputes for pages and mails. */
import { sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { PaymentProviderName } from "#shared/states.ts";

/**
 * A dispute with its order, for mails to the buyer. `taken`: tickets that the dispute has suspended or
 * voided; `playing`: the order's other tickets. Neither has the tickets that left with a partial refund.
 */
export async function findDisputeStory(db: Db, disputeId: string) {
  const row = await db
    .selectFrom("disputes as d")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .select(["d.order_id", "o.order_number", "d.amount_pence", "d.opened_at", "o.user_id", "o.lottery_id", "o.locale"])
    .where("d.id", "=", disputeId)
    .executeTakeFirst();
  if (!row) return undefined;
  const tickets = await db
    .selectFrom("tickets")
    .select(["ticket_number as number", "suspended_at", "void_at"])
    .where("order_id", "=", row.order_id)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = tickets.order_id AND ticket_number = ANY(r.ticket_numbers))`,
    )
    .orderBy("ticket_number")
    .execute();
  const isTaken = (ticket: { suspended_at: Date | null; void_at: Date | null }) =>
    ticket.suspended_at !== null || ticket.void_at !== null;
  return {
    ...fromRow(row),
    taken: tickets.filter(isTaken),
    playing: tickets.filter((ticket) => !isTaken(ticket)),
  };
}
export type DisputeStory = NonNullable<Awaited<ReturnType<typeof findDisputeStory>>>;

/** `over`: decided by the bank, or closed. */
export type DisputeView = "open" | "over" | "all";

/** The query of listed disputes, without a condition. */
function disputes(db: Db) {
  return db
    .selectFrom("disputes as d")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .innerJoin("users as u", "u.id", "o.user_id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .leftJoin("dispute_submissions as s", (join) =>
      join
        .onRef("s.dispute_id", "=", "d.id")
        .on(sql<boolean>`s.stage = CASE WHEN d.standing IN ('inquiry', 'closed') THEN 'inquiry' ELSE 'dispute' END`)
        .on("s.state", "=", "sent"),
    )
    .select(["s.sent_at", "o.provider"])
    .select(["d.id", "d.provider_id", "d.order_id", "d.standing", "d.status", "d.reason", "d.amount_pence", "d.withdrawn_pence"])
    .select(["d.fee_pence", "d.due_by", "d.is_submitted", "d.after_freeze", "d.opened_at", "d.closed_at"])
    .select(["o.order_number", "u.first_name", "u.last_name", "l.title", "l.title_fr"]);
}
type Row = Awaited<ReturnType<ReturnType<typeof disputes>["executeTakeFirstOrThrow"]>>;

/** `status` and `reason` are the provider's own terms. */
function toListed({ first_name, last_name, title, title_fr, ...row }: Row) {
  return {
    ...fromRow(row),
    provider: row.provider as PaymentProviderName,
    player: `${first_name} ${last_name}`.trim(),
    lotteryTitle: { en: title, fr: title_fr ?? undefined },
  };
}
export type ListedDispute = ReturnType<typeof toListed>;

const OPEN = ["inquiry", "open"] as const;
const OVER = ["won", "lost", "closed"] as const;

/** Open ones first, those without evidence before others, and the next deadline first; then the newest. */
export async function listDisputeRows(
  db: Db,
  view: DisputeView,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedDispute[]> {
  let query = disputes(db);
  if (view !== "all") query = query.where("d.standing", "in", view === "open" ? [...OPEN] : [...OVER]);
  const rows = await query
    .orderBy((eb) => eb("d.standing", "in", [...OPEN]), "desc")
    .orderBy("d.is_submitted")
    .orderBy((eb) =>
      eb
        .case()
        .when("d.standing", "in", [...OPEN])
        .then(eb.ref("d.due_by"))
        .end(),
    )
    .orderBy("d.opened_at", "desc")
    .orderBy("d.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toListed);
}

/** How many disputes a view has, and their sum. */
export async function sumDisputeRows(db: Db, view: DisputeView): Promise<{ found: number; amount: Pence }> {
  let query = db
    .selectFrom("disputes")
    .select((eb) => [eb.fn.countAll<string>().as("found"), eb.fn.sum<string | null>("amount_pence").as("amount")]);
  if (view !== "all") query = query.where("standing", "in", view === "open" ? [...OPEN] : [...OVER]);
  const { found, amount } = await query.executeTakeFirstOrThrow();
  return { found: Number(found), amount: pence(Number(amount ?? 0)) };
}

/** By the shop's id, not the provider's. */
export async function findDisputeById(db: Db, id: string): Promise<ListedDispute | undefined> {
  const row = await disputes(db).where("d.id", "=", id).executeTakeFirst();
  return row && toListed(row);
}

/** The disputes of an order, oldest first. */
export async function listDisputesOf(db: Db, orderId: string): Promise<ListedDispute[]> {
  return (await disputes(db).where("d.order_id", "=", orderId).orderBy("d.opened_at").execute()).map(toListed);
}
