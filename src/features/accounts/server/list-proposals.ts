import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { kindsSeenBy, PROPOSAL_KINDS, type ProposalKind } from "../rules/proposals.ts";
import { type Actor, findRole } from "./actor.ts";
import { listContacts } from "./list-contacts.ts";
import {
  countOpenProposals,
  findConfirmedProposal,
  findOpenProposal,
  listProposalRows,
  listWaitingBatches,
  type ProposalRow,
  setProposalPayload,
} from "./proposal-store.ts";

export type ListedProposal = ProposalRow & { readonly proposer: string; readonly decider: string };

const SHOWN = 50;

/** What whoever asks may see; nothing for whoever has no right to look. The shop's own command line and its jobs see all. */
async function kindsFor(ctx: Pick<Ctx, "db" | "log">, actor: Actor): Promise<readonly ProposalKind[]> {
  return actor.kind === "admin" ? kindsSeenBy(await findRole(ctx, actor.id)) : PROPOSAL_KINDS;
}

/** The open ones first, then the newest, of those that whoever asks may see. One whose time is over counts as expired, also before anybody has tidied. */
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

export async function countProposals(ctx: Pick<Ctx, "db" | "log" | "now">, actor: Actor): Promise<Result<number, "forbidden">> {
  const kinds = await kindsFor(ctx, actor);
  return kinds.length === 0 ? err("forbidden") : ok(await countOpenProposals(ctx.db, kinds, ctx.now()));
}

export async function findOpen(ctx: Pick<Ctx, "db">, id: string): Promise<ProposalRow | undefined> {
  return isUuid(id) ? findOpenProposal(ctx.db, id) : undefined;
}

/** Undefined for one that is unknown, open or refused. */
export async function findConfirmed(ctx: Pick<Ctx, "db">, id: string): Promise<ProposalRow | undefined> {
  return findConfirmedProposal(ctx.db, id);
}

/** Since when there are cards that are not on the list yet, because a second person has to look at them, or has just done so; by lottery id. */
export async function listWaitingCards({ db }: { readonly db: Db | Tx }): Promise<ReadonlyMap<string, Date>> {
  return listWaitingBatches(db);
}

export async function keepRest(ctx: Pick<Ctx, "db">, id: string, payload: unknown): Promise<void> {
  await setProposalPayload(ctx.db, id, payload);
}
