/** Draws the winner of a demo draw that lies in the past: a real commitment, a real round of the demonstration's beacon, a real proof. */
import { commitmentHash, commitTo, proveDraw, writeEntries } from "@concours/draw-protocol";
import type { BeaconSource } from "#platform/beacon.server.ts";
import type { Tx } from "#platform/db.server.ts";

/** Freezes the entries as they stand, commits, draws, and completes the lottery. Returns the winner's id. */
export async function finishDraw(tx: Tx, beacon: BeaconSource, lotteryId: string, frozenAt: Date): Promise<string> {
  const tickets = await tx
    .selectFrom("tickets")
    .select(["ticket_number", "tag", "user_id"])
    .where("lottery_id", "=", lotteryId)
    .where("void_at", "is", null)
    .orderBy("ticket_number")
    .execute();
  const entries = writeEntries(tickets.map((ticket) => ({ number: ticket.ticket_number, tag: ticket.tag.toString("hex") })));
  const closedAt = Math.floor(frozenAt.getTime() / 1000);
  const committed = commitTo({ drawId: lotteryId, closedAt, entries, chain: beacon.chain });
  const round = await beacon.fetchRound(committed.round);
  if (!round.ok) throw new Error(`The demonstration's beacon has no round ${committed.round}: ${round.error}`);
  const proof = proveDraw({ committed, entries, chain: beacon.chain, beacon: round.value });
  const winner = tickets.find((ticket) => ticket.ticket_number === proof.winners[0]?.ticket);
  if (!winner) throw new Error("The winning ticket is not among the entries");

  await tx.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", lotteryId).execute();
  await tx
    .insertInto("draws")
    .values({
      lottery_id: lotteryId,
      chain_hash: committed.chainHash,
      is_demo: beacon.isDemo,
      closed_at: closedAt,
      frozen_at: new Date(closedAt * 1000),
      entries_sha256: committed.entriesSha256,
      merkle_root: committed.merkleRoot,
      n: committed.n,
      prizes: committed.prizes,
      round: committed.round,
      commitment: commitmentHash(committed),
      beacon_signature: proof.beacon.signature,
      beacon_randomness: proof.beacon.randomness,
      seed: proof.seed,
      drawn_at: new Date(beacon.timeOf(committed.round) * 1000),
    })
    .execute();
  await tx
    .insertInto("draw_log")
    .values({ sequence: 1, lottery_id: lotteryId, commitment: proof.commitment, at: frozenAt })
    .execute();
  const picks = proof.winners.map((pick) => ({ lottery_id: lotteryId, pick: pick.prize, ticket_number: pick.ticket }));
  await tx.insertInto("draw_picks").values(picks).execute();
  await tx
    .updateTable("lotteries")
    .set({ status: "completed", sales_state: "drawn", winner_id: winner.user_id })
    .where("id", "=", lotteryId)
    .execute();
  return winner.user_id;
}
