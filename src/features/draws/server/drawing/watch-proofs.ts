/** Verifies the stored proofs of the latest draws, so that staff learn of damage first. */
import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isBusy, isTransient } from "#shared/database-errors.ts";
import { findProof } from "../reading/find-draw.ts";
import { findDrawRow, listLatestDrawn } from "../reading/reading-store.ts";

type WatchCtx = Pick<Ctx, "db" | "log" | "now" | "beacon">;

/** The latest draws to verify: more than have pending hand-overs. */
const MOST_DRAWS = 50;

/** Checks commitment, seed and tickets against each other; of the list, only the picks. */
async function isProven(ctx: WatchCtx, lotteryId: string): Promise<boolean> {
  try {
    const [row, proof] = [await findDrawRow(ctx.db, lotteryId), await findProof(ctx, lotteryId)];
    const picks = row?.result?.picks.map(({ ticketNumber }) => ticketNumber).join();
    return (
      proof !== undefined &&
      proof.commitment === row?.committed?.commitment &&
      proof.seed === row.result?.seed &&
      proof.picks.map(({ ticket }) => ticket).join() === picks
    );
  } catch (error) {
    if (isTransient(error) || isBusy(error)) throw error;
    ctx.log.error({ err: error, lotteryId, alert: "proof_broken" }, "the stored proof of a draw is invalid");
    return false;
  }
}

/** Raises or withdraws the alert of each draw. Runs on a timer. */
export async function watchProofs(ctx: WatchCtx): Promise<void> {
  for (const lotteryId of await listLatestDrawn(ctx.db, MOST_DRAWS)) {
    const about = { subject: { type: "lottery", id: lotteryId }, at: ctx.now() } as const;
    if (await isProven(ctx, lotteryId)) await withdrawAlert(ctx.db, { kind: "proof_broken", ...about });
    else await raiseAlert(ctx.db, { kind: "proof_broken", ...about });
  }
}
