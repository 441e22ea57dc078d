/** SQL of a draw's steps: sales close, entries freeze, the result is written. The caller holds the lottery's lock. */
import type { Beacon, ChainInfo, Commitment, ListDigest } from "@concours/draw-protocol";
import { sql } from "kysely";
import type { LotteryStatus, SalesState } from "#features/lotteries/rules/sale.ts";
import type { Db, Tx } from "#platform/db.server.ts";
import type { Day } from "#shared/dates.ts";

export type LockedLottery = {
  readonly id: string;
  readonly status: LotteryStatus;
  readonly salesState: SalesState;
  readonly closesAt: Date;
  readonly endDate: Day;
  readonly takesFreeEntries: boolean;
  readonly held: number;
  readonly drawsByItself: boolean;
  readonly winnerId: string | undefined;
  readonly winnerPhotoUrl: string | undefined;
};

/** Until the transaction ends, nobody sells, freezes, draws or cancels this draw. */
export async function lockLottery(tx: Tx, lotteryId: string): Promise<LockedLottery | undefined> {
  const row = await tx
    .selectFrom("lotteries")
    .select(["id", "status", "sales_state", "closes_at", "end_date", "takes_free_entries", "tickets_held", "draws_by_itself"])
    .select(["winner_id", "winner_photo_url"])
    .where("id", "=", lotteryId)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      status: row.status,
      salesState: row.sales_state,
      closesAt: row.closes_at,
      endDate: row.end_date,
      takesFreeEntries: row.takes_free_entries,
      held: row.tickets_held,
      drawsByItself: row.draws_by_itself,
      winnerId: row.winner_id ?? undefined,
      winnerPhotoUrl: row.winner_photo_url ?? undefined,
    }
  );
}

/** Lotteries on their way whose next step may be due: sales over, a list to freeze, or a round to wait for. */
export async function listUnderWay(db: Db, now: Date): Promise<{ id: string; salesState: SalesState }[]> {
  const rows = await db
    .selectFrom("lotteries")
    .select(["id", "sales_state"])
    .where("status", "=", "active")
    .where((eb) =>
      eb.or([
        eb("sales_state", "in", ["closing", "closed"]),
        eb.and([eb("sales_state", "=", "open"), eb("closes_at", "<=", now)]),
      ]),
    )
    .orderBy("closes_at")
    .execute();
  return rows.map((row) => ({ id: row.id, salesState: row.sales_state }));
}

export async function setSalesState(tx: Tx, lotteryId: string, salesState: "closing" | "closed"): Promise<void> {
  await tx.updateTable("lotteries").set({ sales_state: salesState }).where("id", "=", lotteryId).execute();
}

export async function setDrawsByItselfRow(tx: Tx, lotteryId: string, isOn: boolean): Promise<void> {
  await tx.updateTable("lotteries").set({ draws_by_itself: isOn }).where("id", "=", lotteryId).execute();
}

export type DrawRequest = { readonly askedAt: Date; readonly earlyReason: string | undefined };

export async function findRequest(db: Db | Tx, lotteryId: string): Promise<DrawRequest | undefined> {
  const row = await db
    .selectFrom("draw_requests")
    .select(["asked_at", "early_reason"])
    .where("lottery_id", "=", lotteryId)
    .executeTakeFirst();
  return row && { askedAt: row.asked_at, earlyReason: row.early_reason ?? undefined };
}

export async function insertRequest(
  tx: Tx,
  request: { lotteryId: string; askedAt: Date; byAdmin: string | undefined; earlyReason: string | undefined },
): Promise<void> {
  await tx
    .insertInto("draw_requests")
    .values({
      lottery_id: request.lotteryId,
      asked_at: request.askedAt,
      by_admin: request.byAdmin ?? null,
      early_reason: request.earlyReason ?? null,
    })
    .execute();
}

