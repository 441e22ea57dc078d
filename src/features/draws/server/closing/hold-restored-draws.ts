/** After a restore, no draw freezes automatically if it may have been frozen since the backup. */
import { recordChange } from "#features/access/server/actor.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import { entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import { setAutoDraw } from "#features/lotteries/server/stock-store.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { listWaitingForFreeze } from "../drawing/step-store.ts";

/**
 * Makes these draws manual, since two commitments for one draw would look like fraud. `at`: the time of the
 * restore.
 */
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
