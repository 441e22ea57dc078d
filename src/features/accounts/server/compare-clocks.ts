/** Compares this machine's clock with the database's. */
import type { Ctx } from "#platform/ctx.server.ts";
import { readClock } from "./clock-store.ts";

/** Largest accepted difference. The same limit as for the clock of the randomness beacon. */
const MOST_OFF_MS = 60_000;

/** The context with the earlier of both clocks, so that a fast clock ends nothing early. */
export async function byTheEarlierClock<C extends Pick<Ctx, "db" | "now">>(ctx: C): Promise<C> {
  const { off } = await compareClocks(ctx);
  return off > MOST_OFF_MS ? { ...ctx, now: () => new Date(ctx.now().getTime() - off) } : ctx;
}

/**
 * `off`: how far this clock is ahead, in ms, including the query's duration. `fits`: it is less than a
 * minute. `at`: the database's clock.
 */
export async function compareClocks({
  db,
  now,
}: Pick<Ctx, "db" | "now">): Promise<{ readonly off: number; readonly fits: boolean; readonly at: Date }> {
  const at = (await readClock(db)) ?? now();
  const off = now().getTime() - at.getTime();
  return { off, fits: Math.abs(off) <= MOST_OFF_MS, at };
}
