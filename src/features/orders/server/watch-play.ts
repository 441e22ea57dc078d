/** Looks once a day for signs that somebody's play may harm them, and puts those who show one on a list for staff. It decides nothing. */
import { raiseAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { orders } from "#platform/postgres/tables/orders.ts";
import { addMonths } from "#shared/dates.ts";
import { findSigns } from "./care-signs-store.ts";
import { deleteOldCases, saveSign } from "./care-store.ts";

/** As the privacy policy promises: after a case has ended. */
const KEEP_MONTHS = orders.care_cases.retentionMonths;

export async function watchPlay(ctx: Pick<Ctx, "db" | "now" | "env">): Promise<void> {
  const at = ctx.now();
  const found = await findSigns(ctx.db, ctx.env.care, at);
  await ctx.db.transaction().execute(async (tx) => {
    let opened = 0;
    for (const sign of found) opened += (await saveSign(tx, sign, at)) ? 1 : 0;
    // Who they are is seen by those who may: alerts are everybody's.
    const subject = { type: "shop", id: "care" } as const;
    if (opened > 0) await raiseAlert(tx, { kind: "signs_of_harm", subject, facts: { rows: opened }, at });
  });
}

export async function forgetCare(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteOldCases(ctx.db, addMonths(ctx.now(), -KEEP_MONTHS));
}
