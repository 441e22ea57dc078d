/** What only a clock decides, and nobody takes back, is done by one that somebody else shares: a machine that wakes up in another year does none of it. */
import { sql } from "kysely";
import { raiseAlert, withdrawAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";

/** The same as from the beacon, which has no say in what expires. */
const MOST_OFF_MS = 60_000;
const ALERT = { kind: "wrong_clock", subject: { type: "shop", id: "clock" } } as const;

/**
 * Of each run of a task: only while this machine's clock and the database's agree. Otherwise the staff are told, and the task waits for its next
 * run; a machine whose clock is right does it meanwhile.
 */
export function whereClockFits(ctx: Pick<Ctx, "db" | "log" | "now">, run: () => Promise<unknown>): () => Promise<void> {
  let hasRaised = false;
  return async () => {
    const { off, at } = await compare(ctx);
    if (isTooFar(off)) {
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

/**
 * For a task that has to go on whatever the clocks say: where this machine's is ahead of the database's, by that one, so that nothing ends before its time
 * because one of them is fast.
 */
export async function byTheEarlierClock<C extends Pick<Ctx, "db" | "now">>(ctx: C): Promise<C> {
  const { off } = await compare(ctx);
  return off > MOST_OFF_MS ? { ...ctx, now: () => new Date(ctx.now().getTime() - off) } : ctx;
}

/** The same of what somebody does at once, such as a command, which says so itself. */
export async function doesClockFit(ctx: Pick<Ctx, "db" | "now">): Promise<boolean> {
  return !isTooFar((await compare(ctx)).off);
}

function isTooFar(off: number): boolean {
  return Math.abs(off) > MOST_OFF_MS;
}

/** `off`: how much this clock is ahead, in milliseconds; what the answer took is in it. `at`: by the database's. */
async function compare({ db, now }: Pick<Ctx, "db" | "now">): Promise<{ readonly off: number; readonly at: Date }> {
  const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(db);
  const [{ at } = { at: now() }] = rows;
  return { off: now().getTime() - at.getTime(), at };
}
