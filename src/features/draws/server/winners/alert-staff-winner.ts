/** Reports drawn people who joined the staff after the freeze. They may not win, and are replaced. */

import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import { isAnyExcludedStaff } from "#features/staff/server/team/staff-exclusion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";

/**
 * Raises or withdraws the alert of a draw with these winners. Picks are final, so staff are replaced for a
 * published reason.
 */
export async function alertStaffWinner(
  ctx: Pick<Ctx, "env">,
  tx: Tx,
  { lotteryId, winnerIds, at }: { readonly lotteryId: string; readonly winnerIds: readonly string[]; readonly at: Date },
): Promise<void> {
  const about = { kind: "winner_is_staff", subject: { type: "lottery", id: lotteryId }, at } as const;
  if (await isAnyExcludedStaff(ctx, tx, [...winnerIds])) await raiseAlert(tx, about);
  else await withdrawAlert(tx, about);
}
