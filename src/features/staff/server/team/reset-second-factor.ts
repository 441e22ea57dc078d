/** Removes the second factor of a person who lost their phone. */
import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { findAccountId, findAdminRole } from "#features/access/server/admin-store.ts";
import { normalEmail } from "#features/accounts/rules/person/email-address.ts";
import { deletePasskeysSince, listPasskeyRows } from "#features/accounts/server/second-factor/passkey-store.ts";
import { deleteSecondFactor, findSecondFactor } from "#features/accounts/server/second-factor/second-factor-store.ts";
import { mailOwner } from "#features/accounts/server/sign-in/check-code.ts";
import { deleteSessions, lockAccount } from "#features/accounts/server/sign-in/credential-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { hasOtherDecider } from "../approvals/proposal-store.ts";
import { propose } from "../approvals/propose.ts";

/** Removes it at once. For the command line, which needs no approval. */
export async function resetSecondFactor(
  ctx: Pick<Ctx, "db" | "now" | "jobs">,
  email: string,
): Promise<Result<undefined, "no_account" | "no_factor">> {
  return ctx.db.transaction().execute(async (tx) => {
    const userId = await findAccountId(tx, normalEmail(email));
    if (userId === undefined) return err("no_account");
    return removeFactor(ctx, tx, { kind: "command" }, { userId });
  });
}

type FactorRemoval = {
  readonly userId: string;
  /** For the audit log: the confirmed proposal, or `alone` if no second administrator had to confirm. */
  readonly auditDetails?: { readonly proposal_id: string } | { readonly alone: true };
  readonly reason?: string;
};

/** Passkeys are removed, too: they were on the lost phone. Ends all sessions and mails the owner. */
async function removeFactor(
  ctx: Pick<Ctx, "now" | "jobs">,
  tx: Tx,
  actor: Actor,
  { userId, auditDetails, reason }: FactorRemoval,
): Promise<Result<undefined, "no_factor">> {
  const account = await lockAccount(tx, userId);
  const hadPasskeys = account !== undefined && (await deletePasskeysSince(tx, userId, new Date(0))) > 0;
  if (!account || (!(await deleteSecondFactor(tx, userId)) && !hadPasskeys)) return err("no_factor");
  const ended = await deleteSessions(tx, userId);
  const after = { sessions_ended: ended, ...auditDetails };
  const subject = { subjectType: "user", subjectId: userId };
  await recordChange(tx, { actor, action: "factor.reset", ...subject, after, reason, at: ctx.now() });
  await mailOwner(ctx, tx, userId, "second-factor-reset");
  return ok();
}

/** `own`: their own factor. `needs_two`: an administrator's needs two others, and there are not enough. */
export type FactorResetRefusal =
  | ReauthRefusal
  | "not_found"
  | "no_factor"
  | "own"
  | "reason_needed"
  | "needs_two"
  | "already_proposed";

/** Without a second administrator, resets a player's at once, an administrator's on the command line only. */
export async function proposeFactorReset(
  ctx: Ctx,
  actor: Actor,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): Promise<Result<"proposed" | "done", FactorResetRefusal>> {
  const reauth = await requireReauth(ctx, actor, "people.reset_factor");
  if (!reauth.ok) return reauth;
  if (actor.kind !== "admin") return err("forbidden");
  if (!isUuid(userId)) return err("not_found");
  if (userId === actor.id) return err("own");
  const why = reason.trim().slice(0, 500);
  if (why === "") return err("reason_needed");
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, userId))) return err("not_found");
    if (!(await findSecondFactor(tx, userId)) && (await listPasskeyRows(tx, userId)).length === 0) return err("no_factor");
    if (await hasOtherDecider(tx, "second_factor_reset", [actor.id, userId])) {
      const proposed = await propose(ctx, tx, actor, {
        kind: "second_factor_reset",
        subjectId: userId,
        payload: {},
        reason: why,
      });
      return proposed.ok ? ok("proposed") : proposed;
    }
    if (await findAdminRole(tx, userId)) return err("needs_two");
    const done = await removeFactor(ctx, tx, actor, { userId, auditDetails: { alone: true }, reason: why });
    return done.ok ? ok("done") : done;
  });
}

/** Carries out a confirmed proposal. `own`: the confirming administrator is its subject. */
export async function resetAsProposed(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  proposed: { readonly id: string; readonly subjectId: string; readonly reason: string },
): Promise<Result<undefined, "own" | "no_factor">> {
  const { id, subjectId: userId, reason } = proposed;
  if (actor.kind === "admin" && actor.id === userId) return err("own");
  return removeFactor(ctx, tx, actor, { userId, auditDetails: { proposal_id: id }, reason });
}
