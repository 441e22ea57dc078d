import { hasRight, type Role } from "#features/access/rules/rights.ts";
import { type Actor, adminIdOf, may, type ReauthRefusal, requireReauth } from "#features/access/server/actor.ts";
import { findAdminRole, lockAdminRows } from "#features/access/server/admin-store.ts";
import { lockAccount } from "#features/accounts/server/sign-in/credential-store.ts";
/** Changes or removes a staff role. Changes of owners need an owner, and approval if there are two. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { concernsOwners, isLastOwner, LONGEST_STAFF_REASON } from "../../rules/staff.ts";
import { needsSecondAdmin, propose } from "../approvals/propose.ts";
import { writeRole } from "./appoint-admin.ts";

export type RoleChange = {
  readonly userId: string;
  /** The role that the page showed. If it has changed, the change is refused. */
  readonly from: Role;
  /** Undefined: no role any more. */
  readonly to: Role | undefined;
};
/** `role_changed`: a colleague was first. */
export type RoleRefusal = "not_staff" | "role_changed" | "same_role" | "last_owner";
export type ChangeRoleError = ReauthRefusal | RoleRefusal | "reason_needed" | "already_proposed";

/** Changes or proposes. Owners may step down without approval while another owner remains. */
export async function changeRole(
  ctx: Ctx,
  actor: Actor,
  change: RoleChange & { readonly reason: string },
): Promise<Result<"proposed" | "done", ChangeRoleError>> {
  const reauth = await requireReauth(ctx, actor, "staff.write");
  if (!reauth.ok) return reauth;
  const { userId, from, to } = change;
  const reason = change.reason.trim().slice(0, LONGEST_STAFF_REASON);
  const isOwners = concernsOwners(from, to);
  if (isOwners && !(await may(ctx, actor, "staff.owners"))) return err("forbidden");
  return ctx.db.transaction().execute(async (tx) => {
    const allowed = await lockForChange(tx, change);
    if (!allowed.ok) return allowed;
    if (!(await isStillAllowed(tx, actor))) return err("forbidden");
    const stepsDown = userId === adminIdOf(actor);
    const needsApproval = isOwners && !stepsDown;
    if (needsApproval && (await needsSecondAdmin(tx, actor, "owner_change"))) {
      if (reason === "") return err("reason_needed");
      const payload = { from, to: to ?? null };
      const proposed = await propose(ctx, tx, actor, { kind: "owner_change", subjectId: userId, payload, reason });
      return proposed.ok ? ok("proposed") : proposed;
    }
    const auditDetails = needsApproval ? { alone: true } : undefined;
    await writeRole(ctx, tx, actor, { userId, before: from, after: to, auditDetails, reason });
    return ok("done");
  });
}

/** Carries out a confirmed proposal. */
export async function changeRoleAsProposed(
  ctx: Pick<Ctx, "jobs" | "now">,
  tx: Tx,
  actor: Actor,
  proposed: Pick<RoleChange, "from" | "to"> & { readonly id: string; readonly subjectId: string; readonly reason: string },
): Promise<Result<undefined, RoleRefusal>> {
  const change = { userId: proposed.subjectId, from: proposed.from, to: proposed.to };
  const allowed = await lockForChange(tx, change);
  if (!allowed.ok) return allowed;
  const auditDetails = { proposal_id: proposed.id };
  await writeRole(ctx, tx, actor, {
    userId: change.userId,
    before: change.from,
    after: change.to,
    auditDetails,
    reason: proposed.reason,
  });
  return ok();
}

/** Locks all administrators, so that two cannot remove each other at once. */
async function lockForChange(tx: Tx, { userId, from, to }: RoleChange): Promise<Result<undefined, RoleRefusal>> {
  if (!isUuid(userId) || !(await lockAccount(tx, userId))) return err("not_staff");
  const staff = await lockAdminRows(tx);
  const now = staff.find(({ id }) => id === userId)?.role;
  if (now === undefined) return err("not_staff");
  if (now !== from) return err("role_changed");
  if (now === to) return err("same_role");
  return now === "owner" && isLastOwner(staff, userId) ? err("last_owner") : ok();
}

/** Whether the actor still may: they may have lost the role while waiting for the lock. */
async function isStillAllowed(tx: Tx, actor: Actor): Promise<boolean> {
  if (actor.kind !== "admin") return true;
  const row = await findAdminRole(tx, actor.id);
  return hasRight(row, "staff.write");
}
