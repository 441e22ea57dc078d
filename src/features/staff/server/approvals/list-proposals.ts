/** Reads proposals. */
import { type Actor, findRole } from "#features/access/server/actor.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { kindsSeenBy, PROPOSAL_KINDS, type ProposalKind } from "../../rules/proposals.ts";
import {
  findConfirmedProposal,
  findOpenProposal,
  listProposalRows,
  listWaitingBatches,
  type ProposalRow,
  setProposalPayload,
} from "./proposal-store.ts";

export type { ProposalRow };

/** `proposer`, `decider`: names, empty for erased people. */
export type ListedProposal = ProposalRow & { readonly proposer: string; readonly decider: string };

/** Most proposals on the page. */
const SHOWN = 50;

/** The kinds that the actor may see. The command line and jobs see all. */
async function kindsFor(ctx: Pick<Ctx, "db" | "log">, actor: Actor): Promise<readonly ProposalKind[]> {
  return actor.kind === "admin" ? kindsSeenBy(await findRole(ctx, actor.id)) : PROPOSAL_KINDS;
}

/** Proposals that the actor may see: open ones first, then the newest. Overdue ones count as expired. */
export async function listProposals(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
): Promise<Result<readonly ListedProposal[], "forbidden">> {
  const kinds = await kindsFor(ctx, actor);
  if (kinds.length === 0) return err("forbidden");
  const rows = await listProposalRows(ctx.db, kinds, SHOWN);
  const people = await listContacts(ctx, [
    ...new Set(rows.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy].flatMap((id) => id ?? []))),
  ]);
  const nameOf = (id: string | undefined) => {
    const person = id === undefined ? undefined : people.get(id);
    return person ? `${person.firstName} ${person.lastName}`.trim() : "";
  };
  const now = ctx.now();
  return ok(
    rows.map((row) => ({
      ...row,
      state: row.state === "open" && now >= row.expiresAt ? "expired" : row.state,
      proposer: nameOf(row.proposedBy),
      decider: nameOf(row.decidedBy),
    })),
  );
}

/** The proposal if it is open. */
export async function findOpen(ctx: Pick<Ctx, "db">, id: string): Promise<ProposalRow | undefined> {
  return isUuid(id) ? findOpenProposal(ctx.db, id) : undefined;
}

/** The proposal if it was confirmed. */
export async function findConfirmed(ctx: Pick<Ctx, "db">, id: string): Promise<ProposalRow | undefined> {
  return findConfirmedProposal(ctx.db, id);
}

/** Lottery ids with postal cards that await or have just passed approval, and since when. */
export async function listWaitingCards({ db }: { readonly db: Db | Tx }): Promise<ReadonlyMap<string, Date>> {
  return listWaitingBatches(db);
}

/** Replaces the payload of a decided batch by the cards that still must be entered. */
export async function storeRemainingCards(ctx: Pick<Ctx, "db">, id: string, payload: unknown): Promise<void> {
  await setProposalPayload(ctx.db, id, payload);
}
