/** Invites people to the staff by mail. */
import { randomUUID } from "node:crypto";
import { hasRight, type Role } from "#features/access/rules/rights.ts";
import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { lockAdminRows } from "#features/access/server/admin-store.ts";
import { isEmailAddress, normalEmail } from "#features/accounts/rules/person/email-address.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Locale } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { invitationExpiresAt, LONGEST_STAFF_REASON, MOST_INVITATIONS } from "../../rules/staff.ts";
import { needsSecondAdmin, propose } from "../approvals/propose.ts";
import {
  deleteInvitation,
  insertInvitation,
  listInvitationRows,
  lockInvitation,
  markSent,
  renewInvitation,
} from "./invitation-store.ts";
import { mailInvitation } from "./mail-staff.ts";
import { isStaffAddress } from "./staff-store.ts";

/** `too_many_invitations`: `MOST_INVITATIONS` are open. */
export type InviteError =
  | ReauthRefusal
  | "email_invalid"
  | "already_staff"
  | "already_invited"
  | "reason_needed"
  | "too_many_invitations";

/**
 * Sends an invitation, or proposes it for an owner. Does not check whether the address has an account: that
 * would reveal it.
 */
export async function inviteStaff(
  ctx: Ctx,
  actor: Actor,
  invited: { readonly email: string; readonly role: Role; readonly locale: Locale; readonly reason: string },
): Promise<Result<"proposed" | "done", InviteError>> {
  const reauth = await requireReauth(ctx, actor, "staff.write");
  if (!reauth.ok) return reauth;
  if (actor.kind !== "admin") return err("forbidden");
  const { role, locale } = invited;
  if (role === "owner" && !(await may(ctx, actor, "staff.owners"))) return err("forbidden");
  const email = normalEmail(invited.email);
  if (!isEmailAddress(email)) return err("email_invalid");
  const reason = invited.reason.trim().slice(0, LONGEST_STAFF_REASON);
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await holdsRight(tx, actor.id, role))) return err("forbidden");
    if (await isStaffAddress(tx, email)) return err("already_staff");
    const now = ctx.now();
    const others = await listInvitationRows(tx);
    if (others.filter(({ expiresAt }) => expiresAt > now).length >= MOST_INVITATIONS) return err("too_many_invitations");
    const needsApproval = role === "owner" && (await needsSecondAdmin(tx, actor, "owner_invite"));
    if (needsApproval && reason === "") return err("reason_needed");
    const id = randomUUID();
    const invitation = { id, email, role, locale, invitedBy: actor.id, sentAt: needsApproval ? undefined : now };
    if (!(await insertInvitation(tx, { ...invitation, expiresAt: invitationExpiresAt(now) }, now))) return err("already_invited");
    if (needsApproval) {
      const proposed = await propose(ctx, tx, actor, { kind: "owner_invite", subjectId: id, payload: { role }, reason });
      if (!proposed.ok) throw new Error("a new invitation already has a proposal");
      return ok("proposed");
    }
    await mailInvitation(ctx, tx, invitation);
    const after = { role, ...(role === "owner" && { alone: true }) };
    await recordInvitation(ctx, tx, { actor, action: "admin.invite", id, after, reason });
    return ok("done");
  });
}

/** Carries out a confirmed proposal. `invitation_gone`: withdrawn, or the inviter lost the right. */
export async function inviteAsProposed(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  proposed: { readonly id: string; readonly subjectId: string; readonly reason: string },
): Promise<Result<undefined, "invitation_gone" | "already_staff">> {
  const staff = await lockAdminRows(tx);
  const invitation = await lockInvitation(tx, proposed.subjectId);
  if (!invitation || invitation.sentAt) return err("invitation_gone");
  if (!staff.some(({ id, role }) => id === invitation.invitedBy && hasRight(role, "staff.owners"))) return err("invitation_gone");
  if (await isStaffAddress(tx, invitation.email)) return err("already_staff");
  await markSent(tx, invitation.id, ctx.now(), invitationExpiresAt(ctx.now()));
  await mailInvitation(ctx, tx, invitation);
  const after = { role: invitation.role, proposal_id: proposed.id };
  await recordInvitation(ctx, tx, { actor, action: "admin.invite", id: invitation.id, after, reason: proposed.reason });
  return ok();
}

/** `waits`: a second owner has not confirmed it yet. */
export type InvitationError = ReauthRefusal | "invitation_gone" | "waits";

/** Sends the invitation again, valid for another seven days. Its new link replaces the old one. */
export async function inviteAgain(ctx: Ctx, actor: Actor, invitationId: string): Promise<Result<undefined, InvitationError>> {
  const reauth = await requireReauth(ctx, actor, "staff.write");
  if (!reauth.ok) return reauth;
  if (actor.kind !== "admin") return err("forbidden");
  if (!isUuid(invitationId)) return err("invitation_gone");
  return ctx.db.transaction().execute(async (tx) => {
    const staff = await lockAdminRows(tx);
    const invitation = await lockInvitation(tx, invitationId);
    if (!invitation) return err("invitation_gone");
    const own = staff.find(({ id }) => id === actor.id)?.role;
    if (!hasRight(own, invitation.role === "owner" ? "staff.owners" : "staff.write")) return err("forbidden");
    if (!invitation.sentAt) return err("waits");
    const at = ctx.now();
    const id = randomUUID();
    await renewInvitation(tx, invitation.id, { id, by: actor.id, at, expiresAt: invitationExpiresAt(at) });
    await mailInvitation(ctx, tx, { ...invitation, id, invitedBy: actor.id });
    const after = { role: invitation.role, invitation_id: id };
    await recordInvitation(ctx, tx, { actor, action: "admin.invite_again", id: invitation.id, after, reason: "" });
    return ok();
  });
}

/** Withdraws the invitation. */
export async function takeBackInvitation(
  ctx: Ctx,
  actor: Actor,
  invitationId: string,
): Promise<Result<undefined, "forbidden" | "invitation_gone">> {
  if (!(await may(ctx, actor, "staff.write"))) return err("forbidden");
  if (!isUuid(invitationId)) return err("invitation_gone");
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await deleteInvitation(tx, invitationId))) return err("invitation_gone");
    await recordInvitation(ctx, tx, { actor, action: "admin.uninvite", id: invitationId, after: undefined, reason: "" });
    return ok();
  });
}

/**
 * Whether this person may invite to the role. Under the lock of all administrators: they may have lost the
 * right meanwhile.
 */
async function holdsRight(tx: Tx, userId: string, role: Role): Promise<boolean> {
  const own = (await lockAdminRows(tx)).find(({ id }) => id === userId)?.role;
  return hasRight(own, role === "owner" ? "staff.owners" : "staff.write");
}

type Recorded = {
  actor: Actor;
  action: "admin.invite" | "admin.invite_again" | "admin.uninvite";
  id: string;
  after: Readonly<Record<string, unknown>> | undefined;
  reason: string;
};

async function recordInvitation(ctx: Ctx, tx: Tx, { actor, action, id, after, reason }: Recorded): Promise<void> {
  const subject = { subjectType: "invitation", subjectId: id };
  await recordChange(tx, { actor, action, ...subject, after, reason: reason || undefined, at: ctx.now() });
}
