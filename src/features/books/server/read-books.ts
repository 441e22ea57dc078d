/**
 * What the pages of the books show: months, days, payouts and profits. All require the right `books.read`.
 */
import { type Actor, may } from "#features/access/server/actor.ts";
import { byTheEarlierClock } from "#features/accounts/server/compare-clocks.ts";
import { type Charity, charityDue } from "#features/lotteries/rules/prize/charity.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { addDays, type Day, londonDate } from "#shared/dates/dates.ts";
import type { Pence } from "#shared/money/money.ts";
import { err, ok } from "#shared/result.ts";
import { addLines } from "../rules/lines.ts";
import { isOver, monthOf, nextMonth } from "../rules/month.ts";
import { rateOn, ratesAfter } from "../rules/rates.ts";
import { type CharitySums, listCharitySums } from "./charity-store.ts";
import { findLabels } from "./journal/close-store.ts";
import { listVatRates } from "./journal/journal-store.ts";
import { bookAll } from "./journal/update-journal.ts";
import { countPayoutRows, listDifferences, listPayoutRows, sumBalances } from "./payout-store.ts";
import {
  type DrawRow,
  countDrawRows,
  countEntryRows,
  listCostlyDraws,
  listDayRows,
  listDrawRows,
  listEntryRows,
  listMonthRows,
} from "./report-store.ts";

type Reading = Pick<Ctx, "db" | "log" | "now" | "env">;
export const ENTRIES_PER_PAGE = 50;
export const PAYOUTS_PER_PAGE = 25;
export const DRAWS_PER_PAGE = 25;
const DIFFERENCES_SHOWN = 20;

const mayRead = (ctx: Reading, actor: Actor) => may(ctx, actor, "books.read");

/** Books the shop's own data, so that figures are current. Fees and payouts follow with the hourly run. */
async function bookCurrent(ctx: Reading): Promise<void> {
  await bookAll(await byTheEarlierClock(ctx));
}

function isEarlierOpen(months: Awaited<ReturnType<typeof listMonthRows>>, month: Day): boolean {
  return months.some((each) => each.month < month && each.closedAt === undefined);
}

/** A month with its days, totals and settings; by default the current one. */
export async function showMonth(ctx: Reading, actor: Actor, chosenMonth: Day | undefined) {
  if (!(await mayRead(ctx, actor))) return err("forbidden");
  await bookCurrent(ctx);
  const today = londonDate(ctx.now());
  const month = chosenMonth ?? monthOf(today);
  const [months, days, rates, labels] = await Promise.all([
    listMonthRows(ctx.db),
    listDayRows(ctx.db, month, nextMonth(month)),
    listVatRates(ctx.db),
    findLabels(ctx.db),
  ]);
  const shown = months.find((each) => each.month === month);
  return ok({
    month,
    months: months.some((each) => each.month === monthOf(today))
      ? months
      : [{ month: monthOf(today), closedAt: undefined }, ...months],
    closedAt: shown?.closedAt,
    canClose: isOver(month, ctx.now()) && shown?.closedAt === undefined && !isEarlierOpen(months, month),
    isOver: isOver(month, ctx.now()),
    days,
    totals: addLines(days.map(({ sums }) => sums)),
    today,
    labels,
    vat: (["sales", "fees", "prizes"] as const).map((group) => ({
      ...{ group, ...rateOn(rates, group, today) },
      later: ratesAfter(rates, group, today),
    })),
  });
}

/** A page of the entries of one day. */
export async function showDay(ctx: Reading, actor: Actor, day: Day, page: number) {
  if (!(await mayRead(ctx, actor))) return err("forbidden");
  const next = addDays(day, 1);
  const [entries, found] = await Promise.all([
    listEntryRows(ctx.db, day, next, { limit: ENTRIES_PER_PAGE, offset: (page - 1) * ENTRIES_PER_PAGE }),
    countEntryRows(ctx.db, day, next),
  ]);
  return ok({ day, entries, found });
}

/**
 * `reconciled`: the movements add up to the payout and match the journal; `differs`: an order differs, or a
 * movement belongs to no order; `waiting`: not all movements are reported yet; `untold`: the provider
 * reports none.
 */
export type Reconciled = "reconciled" | "differs" | "waiting" | "untold";

/** A page of payouts, each compared with the journal. */
export async function listPayouts(ctx: Reading & Pick<Ctx, "payments">, actor: Actor, page: number) {
  if (!(await mayRead(ctx, actor))) return err("forbidden");
  await bookCurrent(ctx);
  const reporting = ctx.payments.all.flatMap(({ name, balance }) => (balance ? name : []));
  const [rows, found, differences, balance] = await Promise.all([
    listPayoutRows(ctx.db, { limit: PAYOUTS_PER_PAGE, offset: (page - 1) * PAYOUTS_PER_PAGE }),
    countPayoutRows(ctx.db),
    listDifferences(ctx.db, { reporting, limit: DIFFERENCES_SHOWN }),
    sumBalances(ctx.db),
  ]);
  const stateOf = ({ isItemised, sum, amount, foreign, differences: own }: (typeof rows)[number]): Reconciled => {
    if (!isItemised) return "untold";
    if (sum !== amount) return "waiting";
    return foreign > 0 || own.length > 0 ? "differs" : "reconciled";
  };
  return ok({ payouts: rows.map((row) => ({ ...row, reconciled: stateOf(row) })), found, differences, balance });
}

/** What the draw's charity is due, and what it was paid. */
function charityOf({ charity }: DrawRow, sums: CharitySums | undefined) {
  return charity && sums && { name: charity.name, due: charityDue(charity, sums.sales), paid: sums.paid, paidOn: sums.paidOn };
}

/** What a draw's charity is due by the current books, and what it was paid. Checks no right. */
export async function readCharity(
  ctx: Reading,
  lotteryId: string,
  charity: Charity,
): Promise<{ due: Pence; paid: Pence } | undefined> {
  await bookCurrent(ctx);
  const sums = (await listCharitySums(ctx.db, [lotteryId])).get(lotteryId);
  return sums && { due: charityDue(charity, sums.sales), paid: sums.paid };
}

export async function listProfits(ctx: Reading, actor: Actor, page: number) {
  if (!(await mayRead(ctx, actor))) return err("forbidden");
  await bookCurrent(ctx);
  const [draws, found, choices] = await Promise.all([
    listDrawRows(ctx.db, { limit: DRAWS_PER_PAGE, offset: (page - 1) * DRAWS_PER_PAGE }),
    countDrawRows(ctx.db),
    listCostlyDraws(ctx.db),
  ]);
  const sums = await listCharitySums(
    ctx.db,
    draws.map(({ lotteryId }) => lotteryId),
  );
  return ok({ draws: draws.map((draw) => ({ ...draw, charity: charityOf(draw, sums.get(draw.lotteryId)) })), found, choices });
}
