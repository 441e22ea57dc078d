/** The figures of the dashboard. */
import { type Actor, may } from "#features/access/server/actor.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { listLotteries } from "#features/lotteries/server/list-lotteries.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { addDays, type Day, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import {
  countActiveLotteries,
  countEntryRows,
  countValidTickets,
  listNewestOrders,
  listSalesDays,
  listTakings,
  type NewestOrder,
  type SalesDay,
  sumDisputed,
} from "./sales-store.ts";

const SALES_DAYS = 30;
const NEWEST_ORDERS = 7;

/** An active draw, and what the shop has taken for it. */
export type ActiveDraw = { readonly lottery: Lottery; readonly taken: Pence };
/** `tickets`: valid ones of all draws; `players`: their owners; `days`: the last 30, without gaps. */
export type Sales = {
  readonly activeLotteries: number;
  readonly tickets: number;
  readonly players: number;
  readonly days: readonly SalesDay[];
  /** Held by banks in disputes; not part of any revenue. */
  readonly disputed: Pence;
  readonly active: readonly ActiveDraw[];
  /** With the buyers' names; undefined without permission to see orders. */
  readonly newest: readonly NewestOrder[] | undefined;
};

function lastDays(today: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, i) => addDays(today, i + 1 - count));
}

/** Requires the right `sales.read`. */
export async function readSales(ctx: Pick<Ctx, "db" | "now" | "log">, actor: Actor): Promise<Result<Sales, "forbidden">> {
  if (!(await may(ctx, actor, "sales.read"))) return err("forbidden");
  const seesOrders = await may(ctx, actor, "orders.read");
  const days = lastDays(londonDate(ctx.now()), SALES_DAYS);
  const lotteries = await listLotteries(ctx, "active");
  const [activeLotteries, { tickets, holders }, sold, takings, newest, disputed] = await Promise.all([
    countActiveLotteries(ctx.db),
    countValidTickets(ctx.db),
    listSalesDays(ctx.db, startOfLondonDay(days[0] ?? londonDate(ctx.now()))),
    listTakings(
      ctx.db,
      lotteries.map(({ id }) => id),
    ),
    seesOrders ? listNewestOrders(ctx.db, NEWEST_ORDERS) : undefined,
    sumDisputed(ctx.db),
  ]);
  const byDay = new Map(sold.map((day) => [day.day, day]));
  return ok({
    activeLotteries,
    tickets,
    players: holders,
    disputed,
    days: days.map((day) => byDay.get(day) ?? { day, tickets: 0, revenue: pence(0) }),
    active: lotteries
      .map((lottery) => ({ lottery, taken: takings.get(lottery.id) ?? pence(0) }))
      .sort((a, b) => a.lottery.closesAt.getTime() - b.lottery.closesAt.getTime()),
    newest,
  });
}

/** Entries by payment and by post, and successful refunds. */
export type EntryFigures = {
  readonly paid: number;
  readonly free: number;
  readonly refunds: number;
  readonly refunded: Pence;
};

/** Over all draws. */
export async function countEntries(ctx: Pick<Ctx, "db">): Promise<EntryFigures> {
  return countEntryRows(ctx.db);
}
