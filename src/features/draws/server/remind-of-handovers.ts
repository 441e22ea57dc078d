/** Reminds staff of prizes that have not been handed over: after 20 days, and again when the 30 days are over. */
import { raiseAlert, withdrawAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { handoverState } from "../rules/prize.ts";
import { listHandovers } from "./reading-store.ts";

export async function remindOfHandovers(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = ctx.now();
  for (const { lotteryId, drawnAt } of await listHandovers(ctx.db)) {
    const subject = { type: "lottery", id: lotteryId } as const;
    const state = handoverState(drawnAt, at);
    if (state === "soon") await raiseAlert(ctx.db, { kind: "handover_soon", subject, at });
    if (state === "late") {
      await withdrawAlert(ctx.db, { kind: "handover_soon", subject, at });
      await raiseAlert(ctx.db, { kind: "handover_late", subject, at });
    }
  }
}
