/** Raises alerts for draws that wait too long, whatever the cause. */
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { contactState } from "../rules/prize.ts";
import { isOverdue } from "../rules/waiting.ts";
import { listUnderWay } from "./drawing/step-store.ts";
import { roundAt } from "./reading/find-draw.ts";
import { findDrawRow, listHandovers } from "./reading/reading-store.ts";

type RemindCtx = Pick<Ctx, "db" | "log" | "now" | "beacon">;

async function waitsTooLong(ctx: RemindCtx, draw: Awaited<ReturnType<typeof listUnderWay>>[number]): Promise<boolean> {
  try {
    const committed = (await findDrawRow(ctx.db, draw.id))?.committed;
    return isOverdue(draw, committed && roundAt(ctx, committed), ctx.now());
  } catch (error) {
    // advance-draws has raised an alert for a draw that cannot be read.
    ctx.log.error({ err: error, lotteryId: draw.id }, "a draw could not be read");
    return false;
  }
}

/** Checks all draws and first contacts with winners. Runs hourly; urgent causes have their own alerts. */
export async function remindOfDraws(ctx: RemindCtx): Promise<void> {
  const at = ctx.now();
  for (const draw of await listUnderWay(ctx.db, at))
    if (await waitsTooLong(ctx, draw))
      await raiseAlert(ctx.db, { kind: "draw_stuck", subject: { type: "lottery", id: draw.id }, at });
  for (const { lotteryId, wonAt, contactedAt } of await listHandovers(ctx.db))
    if (contactedAt === undefined && contactState(wonAt, at) === "late")
      await raiseAlert(ctx.db, { kind: "winner_not_contacted", subject: { type: "lottery", id: lotteryId }, at });
}
