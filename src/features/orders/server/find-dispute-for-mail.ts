/** A dispute as the mails about it tell of it. */
import type { Ctx } from "#platform/ctx.server.ts";
import { type DisputeStory, findDisputeStory } from "./dispute-reading-store.ts";

/** Undefined for an unknown id. */
export async function findDisputeForMail(ctx: Pick<Ctx, "db">, disputeId: string): Promise<DisputeStory | undefined> {
  return findDisputeStory(ctx.db, disputeId);
}
