/** What only a clock decides, and nobody takes back, is done by one that somebody else shares: a machine that wakes up in another year does none of it. */

import { compareClocks } from "#features/accounts/server/compare-clocks.ts";
import { raiseAlert, withdrawAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";

const ALERT = { kind: "wrong_clock", subject: { type: "shop", id: "clock" } } as const;

/** Runs a task only while this machine's clock and the database's agree; otherwise the staff are told. */
export function whereClockFits(ctx: Pick<Ctx, "db" | "log" | "now">, run: () => Promise<unknown>): () => Promise<void> {
  let hasRaised = false;
  return async () => {
    const { off, fits, at } = await compareClocks(ctx);
    if (!fits) {
      ctx.log.error(
        { alert: "wrong_clock", seconds: Math.round(off / 1000) },
        "the clocks of this machine and the database disagree",
      );
      await raiseAlert(ctx.db, { ...ALERT, at });
      hasRaised = true;
      return;
    }
    if (hasRaised) await withdrawAlert(ctx.db, { ...ALERT, at });
    hasRaised = false;
    await run();
  };
}

/** The same of what somebody does at once, such as a command, which says so itself. */
export async function doesClockFit(ctx: Pick<Ctx, "db" | "now">): Promise<boolean> {
  return (await compareClocks(ctx)).fits;
}
