import type { Ending } from "#features/lotteries/rules/dates/draw-dates.ts";
import { isSalesOver } from "#features/lotteries/server/lifecycle-store.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import type { SalesState } from "#shared/states.ts";
import { HOLDING_STATES } from "#shared/states.ts";
import type { ReasonText } from "../../rules/draw-reason.ts";

/** Blocks sales, freezes, draws and cancellations until the transaction ends. */
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

export type DrawRequest = { readonly earlyReason: string | undefined };

export async function findRequest(db: Db | Tx, lotteryId: string): Promise<DrawRequest | undefined> {
  const row = await db.selectFrom("draw_requests").select("early_reason").where("lottery_id", "=", lotteryId).executeTakeFirst();
  return row && { earlyReason: row.early_reason ?? undefined };
}

export async function insertRequest(
  tx: Tx,
  request: { lotteryId: string; askedAt: Date; byAdmin: string | undefined; earlyReason: ReasonText | undefined },
): Promise<void> {
  await tx
    .insertInto("draw_requests")
    .values({
      lottery_id: request.lotteryId,
      asked_at: request.askedAt,
      by_admin: request.byAdmin ?? null,
      early_reason: request.earlyReason?.text ?? null,
      early_reason_fr: request.earlyReason?.textFr ?? null,
    })
    .execute();
}

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

/** Tickets being paid for. Also counted from the orders, because a list must not grow after the freeze. */
export async function countHeld(tx: Tx, lotteryId: string): Promise<number> {
  const row = await tx
    .selectFrom("orders")
    .select((eb) => eb.fn.sum<number | null>("quantity").as("held"))
    .where("lottery_id", "=", lotteryId)
    .where("state", "in", HOLDING_STATES)
    .executeTakeFirst();
  return Number(row?.held ?? 0);
}
