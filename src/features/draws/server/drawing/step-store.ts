/** What the steps of a draw read and store: the locked draw, requests and pending payments. */
import type { Ending } from "#features/lotteries/rules/dates/draw-dates.ts";
import { isSalesOver } from "#features/lotteries/server/lifecycle-store.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { SalesState } from "#shared/states.ts";
import { HOLDING_STATES } from "#shared/states.ts";
import type { ReasonText } from "../../rules/draw-reason.ts";

/**
 * Locks a draw: blocks sales, freezes, draws and cancellations until the transaction ends. `held`: tickets
 * being paid for.
 */
export async function lockLottery(tx: Tx, lotteryId: string) {
  const row = await tx
    .selectFrom("lotteries")
    .select(["id", "status", "sales_state", "closes_at", "end_date", "end_time", "takes_free_entries", "draws_by_itself"])
    .select(["tickets_available", "tickets_sold", "tickets_held"])
    .select(["winner_id", "winner_photo_url"])
    .where("id", "=", lotteryId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { drawsByItself: autoDraw, ...lottery } = fromRow(row);
  return { ...lottery, autoDraw, held: lottery.ticketsHeld };
}
/** See `lockLottery`. */
export type LockedLottery = NonNullable<Awaited<ReturnType<typeof lockLottery>>>;

/** Lotteries whose next step may be due: closing, freezing or drawing. */
export async function listUnderWay(
  db: Db,
  now: Date,
): Promise<(Ending & { readonly id: string; readonly salesState: SalesState; readonly autoDraw: boolean })[]> {
  const rows = await db
    .selectFrom("lotteries")
    .select(["id", "sales_state", "end_date", "end_time", "takes_free_entries", "draws_by_itself as auto_draw"])
    .where("status", "=", "active")
    .where(isSalesOver("lotteries", now))
    .orderBy("closes_at")
    .execute();
  return rows.map(fromRow);
}

/** Automatic draws that are not frozen. */
export async function listWaitingForFreeze(tx: Tx): Promise<(Ending & { readonly id: string })[]> {
  const rows = await tx
    .selectFrom("lotteries")
    .select(["id", "end_date", "end_time", "takes_free_entries"])
    .where("status", "=", "active")
    .where("draws_by_itself", "=", true)
    .where("sales_state", "in", ["open", "closing"])
    .orderBy("id")
    .execute();
  return rows.map(fromRow);
}

/** A request of staff to draw; `earlyReason`: why before the advertised time. */
export type DrawRequest = { readonly earlyReason: string | undefined };

/** The request of a draw, if there is one. */
export async function findRequest(db: Db | Tx, lotteryId: string): Promise<DrawRequest | undefined> {
  const row = await db.selectFrom("draw_requests").select("early_reason").where("lottery_id", "=", lotteryId).executeTakeFirst();
  return row && { earlyReason: row.early_reason ?? undefined };
}

/** `byAdmin`: the administrator's id. */
export async function insertRequest(
  tx: Tx,
  request: { lotteryId: string; requestedAt: Date; byAdmin: string | undefined; earlyReason: ReasonText | undefined },
): Promise<void> {
  await tx
    .insertInto("draw_requests")
    .values({
      lottery_id: request.lotteryId,
      asked_at: request.requestedAt,
      by_admin: request.byAdmin ?? null,
      early_reason: request.earlyReason?.text ?? null,
      early_reason_fr: request.earlyReason?.textFr ?? null,
    })
    .execute();
}

/** Whether the draw has a ticket that takes part. */
export async function hasValidTicket(db: Db | Tx, lotteryId: string): Promise<boolean> {
  const row = await db
    .selectFrom("tickets")
    .select("ticket_number")
    .where("lottery_id", "=", lotteryId)
    .where("void_at", "is", null)
    .where("suspended_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The tickets being paid for, counted from the orders as well, because a list must not grow after the
 * freeze.
 */
export async function countHeld(tx: Tx, lotteryId: string): Promise<number> {
  const row = await tx
    .selectFrom("orders")
    .select((eb) => eb.fn.sum<number | null>("quantity").as("held"))
    .where("lottery_id", "=", lotteryId)
    .where("state", "in", HOLDING_STATES)
    .executeTakeFirst();
  return Number(row?.held ?? 0);
}
