/** Guards irreversible, time-based work against a wrong local clock. */

import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import { compareClocks } from "#features/accounts/server/compare-clocks.ts";
import type { Ctx } from "#platform/ctx.server.ts";

const ALERT = { kind: "wrong_clock", subject: { type: "shop", id: "clock" } } as const;

/** Runs a task only while this machine's clock and the database's agree; otherwise alerts staff. */
export function ifClockAgrees(ctx: Pick<Ctx, "db" | "log" | "now">, run: () => Promise<unknown>): () => Promise<void> {
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

/** The same check for commands, which report it themselves. */
export async function doesClockAgree(ctx: Pick<Ctx, "db" | "now">): Promise<boolean> {
  return (await compareClocks(ctx)).fits;
}
