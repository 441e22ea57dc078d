/** Stores a freeze: its time and its commitment. The caller holds the draw's lock. */
import type { ChainInfo, Commitment, ListDigest } from "@concours/draw-protocol";
import { sql } from "kysely";
import type { SealedPrize } from "#features/lotteries/server/prize/seal-prize.ts";
import type { Tx } from "#platform/postgres/db.server.ts";

/** The time of the freeze: `now`, or that of the last ticket if another process's clock is ahead. */
export async function freezeInstant(tx: Tx, lotteryId: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    SELECT greatest(${now}::timestamptz, max(purchase_date), max(void_at)) AS at FROM tickets WHERE lottery_id = ${lotteryId}`.execute(
    tx,
  );
  const [row] = rows;
  // PostgreSQL has microseconds, JavaScript milliseconds: round up to include the last ticket.
  return row && row.at > now ? new Date(row.at.getTime() + 1) : now;
}

/** The commitment and all that it commits to. */
export type Freeze = {
  readonly committed: Commitment;
  readonly commitment: string;
  readonly list: ListDigest;
  readonly prize: SealedPrize;
  readonly chain: ChainInfo;
  readonly isDemo: boolean;
  readonly frozenAt: Date;
  readonly earlyReason: string | undefined;
  /** Tickets excluded because of a dispute. */
  readonly leftOut: number;
};

/** Rows in one statement. */
const BLOCKS_AT_ONCE = 5000;

/** Stores commitment, blocks and a line in the public log. Returns its sequence number. */
export async function insertFreeze(tx: Tx, freeze: Freeze): Promise<number> {
  const { committed, list } = freeze;
  await tx
    .insertInto("draws")
    .values({
      lottery_id: committed.drawId,
      algorithm: committed.algorithm,
      chain_hash: committed.chainHash,
      chain: JSON.stringify(freeze.chain),
      is_demo: freeze.isDemo,
      closed_at: committed.closedAt,
      frozen_at: freeze.frozenAt,
      entries_sha256: committed.entriesSha256,
      merkle_root: committed.merkleRoot,
      n: committed.n,
      prizes: committed.picks,
      prize_count: committed.prizeRules?.prizes ?? null,
      one_prize_a_person: committed.prizeRules?.onePrizeAPerson ?? null,
      round: committed.round,
      commitment: freeze.commitment,
      prize_document: freeze.prize.document,
      prize_sha256: committed.prizeSha256 ?? null,
      early_reason: freeze.earlyReason ?? null,
      left_out: freeze.leftOut,
    })
    .execute();
  const blocks = list.blocks.map(({ firstTicket, root }, block) => ({
    lottery_id: committed.drawId,
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
    // A trigger assigns the number, in the order of the commits.
    .values({ sequence: 1, lottery_id: committed.drawId, commitment: freeze.commitment, at: freeze.frozenAt })
    .returning("sequence")
    .executeTakeFirstOrThrow();
  return line.sequence;
}
