/** What the shop may say of itself in numbers, counted and not written down. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Pence } from "#shared/money.ts";
import { countFigureRows, countPaidOnly, hasPublished } from "./store.ts";

export type Figures = {
  /** Draws that have a winner. */
  readonly won: number;
  /** What their prizes were worth together. */
  readonly prizes: Pence;
  /** Ticket numbers issued in all draws so far, paid and free. */
  readonly tickets: number;
};

/** Counted from the database at each call; cheap, because each draw keeps its own count. */
export async function countFigures(ctx: Pick<Ctx, "db">): Promise<Figures> {
  return countFigureRows(ctx);
}

/** Draws on sale that nobody can enter free. */
export async function countWithoutFreeEntry(ctx: Pick<Ctx, "db">): Promise<number> {
  return countPaidOnly(ctx);
}

/** Whether there is a draw that visitors may see. */
export async function isAnyPublished(ctx: Pick<Ctx, "db">): Promise<boolean> {
  return hasPublished(ctx);
}