export async function hasValidTicket(db: Db | Tx, lotteryId: string): Promise<boolean> {
  const row = await db
    .selectFrom("tickets")
    .select("ticket_number")
    .where("lottery_id", "=", lotteryId)
    .where("void_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Tickets that are still being paid for. Counted from the orders as well: a list that grows after its freeze would be worth nothing. */
export async function countHeld(tx: Tx, lotteryId: string): Promise<number> {
  const row = await tx
    .selectFrom("orders")
    .select((eb) => eb.fn.sum<number | null>("quantity").as("held"))
    .where("lottery_id", "=", lotteryId)
    .where("state", "in", ["reserved", "awaiting_payment"])
    .executeTakeFirst();
  return Number(row?.held ?? 0);
}

/**
 * The instant of the freeze: `now`, or that of the last ticket dealt or voided where another process's clock is a little ahead. Who was in
 * is told by this instant later on, so nothing that happened before may seem to lie behind it.
 */
export async function freezeInstant(tx: Tx, lotteryId: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    SELECT greatest(${now}::timestamptz, max(purchase_date), max(void_at)) AS at FROM tickets WHERE lottery_id = ${lotteryId}`.execute(
    tx,
  );
  const [row] = rows;
  // PostgreSQL counts microseconds, this clock milliseconds: rounded up, so that the last ticket is not left behind.
  return row && row.at > now ? new Date(row.at.getTime() + 1) : now;
}

export type Freeze = {
  readonly committed: Commitment;
  readonly commitment: string;
  readonly list: ListDigest;
  readonly chain: ChainInfo;
  readonly isDemo: boolean;
  readonly frozenAt: Date;
  readonly earlyReason: string | undefined;
};

const BLOCKS_AT_ONCE = 5000;

/** Commitment, blocks, and the line in the public log. Returns its sequence number. */
export async function insertFreeze(tx: Tx, freeze: Freeze): Promise<number> {
  const { committed: c, list } = freeze;
  await tx
    .insertInto("draws")
    .values({
      lottery_id: c.drawId,
      algorithm: c.algorithm,
      chain_hash: c.chainHash,
      chain: JSON.stringify(freeze.chain),
      is_demo: freeze.isDemo,
      closed_at: c.closedAt,
      frozen_at: freeze.frozenAt,
      entries_sha256: c.entriesSha256,
      merkle_root: c.merkleRoot,
      n: c.n,
      prizes: c.prizes,
      round: c.round,
      commitment: freeze.commitment,
      early_reason: freeze.earlyReason ?? null,
    })
    .execute();
  const blocks = list.blocks.map(({ firstTicket, root }, block) => ({
    lottery_id: c.drawId,
    block,
    first_ticket_number: firstTicket,
    root,
  }));
  for (let from = 0; from < blocks.length; from += BLOCKS_AT_ONCE)
    await tx
      .insertInto("draw_blocks")
      .values(blocks.slice(from, from + BLOCKS_AT_ONCE))
      .execute();
  const line = await tx
    .insertInto("draw_log")
    // The number is given by the table, in the order of the commits.
    .values({ sequence: 1, lottery_id: c.drawId, commitment: freeze.commitment, at: freeze.frozenAt })
    .returning("sequence")
    .executeTakeFirstOrThrow();
  return line.sequence;
}

export type DrawResultRow = {
  readonly lotteryId: string;
  readonly beacon: Beacon;
  readonly seed: string;
  readonly picks: readonly { readonly prize: number; readonly ticket: number }[];
  readonly drawnAt: Date;
};

/** Beacon, seed and picks, and the lottery completed with its winner, whose id is returned. */
export async function insertResult(tx: Tx, result: DrawResultRow): Promise<string> {
  const { lotteryId, beacon, picks } = result;
  await tx
    .updateTable("draws")
    .set({
      beacon_signature: beacon.signature,
      beacon_randomness: beacon.randomness,
      seed: result.seed,
      drawn_at: result.drawnAt,
    })
    .where("lottery_id", "=", lotteryId)
    .execute();
  await tx
    .insertInto("draw_picks")
    .values(picks.map(({ prize, ticket }) => ({ lottery_id: lotteryId, pick: prize, ticket_number: ticket })))
    .execute();
  const winner = await tx
    .selectFrom("tickets")
    .select("user_id")
    .where("lottery_id", "=", lotteryId)
    .where("ticket_number", "=", picks[0]?.ticket ?? 0)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("lotteries")
    .set({ status: "completed", sales_state: "drawn", winner_id: winner.user_id, updated_at: result.drawnAt })
    .where("id", "=", lotteryId)
    .execute();
  return winner.user_id;
}
