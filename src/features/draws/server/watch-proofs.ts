/** Whether what the shop keeps of its latest draws still proves them: staff hear of damage before a visitor's check finds it. */
import { raiseAlert, withdrawAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isBusy, isTransient } from "#shared/database-errors.ts";
import { findProof } from "./find-draw.ts";
import { findDrawRow, listLatestDrawn } from "./reading-store.ts";

type Watching = Pick<Ctx, "db" | "log" | "now" | "beacon">;

/** Those whose winners wait for their prizes are among them; older ones anybody can check. */
const MOST = 50;

export async function watchProofs(ctx: Watching): Promise<void> {
  for (const lotteryId of await listLatestDrawn(ctx.db, MOST)) {
    const about = { subject: { type: "lottery", id: lotteryId }, at: ctx.now() } as const;
    if (await isProven(ctx, lotteryId)) await withdrawAlert(ctx.db, { kind: "proof_broken", ...about });
    else await raiseAlert(ctx.db, { kind: "proof_broken", ...about });
  }
}

/** That commitment, seed and tickets follow from each other and are those that are shown. Of the list only the picked places are looked at. */
async function isProven(ctx: Watching, lotteryId: string): Promise<boolean> {
  try {
    const [row, proof] = [await findDrawRow(ctx.db, lotteryId), await findProof(ctx, lotteryId)];
    const picks = row?.result?.picks.map(({ ticketNumber }) => ticketNumber).join();
    return (
      proof !== undefined &&
      proof.commitment === row?.committed?.commitment &&
      proof.seed === row.result?.seed &&
      proof.winners.map(({ ticket }) => ticket).join() === picks
    );
  } catch (error) {
    if (isTransient(error) || isBusy(error)) throw error;
    ctx.log.error({ err: error, lotteryId, alert: "proof_broken" }, "a draw is not proven by what is kept of it");
    return false;
  }
}
