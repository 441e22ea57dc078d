/** Staff take part in no draw, as the terms ("Who can enter") say. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isAnyOfStaff, selectIsStaff } from "./staff-store.ts";

export { selectIsStaff };

/** In demo and test mode, staff may buy tickets. */
export function isStaffExcluded({ env }: { readonly env: Pick<Ctx["env"], "isDemo" | "isTestMode"> }): boolean {
  return !env.isDemo && !env.isTestMode;
}

export async function isAnyExcludedStaff(
  ctx: Parameters<typeof isStaffExcluded>[0],
  db: Db | Tx,
  userIds: readonly string[],
): Promise<boolean> {
  return isStaffExcluded(ctx) && (await isAnyOfStaff(db, userIds));
}
