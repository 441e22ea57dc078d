/** Whoever came to the staff when a list was fixed already is on it, and may be drawn. They may not win: the next reserve takes their place. */
import { areKeptOut } from "#features/accounts/server/kept-out.ts";
import { raiseAlert, withdrawAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";

/** As somebody becomes the winner. The picks are what they are, so somebody passes them over, with a reason that everybody reads. */
export async function tellOfStaff(
  ctx: Pick<Ctx, "env">,
  tx: Tx,
  { lotteryId, winnerId, at }: { readonly lotteryId: string; readonly winnerId: string; readonly at: Date },
): Promise<void> {
  const about = { kind: "winner_is_staff", subject: { type: "lottery", id: lotteryId }, at } as const;
  if (await areKeptOut(ctx, tx, [winnerId])) await raiseAlert(tx, about);
  else await withdrawAlert(tx, about);
}
