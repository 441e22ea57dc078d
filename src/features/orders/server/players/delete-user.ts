/** Erasure by staff. Live tickets, or many erasures in a day, need a second administrator. */
import { type Actor, findRole, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { listJoinedPeople } from "#features/accounts/server/person/join-person.ts";
import { exceedsExclusionLimit } from "#features/player-protection/server/exclusion-limit.ts";
import { needsSecondAdmin, propose } from "#features/staff/server/approvals/propose.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { listLiveRows } from "../holds/live-store.ts";
import { sumRefundable } from "../refunds/refund-reading-store.ts";
import { type EraseError, eraseIn, eraseUser, Refused } from "./erase-user.ts";

/** `reason_needed`: a proposal needs one. `already_proposed`: a colleague has proposed the erasure. */
export type DeleteUserError = EraseError | ReauthRefusal | "reason_needed" | "already_proposed";

/** Payload of a `person_erase` proposal: tickets in coming draws, and the refund for them. */
export type ProposedErasure = { readonly tickets: number; readonly amount: Pence; readonly forGood?: boolean | undefined };

const LONGEST_REASON = 500;

/** The daily limit of erasures without approval is reached. */
class TooManyUnapproved extends Error {}

/** The tickets of the whole account in coming draws, and the money to refund to these people. */
async function ticketsToGiveUp(
  db: Db,
  userId: string,
  people: readonly string[],
): Promise<ProposedErasure & { readonly isFrozen: boolean }> {
  const live = await listLiveRows(db, userId);
  let amount = 0;
  for (const id of people) amount += (await sumRefundable(db, "user_id", id)).amount;
  return {
    tickets: live.reduce((sum, { tickets }) => sum + tickets, 0),
    amount: pence(amount),
    isFrozen: live.some((each) => each.isFrozen),
  };
}

type AuditEntry = { userId: string; reason: string; auditDetails: Readonly<Record<string, unknown>> };

async function record(ctx: Ctx, tx: Tx, actor: Actor, { userId, reason, auditDetails }: AuditEntry): Promise<void> {
  await recordChange(tx, {
    ...{ actor, action: "user.delete", subjectType: "user", subjectId: userId, at: ctx.now() },
    ...{ after: { erased: true, ...auditDetails }, reason: reason || undefined },
  });
}

/** Erases a person, `forGood` on their request. The command line needs no second administrator. */
export async function deleteUser(
  ctx: Ctx,
  actor: Actor,
  userId: string,
  { reason: typedReason = "", forGood = false }: { readonly reason?: string; readonly forGood?: boolean } = {},
): Promise<Result<"proposed" | undefined, DeleteUserError>> {
  const reauth = await requireReauth(ctx, actor, "people.erase");
  if (!reauth.ok) return reauth;
  if (!isUuid(userId)) return err("not_found");
  const reason = typedReason.trim().slice(0, LONGEST_REASON);
  const readTickets = async () => ticketsToGiveUp(ctx.db, userId, [userId, ...(await listJoinedPeople(ctx, userId))]);
  const needsApproval = actor.kind === "admin" && (await readTickets()).tickets > 0;
  const proposeErasure = async (): Promise<Result<"proposed", DeleteUserError>> => {
    if (await findRole(ctx, userId)) return err("administrator");
    const live = await readTickets();
    if (live.isFrozen) return err("frozen");
    if (reason === "") return err("reason_needed");
    const payload: ProposedErasure = { tickets: live.tickets, amount: live.amount, ...(forGood && { forGood }) };
    const proposed = await ctx.db
      .transaction()
      .execute((tx) => propose(ctx, tx, actor, { kind: "person_erase", subjectId: userId, payload, reason }));
    return proposed.ok ? ok("proposed") : proposed;
  };
  if (needsApproval && (await needsSecondAdmin(ctx.db, actor, "person_erase"))) return proposeErasure();
  const auditDetails = { ...(needsApproval && { alone: true }), ...(forGood && { for_good: true }) };
  try {
    return await eraseUser(ctx, userId, {
      tickets: "refund",
      forGood,
      before: async (tx) => {
        if (await exceedsExclusionLimit(ctx, tx, actor, userId)) throw new TooManyUnapproved();
      },
      record: (tx) => record(ctx, tx, actor, { userId, reason, auditDetails }),
    });
  } catch (error) {
    if (error instanceof TooManyUnapproved) return proposeErasure();
    throw error;
  }
}

/**
 * Carries out a confirmed `person_erase` proposal; the caller runs `endHoldsOf` first.
 * @returns the photos to delete after the commit; `tickets_changed` if the tickets or the refund differ
 */
export async function eraseAsProposed(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  proposed: ProposedErasure & {
    readonly id: string;
    readonly subjectId: string;
    readonly reason: string;
    readonly isDryRun: boolean;
  },
): Promise<Result<readonly string[], EraseError | "tickets_changed">> {
  const { id, subjectId: userId, reason, tickets, amount, forGood = false, isDryRun } = proposed;
  const people = [userId, ...(await listJoinedPeople({ db: tx }, userId))];
  const live = await ticketsToGiveUp(tx, userId, people);
  if (live.tickets !== tickets || live.amount !== amount) return err("tickets_changed");
  const auditDetails = { proposal_id: id, ...(forGood && { for_good: true }) };
  try {
    const write = () => record(ctx, tx, actor, { userId, reason, auditDetails });
    return ok(await eraseIn(ctx, tx, people, { tickets: "refund", forGood, record: write, isDryRun }));
  } catch (error) {
    if (error instanceof Refused) return err(error.reason);
    throw error;
  }
}
