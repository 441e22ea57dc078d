/** Draws the winner of a past demo draw: a real commitment, beacon round and proof. */
import { randomBytes } from "node:crypto";
import { commitmentHash, commitToDigest } from "@concours/draw-protocol";
import { insertFreeze } from "#features/draws/server/closing/freeze-store.ts";
import { digestEntries } from "#features/draws/server/closing/stream-entries.ts";
import { provePicks } from "#features/draws/server/drawing/prove-picks.ts";
import { insertResult } from "#features/draws/server/drawing/result-store.ts";
import { insertTimestamp } from "#features/draws/server/reading/log-store.ts";
import { sealPrize } from "#features/lotteries/server/prize/seal-prize.ts";
import { setSalesState } from "#features/lotteries/server/stock-store.ts";
import { DEMO_AUTHORITY, demoTimestamper } from "#platform/beacon/timestamp-demo.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";

const STAMPED_AFTER_MS = 2000;

/** Freezes the entries, commits, draws, and completes the lottery. Returns the winner's id. */
export async function finishDraw(
  { beacon, media }: Pick<Ctx, "beacon" | "media">,
  tx: Tx,
  lotteryId: string,
  at: Date,
): Promise<string> {
  const { chain, isDemo } = beacon;
  const closedAt = Math.floor(at.getTime() / 1000);
  const frozenAt = new Date(closedAt * 1000);
  await setSalesState(tx, lotteryId, "closed");
  const list = await digestEntries(tx, lotteryId, undefined);
  const prize = await sealPrize({ media, env: { isTestMode: false } }, tx, lotteryId);
  if (!prize) throw new Error(`The demonstration has no draw ${lotteryId}`);
  const inputs = commitToDigest({ drawId: lotteryId, closedAt, list, chain, prizeSha256: prize.sha256, prizeRules: prize.rules });
  const commitment = commitmentHash(inputs);
  await insertFreeze(tx, {
    committed: inputs,
    commitment,
    list,
    prize,
    chain,
    isDemo,
    frozenAt,
    earlyReason: undefined,
    leftOut: 0,
  });

  const authority = demoTimestamper({ random: randomBytes, now: () => new Date(frozenAt.getTime() + STAMPED_AFTER_MS) });
  const stamp = await authority.stamp(DEMO_AUTHORITY, commitment);
  if (!stamp.ok) throw new Error(`The demonstration's authority does not stamp: ${stamp.error}`);
  await insertTimestamp(tx, { lotteryId, url: DEMO_AUTHORITY, ...stamp.value });

  const round = await beacon.fetchRound(inputs.round);
  if (!round.ok) throw new Error(`The demonstration's beacon has no round ${inputs.round}: ${round.error}`);
  const { picks, prizes, seed } = await provePicks(
    tx,
    { inputs, chain, frozenAt, prize: prize.document, timestamps: [] },
    round.value,
  );
  const drawnAt = new Date(beacon.timeOf(inputs.round) * 1000);
  const [winner] = await insertResult(tx, { lotteryId, beacon: round.value, seed, picks, prizes, drawnAt });
  return winner?.winnerId ?? "";
}
