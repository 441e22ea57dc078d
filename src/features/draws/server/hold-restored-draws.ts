/** Of a backup that has been restored: no draw seals a second list by itself that may have been sealed, and even drawn, since the backup was taken. */
import { recordChange } from "#features/accounts/server/actor.ts";
import { raiseAlert } from "#features/accounts/server/raise-alert.ts";
import { entriesDue } from "#features/lotteries/rules/draw-dates.ts";
import { setAutoDraw } from "#features/lotteries/server/stock-store.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { listWaitingForFreeze } from "./step-store.ts";

/** Those are drawn by hand from now on: two commitments for one draw are what a dishonest shop would have. */
export async function holdRestoredDraws(tx: Tx, at: Date): Promise<void> {
  for (const { id, ...ending } of await listWaitingForFreeze(tx)) {
    if (entriesDue(ending) > at) continue;
    await setAutoDraw(tx, id, false);
    await recordChange(tx, {
      actor: { kind: "command" },
      action: "draw.by_hand",
      subjectType: "lottery",
      subjectId: id,
      before: { draws_by_itself: true },
      after: { draws_by_itself: false },
      reason: "A backup was restored.",
      at,
    });
    await raiseAlert(tx, { kind: "draw_held", subject: { type: "lottery", id }, at });
  }
}
