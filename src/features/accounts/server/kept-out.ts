/** Who works here takes part in no draw: the terms say so to everybody else, "Who can enter". */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isAnyOfStaff, selectIsStaff } from "./staff-store.ts";

export { selectIsStaff };

/** Where nothing is real, whoever sets the shop up tries out how it sells. */
export function isStaffKeptOut({ env }: { readonly env: Pick<Ctx["env"], "isDemo" | "isTestMode"> }): boolean {
  return !env.isDemo && !env.isTestMode;
}

/** Whether one of these accounts is somebody's on the staff, who takes part in nothing. */
export async function areKeptOut(
  ctx: Parameters<typeof isStaffKeptOut>[0],
  db: Db | Tx,
  userIds: readonly string[],
): Promise<boolean> {
  return isStaffKeptOut(ctx) && (await isAnyOfStaff(db, userIds));
}
