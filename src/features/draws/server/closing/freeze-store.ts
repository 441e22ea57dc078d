/** SQL of the freeze: its time and the commitment. The caller holds the lottery's lock. */
import type { ChainInfo, Commitment, ListDigest } from "@concours/draw-protocol";
import { sql } from "kysely";
import type { SealedPrize } from "#features/lotteries/server/prize/seal-prize.ts";
import type { Tx } from "#platform/postgres/db.server.ts";

/** `now`, or the last ticket's time if another process's clock is ahead: no earlier event may be after it. */
export async function freezeInstant(tx: Tx, lotteryId: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    SELECT greatest(${now}::timestamptz, max(purchase_date), max(void_at)) AS at FROM tickets WHERE lottery_id = ${lotteryId}`.execute(
    tx,
  );
  const [row] = rows;
  // PostgreSQL has microseconds, JavaScript milliseconds: round up to include the last ticket.
  return row && row.at > now ? new Date(row.at.getTime() + 1) : now;
}

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

const BLOCKS_AT_ONCE = 5000;

/** Stores commitment, blocks and a line in the public log. Returns its sequence number. */
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
      prizes: c.picks,
      prize_count: c.prizeRules?.prizes ?? null,
      one_prize_a_person: c.prizeRules?.onePrizeAPerson ?? null,
      round: c.round,
      commitment: freeze.commitment,
      prize_document: freeze.prize.document,
      prize_sha256: c.prizeSha256 ?? null,
      early_reason: freeze.earlyReason ?? null,
      left_out: freeze.leftOut,
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
    // A trigger assigns the number, in the order of the commits.
    .values({ sequence: 1, lottery_id: c.drawId, commitment: freeze.commitment, at: freeze.frozenAt })
    .returning("sequence")
    .executeTakeFirstOrThrow();
  return line.sequence;
}
