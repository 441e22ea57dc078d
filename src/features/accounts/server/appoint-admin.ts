/** Who administers the shop: appointed and dismissed on the shop's own command line, never from a browser. */
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { normalEmail } from "../rules/email-address.ts";
import { type Actor, recordChange } from "./actor.ts";
import { type AdminRow, deleteAdminRow, findAccountId, insertAdminRow, listAdminRows, lockAdminRows } from "./admin-store.ts";

const COMMAND: Actor = { kind: "command" };
type Reach = Pick<Ctx, "db" | "now">;

/** @returns `no_account` where nobody has registered with this address; `already` for an administrator */
export async function appointAdmin(ctx: Reach, email: string): Promise<Result<undefined, "no_account" | "already">> {
  return ctx.db.transaction().execute(async (tx) => {
    const id = await findAccountId(tx, normalEmail(email));
    if (id === undefined) return err("no_account");
    if (!(await insertAdminRow(tx, id, ctx.now()))) return err("already");
    await recordChange(tx, { actor: COMMAND, action: "admin.add", subjectType: "user", subjectId: id, at: ctx.now() });
    return ok();
  });
}

/** @returns `last_admin` where nobody would be left; `not_admin`; `no_account` */
export async function dismissAdmin(
  ctx: Reach,
  email: string,
): Promise<Result<undefined, "no_account" | "not_admin" | "last_admin">> {
  return ctx.db.transaction().execute(async (tx) => {
    const id = await findAccountId(tx, normalEmail(email));
    if (id === undefined) return err("no_account");
    // All of them are locked, so that two who dismiss each other cannot both succeed.
    const admins = await lockAdminRows(tx);
    if (!admins.includes(id)) return err("not_admin");
    if (admins.length === 1) return err("last_admin");
    await deleteAdminRow(tx, id);
    await recordChange(tx, { actor: COMMAND, action: "admin.remove", subjectType: "user", subjectId: id, at: ctx.now() });
    return ok();
  });
}

/** By address. An account that was erased is no administrator any more. */
export async function listAdmins(ctx: Pick<Ctx, "db">): Promise<AdminRow[]> {
  return listAdminRows(ctx.db);
}
