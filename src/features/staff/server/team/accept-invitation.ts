/** Accepts an invitation to the staff. */
import { hasRight, type Role } from "#features/access/rules/rights.ts";
import { lockAdminRows } from "#features/access/server/admin-store.ts";
import { lockForPost, takeOverPost } from "#features/accounts/server/person/join-person.ts";
import { endOtherSessionsIn } from "#features/accounts/server/sessions/end-sessions.ts";
import { findAccount, markVerified } from "#features/accounts/server/sign-in/credential-store.ts";
import { deleteLinks } from "#features/accounts/server/sign-in/link-store.ts";
import { linkIdOf } from "#features/accounts/server/sign-in/mail-links.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { writeRole } from "./appoint-admin.ts";
import { deleteInvitation, findOpenInvitation } from "./invitation-store.ts";

/** `hasAccount`: the address has an account already. */
export type InvitedTo = { readonly email: string; readonly role: Role; readonly hasAccount: boolean };

/**
 * The invitation of a valid link; undefined if it is used, withdrawn, expired or forged. The token proves
 * access to the mailbox.
 */
export async function findInvitation(ctx: Ctx, token: string): Promise<InvitedTo | undefined> {
  const id = linkIdOf(ctx, token);
  const invitation = id === undefined ? undefined : await findOpenInvitation(ctx.db, id, ctx.now());
  if (!invitation) return undefined;
  const { email, role } = invitation;
  return { email, role, hasAccount: (await findAccount(ctx.db, { email })) !== undefined };
}

/** `not_yours`: the account has another address. */
export type AcceptError = "linkExpired" | "not_yours" | "already_staff";

/**
 * Accepts an invitation to the account's own address, and uses up its link. All other sessions end and this
 * one gets a new token (returned, if there was a session): a stolen session would gain staff rights.
 */
export async function acceptInvitation(
  ctx: Ctx,
  visitor: { readonly id: string; readonly sessionId: string | undefined },
  token: string,
): Promise<Result<{ readonly role: Role; readonly sessionToken: string | undefined }, AcceptError>> {
  const id = linkIdOf(ctx, token);
  const found = id === undefined ? undefined : await findOpenInvitation(ctx.db, id, ctx.now());
  if (id === undefined || !found) return err("linkExpired");
  return ctx.db.transaction().execute(async (tx) => {
    const account = await lockForPost(tx, visitor.id, found.email);
    if (account?.email !== found.email) return err("not_yours");
    const staff = await lockAdminRows(tx);
    const invitation = await findOpenInvitation(tx, id, ctx.now());
    if (!invitation || !(await deleteInvitation(tx, id))) return err("linkExpired");
    const inviter = staff.find((each) => each.id === invitation.invitedBy)?.role;
    if (!hasRight(inviter, invitation.role === "owner" ? "staff.owners" : "staff.write")) return err("linkExpired");
    if (staff.some((each) => each.id === account.id)) return err("already_staff");
    if (!account.email_verified) {
      await markVerified(tx, account.id, found.email, ctx.now());
      await takeOverPost(ctx, tx, account.id, found.email);
      await deleteLinks(tx, account.id, ["verify-email"]);
    }
    const sessionToken = await endOtherSessionsIn(ctx, tx, visitor);
    const actor = { kind: "account_owner", id: account.id } as const;
    const auditDetails = { invited_by: invitation.invitedBy };
    await writeRole(ctx, tx, actor, { userId: account.id, before: undefined, after: invitation.role, auditDetails });
    return ok({ role: invitation.role, sessionToken });
  });
}
