/** How long winners wait for their prizes: a figure that the shop publishes. */
import type { Ctx } from "#platform/ctx.server.ts";
import { handoverState } from "../rules/prize.ts";
import { listHandovers, measureHandoverRows } from "./reading-store.ts";

/** Whole days from the draw to the handover, on average; undefined where nothing is handed over yet. */
export type Handovers = { readonly days: number | undefined };

export async function measureHandovers(ctx: Pick<Ctx, "db">): Promise<Handovers> {
  return { days: await measureHandoverRows(ctx.db) };
}

/** Prizes that should have been handed over by now. */
export async function countLateHandovers(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  const waiting = await listHandovers(ctx.db);
  return waiting.filter(({ drawnAt }) => handoverState(drawnAt, ctx.now()) === "late").length;
}
