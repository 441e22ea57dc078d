/** Reports drawn people who joined the staff after the freeze. They may not win, and are replaced. */

import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import { isAnyExcludedStaff } from "#features/staff/server/team/staff-exclusion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";

/** Called for each new winner. Picks are final, so staff replace the winner with a published reason. */
export async function alertStaffWinner(
  ctx: Pick<Ctx, "env">,
  tx: Tx,
  { lotteryId, winnerId, at }: { readonly lotteryId: string; readonly winnerId: string; readonly at: Date },
): Promise<void> {
  const about = { kind: "winner_is_staff", subject: { type: "lottery", id: lotteryId }, at } as const;
  if (await isAnyExcludedStaff(ctx, tx, [winnerId])) await raiseAlert(tx, about);
  else await withdrawAlert(tx, about);
}
