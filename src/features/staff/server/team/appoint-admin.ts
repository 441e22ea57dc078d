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
type Reach = Pick<Ctx, "db" | "now" | "jobs">;

/** @returns `no_account`: unknown address. `already`: has this role. Another role is replaced. */
export async function appointAdmin(
  ctx: Reach,
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

export async function dismissAdmin(
  ctx: Reach,
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

export async function listAdmins(ctx: Pick<Ctx, "db">): Promise<AdminRow[]> {
  return listAdminRows(ctx.db);
}

type RoleWriting = {
  readonly userId: string;
  readonly before: Role | undefined;
  readonly after: Role | undefined;
  /** Additional facts for the log, such as that no approval was possible. */
  readonly auditDetails?: Readonly<Record<string, unknown>> | undefined;
  readonly reason?: string | undefined;
};

/** Also deletes open invitations of a person who may no longer invite. */
export async function writeRole(
  ctx: Pick<Ctx, "jobs" | "now">,
  tx: Tx,
  actor: Actor | { readonly kind: "owner"; readonly id: string },
  { userId, before, after, auditDetails, reason }: RoleWriting,
): Promise<void> {
  const at = ctx.now();
  if (after === undefined) await deleteAdminRow(tx, userId);
  else if (before === undefined) await insertAdminRow(tx, userId, after, at);
  else await setAdminRole(tx, userId, after, at);
  if (!hasRight(after, "staff.write") || (before === "owner" && after !== "owner")) await deleteInvitationsBy(tx, userId);
  const invited = actor.kind === "owner";
  await recordChange(tx, {
    actor,
    action: after === undefined ? "admin.remove" : before ? "admin.role" : invited ? "admin.accept" : "admin.add",
    subjectType: "user",
    subjectId: userId,
    before: before && { role: before },
    after: after || auditDetails ? { ...(after && { role: after }), ...auditDetails } : undefined,
    reason: reason || undefined,
    at,
  });
  await mailRoleChange(ctx, tx, actor, { userId, before, after });
}
