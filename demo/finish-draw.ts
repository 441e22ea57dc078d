/** Draws the winner of a demo draw that lies in the past: a real commitment, a real round of the demonstration's beacon, a real proof. */
import { commitmentHash, commitToDigest } from "@concours/draw-protocol";
import { insertFreeze } from "#features/draws/server/freeze-store.ts";
import { provePicks } from "#features/draws/server/prove-picks.ts";
import { insertResult } from "#features/draws/server/result-store.ts";
import { setSalesState } from "#features/draws/server/step-store.ts";
import { digestEntries } from "#features/draws/server/stream-entries.ts";
import type { BeaconSource } from "#platform/beacon.server.ts";
import type { Tx } from "#platform/db.server.ts";

/** Freezes the entries as they stand, commits, draws, and completes the lottery. Returns the winner's id. */
export async function finishDraw(tx: Tx, beacon: BeaconSource, lotteryId: string, at: Date): Promise<string> {
  const { chain, isDemo } = beacon;
  const closedAt = Math.floor(at.getTime() / 1000);
  const frozenAt = new Date(closedAt * 1000);
  await setSalesState(tx, lotteryId, "closed");
  const list = await digestEntries(tx, lotteryId, undefined);
  const inputs = commitToDigest({ drawId: lotteryId, closedAt, list, chain });
  const commitment = commitmentHash(inputs);
  await insertFreeze(tx, { committed: inputs, commitment, list, chain, isDemo, frozenAt, earlyReason: undefined });

  const round = await beacon.fetchRound(inputs.round);
  if (!round.ok) throw new Error(`The demonstration's beacon has no round ${inputs.round}: ${round.error}`);
  const { winners, seed } = await provePicks(tx, { inputs, chain, frozenAt }, round.value);
  const picks = winners.map(({ prize, ticket }) => ({ prize, ticket }));
  return insertResult(tx, { lotteryId, beacon: round.value, seed, picks, drawnAt: new Date(beacon.timeOf(inputs.round) * 1000) });
}
