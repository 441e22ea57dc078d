/** How long winners wait for their prizes: a figure that the shop publishes. */
import type { Ctx } from "#platform/ctx.server.ts";
import { measureHandoverRows } from "./reading-store.ts";

/** Whole days from the draw to the handover, on average; undefined where nothing is handed over yet. */
export type Handovers = { readonly days: number | undefined };

export async function measureHandovers(ctx: Pick<Ctx, "db">): Promise<Handovers> {
  return { days: await measureHandoverRows(ctx.db) };
}
