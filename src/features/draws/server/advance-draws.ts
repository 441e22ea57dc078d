/** Takes every draw as far as it may go by itself: sales end at their time, lists freeze that were asked for, rounds that are out decide. */
import type { Ctx } from "#platform/ctx.server.ts";
import { closeSales } from "./close-sales.ts";
import { drawWinner } from "./draw-winner.ts";
import { freezeEntries } from "./freeze-entries.ts";
import { findDrawRow } from "./reading-store.ts";
import { listUnderWay } from "./step-store.ts";

type Advancing = Pick<Ctx, "db" | "log" | "now" | "beacon" | "jobs">;
const CLOCK = { kind: "clock" } as const;

/** One round. Each step looks anew at what is there, so a process may be killed between any two of them, and several may run at once. */
export async function advanceDraws(ctx: Advancing): Promise<void> {
  const underWay = await listUnderWay(ctx.db, ctx.now());
  // A beacon that hangs for one draw must not hold up the others.
  await Promise.all(
    underWay.map(({ id }) =>
      advance(ctx, id).catch((error: unknown) => ctx.log.error({ err: error, lottery: id }, "a draw could not go on")),
    ),
  );
}

async function advance(ctx: Advancing, lotteryId: string): Promise<void> {
  const at = { lotteryId };
  const draw = await findDrawRow(ctx.db, lotteryId);
  if (!draw) return;
  if (!draw.committed) {
    await closeSales(ctx, CLOCK, at);
    if (draw.askedAt === undefined && !draw.drawsByItself) return;
    const frozen = await freezeEntries(ctx, CLOCK, at);
    if (!frozen.ok) return;
  }
  const drawn = await drawWinner(ctx, CLOCK, at);
  if (!drawn.ok && drawn.error === "unreachable")
    ctx.log.warn(
      { lottery: lotteryId, alert: "beacon_unreachable" },
      "no relay gives the round that decides a draw; asking again",
    );
}
