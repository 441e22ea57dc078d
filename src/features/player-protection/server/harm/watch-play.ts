/** Finds signs of harm once a day and opens cases for staff. It decides nothing. */
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { playerProtection } from "#platform/postgres/tables/player-protection.ts";
import { addMonths } from "#shared/dates/dates.ts";
import { deleteOldCases, saveSign } from "./harm-case-store.ts";
import { findSigns } from "./harm-signs-store.ts";

/** How long a closed case is stored, as the privacy policy promises. */
const KEEP_MONTHS = playerProtection.care_cases.retentionMonths;

/** Stores the signs of today and raises one alert for new cases. */
export async function watchPlay(ctx: Pick<Ctx, "db" | "now" | "env">): Promise<void> {
  const at = ctx.now();
  const found = await findSigns(ctx.db, ctx.env.harmThresholds, at);
  await ctx.db.transaction().execute(async (tx) => {
    let opened = 0;
    for (const sign of found) opened += (await saveSign(tx, sign, at)) ? 1 : 0;
    // All staff see alerts, so this one names no player.
    const subject = { type: "shop", id: "care" } as const;
    if (opened > 0) await raiseAlert(tx, { kind: "signs_of_harm", subject, facts: { rows: opened }, at });
  });
}

/** Deletes cases that were closed long ago. */
export async function forgetHarmCases(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteOldCases(ctx.db, addMonths(ctx.now(), -KEEP_MONTHS));
}
