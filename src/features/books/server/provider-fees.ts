import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { addDays, type Day, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { monthOf } from "../rules/month.ts";
import { type AgreedFee, feeOn, sumDays } from "../rules/rates.ts";
import { findLastFeeDay, insertFee, listFees, listProviderDays } from "./fee-store.ts";
import { lockJournal } from "./journal/journal-store.ts";

type Reading = Pick<Ctx, "db" | "env" | "log" | "now" | "payments" | "reads">;

export const SPANS = ["today", "week", "month", "days30"] as const;
export type Span = (typeof SPANS)[number];

/** The takings of each provider with keys: today, in seven days, this month, and in 30 days. */
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
  const of = (name: AgreedFee["provider"], tells: boolean) => {
    const own = days.filter(({ provider }) => provider === name);
    return SPANS.map((span) => ({
      span,
      ...sumDays(
        own.filter(({ day }) => day >= firsts[span]),
        { tells },
      ),
    }));
  };
  return ok({
    today,
    providers: ctx.payments.all.map(({ name, balance }) => ({
      name,
      tells: balance !== undefined,
      fee: feeOn(fees, name, today),
      later: fees.findLast(({ provider, from }) => provider === name && from > today),
      takings: of(name, balance !== undefined),
    })),
  });
}

/** `past`: fees of a day from then on are in the journal already. */
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
