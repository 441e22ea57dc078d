/** The takings of each payment provider, and the fees agreed with it. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { addDays, type Day, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { monthOf } from "../rules/month.ts";
import { type AgreedFee, feeOn, sumDays } from "../rules/rates.ts";
import { findLastFeeDay, insertFee, listFees, listProviderDays } from "./fee-store.ts";
import { lockJournal } from "./journal/journal-store.ts";

type Reading = Pick<Ctx, "db" | "env" | "log" | "now" | "payments" | "reads">;

/** The periods of the table of takings; all end today. */
export const SPANS = ["today", "week", "month", "days30"] as const;
export type Span = (typeof SPANS)[number];

/** Sums the takings of each configured provider by period; requires the right `payments.read`. */
export async function showTakings(ctx: Reading, actor: Actor) {
  if (!(await may(ctx, actor, "payments.read"))) return err("forbidden");
  const today = londonDate(ctx.now());
  const firsts: Readonly<Record<Span, Day>> = {
    today,
    week: addDays(today, -6),
    month: monthOf(today),
    days30: addDays(today, -29),
  };
  const first = Object.values(firsts).toSorted()[0] ?? today;
  const [days, fees] = await Promise.all([listProviderDays(ctx.reads, startOfLondonDay(first)), listFees(ctx.db)]);
  const takingsOf = (name: AgreedFee["provider"], reportsFees: boolean) => {
    const own = days.filter(({ provider }) => provider === name);
    return SPANS.map((span) => ({
      span,
      ...sumDays(
        own.filter(({ day }) => day >= firsts[span]),
        { reportsFees },
      ),
    }));
  };
  return ok({
    today,
    providers: ctx.payments.all.map(({ name, balance }) => ({
      name,
      reportsFees: balance !== undefined,
      fee: feeOn(fees, name, today),
      later: fees.findLast(({ provider, from }) => provider === name && from > today),
      takings: takingsOf(name, balance !== undefined),
    })),
  });
}

/** Stores a fee from a day on. `past`: fees of this day or a later one are in the journal already. */
export async function agreeFee(
  ctx: Pick<Ctx, "db" | "env" | "log" | "now">,
  actor: Actor,
  fee: AgreedFee,
): Promise<Result<undefined, "forbidden" | "past">> {
  if (!(await may(ctx, actor, "books.write"))) return err("forbidden");
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    // Blocks bookings in the meantime.
    await lockJournal(tx);
    const booked = await findLastFeeDay(tx, fee.provider);
    if (booked !== undefined && fee.from <= booked) return err("past");
    await insertFee(tx, { ...fee, at, by: adminIdOf(actor) });
    const after = { rate_points: fee.points, fixed_pence: fee.fixed, from_day: fee.from };
    await recordChange(tx, { actor, action: "books.fee", subjectType: "fee", subjectId: fee.provider, after, at });
    return ok();
  });
}
