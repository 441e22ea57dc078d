/** Appoints and dismisses staff on the command line, and writes roles for all use-cases. */
import { hasRight, type Role } from "#features/access/rules/rights.ts";
import { type Actor, recordChange } from "#features/access/server/actor.ts";
import {
  type AdminRow,
  deleteAdminRow,
  findAccountId,
  insertAdminRow,
  listAdminRows,
  lockAdminRows,
  setAdminRole,
} from "#features/access/server/admin-store.ts";
import { normalEmail } from "#features/accounts/rules/person/email-address.ts";
import { lockAccount } from "#features/accounts/server/sign-in/credential-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isLastOwner } from "../../rules/staff.ts";
import { deleteInvitationsBy } from "./invitation-store.ts";
import { mailRoleChange } from "./mail-staff.ts";

const COMMAND: Actor = { kind: "command" };
type Context = Pick<Ctx, "db" | "now" | "jobs">;

/**
 * Gives a registered person a role. @returns `no_account`: unknown address. `already`: has this role.
 * Another role is replaced.
 */
export async function appointAdmin(
  ctx: Context,
  email: string,
  role: Role = "owner",
): Promise<Result<undefined, "no_account" | "already" | "last_admin">> {
  return ctx.db.transaction().execute(async (tx) => {
    const id = await findAccountId(tx, normalEmail(email));
    // The account may have been erased in the meantime.
    if (id === undefined || !(await lockAccount(tx, id))) return err("no_account");
    const admins = await lockAdminRows(tx);
    const before = admins.find((admin) => admin.id === id)?.role;
    if (before === role) return err("already");
    if (before === "owner" && isLastOwner(admins, id)) return err("last_admin");
    await writeRole(ctx, tx, COMMAND, { userId: id, before, after: role });
    return ok();
  });
}

/** Takes a person's role. */
export async function dismissAdmin(
  ctx: Context,
  email: string,
): Promise<Result<undefined, "no_account" | "not_admin" | "last_admin">> {
  return ctx.db.transaction().execute(async (tx) => {
    const id = await findAccountId(tx, normalEmail(email));
    if (id === undefined) return err("no_account");
    // Locks all of them, so that two administrators cannot dismiss each other at once.
    const admins = await lockAdminRows(tx);
    const before = admins.find((admin) => admin.id === id)?.role;
    if (before === undefined) return err("not_admin");
    if (isLastOwner(admins, id)) return err("last_admin");
    await writeRole(ctx, tx, COMMAND, { userId: id, before, after: undefined });
    return ok();
  });
}

/** All staff, by address. */
export async function listAdmins(ctx: Pick<Ctx, "db">): Promise<AdminRow[]> {
  return listAdminRows(ctx.db);
}

function roleAction(actor: RoleActor, before: Role | undefined, after: Role | undefined) {
  if (after === undefined) return "admin.remove";
  if (before !== undefined) return "admin.role";
  return actor.kind === "account_owner" ? "admin.accept" : "admin.add";
}

/** `owner`: a person who accepts an invitation. */
type RoleActor = Actor | { readonly kind: "account_owner"; readonly id: string };

type RoleWriting = {
  readonly userId: string;
  readonly before: Role | undefined;
  readonly after: Role | undefined;
  /** Additional facts for the log, such as that no approval was possible. */
  readonly auditDetails?: Readonly<Record<string, unknown>> | undefined;
  readonly reason?: string | undefined;
};

/**
 * Stores, logs and mails a change of role; `before` and `after` undefined: none. Also deletes open
 * invitations by a person who may no longer invite.
 */
export async function writeRole(
  ctx: Pick<Ctx, "jobs" | "now">,
  tx: Tx,
  actor: RoleActor,
  { userId, before, after, auditDetails, reason }: RoleWriting,
): Promise<void> {
  const at = ctx.now();
  if (after === undefined) await deleteAdminRow(tx, userId);
  else if (before === undefined) await insertAdminRow(tx, userId, after, at);
  else await setAdminRole(tx, userId, after, at);
  if (!hasRight(after, "staff.write") || (before === "owner" && after !== "owner")) await deleteInvitationsBy(tx, userId);
  await recordChange(tx, {
    actor,
    action: roleAction(actor, before, after),
    subjectType: "user",
    subjectId: userId,
    before: before && { role: before },
    after: after || auditDetails ? { ...(after && { role: after }), ...auditDetails } : undefined,
    reason: reason || undefined,
    at,
  });
  await mailRoleChange(ctx, tx, actor, { userId, before, after });
}
