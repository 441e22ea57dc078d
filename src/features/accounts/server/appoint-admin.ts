/** Who administers the shop: appointed and dismissed on the shop's own command line; owners do the same for others under Staff. */
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { normalEmail } from "../rules/email-address.ts";
import type { Role } from "../rules/rights.ts";
import { type Actor, recordChange } from "./actor.ts";
import {
  type AdminRow,
  deleteAdminRow,
  findAccountId,
  insertAdminRow,
  listAdminRows,
  lockAdminRows,
  setAdminRole,
} from "./admin-store.ts";

const COMMAND: Actor = { kind: "command" };
type Reach = Pick<Ctx, "db" | "now">;

/** @returns `no_account` where nobody has registered with this address; `already` for whoever has this role; another role is changed */
export async function appointAdmin(
  ctx: Reach,
  email: string,
  role: Role = "owner",
): Promise<Result<undefined, "no_account" | "already" | "last_admin">> {
  return ctx.db.transaction().execute(async (tx) => {
    const id = await findAccountId(tx, normalEmail(email));
    if (id === undefined) return err("no_account");
    const admins = await lockAdminRows(tx);
    const before = admins.find((admin) => admin.id === id)?.role;
    if (before === role) return err("already");
    if (before === "owner" && isLastOwner(admins, id)) return err("last_admin");
    if (before === undefined) await insertAdminRow(tx, id, role, ctx.now());
    else await setAdminRole(tx, id, role);
    await recordChange(tx, {
      actor: COMMAND,
      action: before === undefined ? "admin.add" : "admin.role",
      subjectType: "user",
      subjectId: id,
      before: before && { role: before },
      after: { role },
      at: ctx.now(),
    });
    return ok();
  });
}

/** @returns `last_admin` where no owner would be left; `not_admin`; `no_account` */
export async function dismissAdmin(
  ctx: Reach,
  email: string,
): Promise<Result<undefined, "no_account" | "not_admin" | "last_admin">> {
  return ctx.db.transaction().execute(async (tx) => {
    const id = await findAccountId(tx, normalEmail(email));
    if (id === undefined) return err("no_account");
    // All of them are locked, so that two who dismiss each other cannot both succeed.
    const admins = await lockAdminRows(tx);
    if (!admins.some((admin) => admin.id === id)) return err("not_admin");
    if (isLastOwner(admins, id)) return err("last_admin");
    await deleteAdminRow(tx, id);
    await recordChange(tx, { actor: COMMAND, action: "admin.remove", subjectType: "user", subjectId: id, at: ctx.now() });
    return ok();
  });
}

/** Whether nobody else could give rights away. `admins` are locked. */
export function isLastOwner(admins: readonly { readonly id: string; readonly role: Role }[], id: string): boolean {
  const owners = admins.filter(({ role }) => role === "owner");
  return owners.length === 1 && owners[0]?.id === id;
}

/** By address. An account that was erased is no administrator any more. */
export async function listAdmins(ctx: Pick<Ctx, "db">): Promise<AdminRow[]> {
  return listAdminRows(ctx.db);
}
