/** Who administers the shop: appointed and dismissed on the shop's own command line; owners do the same for others under Staff. */
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { normalEmail } from "../rules/email-address.ts";
import type { Role } from "../rules/rights.ts";
import { isLastOwner } from "../rules/staff.ts";
import type { Actor } from "./actor.ts";
import { type AdminRow, findAccountId, listAdminRows, lockAdminRows } from "./admin-store.ts";
import { lockAccount } from "./credential-store.ts";
import { writeRole } from "./write-role.ts";

const COMMAND: Actor = { kind: "command" };
type Reach = Pick<Ctx, "db" | "now" | "jobs">;

/** @returns `no_account` where nobody has registered with this address; `already` for whoever has this role; another role is changed */
export async function appointAdmin(
  ctx: Reach,
  email: string,
  role: Role = "owner",
): Promise<Result<undefined, "no_account" | "already" | "last_admin">> {
  return ctx.db.transaction().execute(async (tx) => {
    const id = await findAccountId(tx, normalEmail(email));
    // Whoever is erased at this moment is nobody to appoint.
    if (id === undefined || !(await lockAccount(tx, id))) return err("no_account");
    const admins = await lockAdminRows(tx);
    const before = admins.find((admin) => admin.id === id)?.role;
    if (before === role) return err("already");
    if (before === "owner" && isLastOwner(admins, id)) return err("last_admin");
    await writeRole(ctx, tx, COMMAND, { userId: id, before, after: role });
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
    const before = admins.find((admin) => admin.id === id)?.role;
    if (before === undefined) return err("not_admin");
    if (isLastOwner(admins, id)) return err("last_admin");
    await writeRole(ctx, tx, COMMAND, { userId: id, before, after: undefined });
    return ok();
  });
}

/** By address. An account that was erased is no administrator any more. */
export async function listAdmins(ctx: Pick<Ctx, "db">): Promise<AdminRow[]> {
  return listAdminRows(ctx.db);
}
