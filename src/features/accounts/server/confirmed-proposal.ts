/** A proposal that a second administrator has confirmed, for whoever carries it out in steps. */
import type { Ctx } from "#platform/ctx.server.ts";
import { findConfirmedProposal, type ProposalRow, setProposalPayload } from "./proposal-store.ts";

/** Undefined for one that is unknown, open or refused. */
export async function findConfirmed(ctx: Pick<Ctx, "db">, id: string): Promise<ProposalRow | undefined> {
  return findConfirmedProposal(ctx.db, id);
}

/** What is left of it to do; what was personal in it goes. */
export async function keepRest(ctx: Pick<Ctx, "db">, id: string, payload: unknown): Promise<void> {
  await setProposalPayload(ctx.db, id, payload);
}
