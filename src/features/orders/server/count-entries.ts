/** How many entries there have been, paid and free, and what was paid back: figures that the shop publishes. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Pence } from "#shared/money.ts";
import { countEntryRows } from "./sales-store.ts";

export type EntryFigures = {
  /** Tickets that are valid today. */
  readonly paid: number;
  readonly free: number;
  /** Refunds that the provider has carried out, and what they come to. */
  readonly refunds: number;
  readonly refunded: Pence;
};

export async function countEntries(ctx: Pick<Ctx, "db">): Promise<EntryFigures> {
  return countEntryRows(ctx.db);
}
