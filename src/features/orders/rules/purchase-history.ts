/** A player's purchases by draw, with their numbers and sums. */
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { isFrozen, type SalePhase, salePhase } from "#features/lotteries/rules/lifecycle.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { entryCount } from "#features/lotteries/rules/purchase/odds.ts";
import type { PackName } from "#features/lotteries/rules/purchase/pricing.ts";
import type { Picture } from "#shared/brand/picture.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import { ticketPrefix } from "#shared/ids.ts";
import type { Locale } from "#shared/language/locale.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { EntryCount } from "#shared/money/odds.ts";
import type { LotteryStatus, PaidOrderState } from "#shared/states.ts";

/**
 * An order of a player that has not expired. `returning`: on its way back; `valid`: its tickets that are not
 * void.
 */
export type HistoryOrder = {
  readonly id: string;
  readonly orderNumber: string;
  readonly lotteryId: string;
  readonly kind: "paid" | "free";
  readonly state: Exclude<PaidOrderState, "expired"> | "disputed" | "free" | "void";
  readonly isOver: boolean;
  readonly quantity: number;
  readonly pack: PackName | undefined;
  readonly total: Pence;
  readonly captured: Pence;
  readonly refunded: Pence;
  readonly returning: Pence;
  /** Held or kept by banks. */
  readonly withBank: Pence;
  /** When it was settled, or else created. */
  readonly at: Date;
  readonly valid: number;
  /** The valid ones that are excluded while a bank decides. */
  readonly suspended: number;
};

/** A draw in which the player has orders. */
export type EnteredDraw = {
  readonly id: string;
  readonly title: string;
  readonly status: LotteryStatus;
  readonly phase: SalePhase;
  readonly endDate: string;
  readonly dates: DrawDates;
  readonly isFrozen: boolean;
  readonly hasCash: boolean;
  /** Of the prizes after the first one. */
  readonly furtherTitles: readonly string[];
  /** The number of entries, for the odds. */
  readonly among: EntryCount;
  readonly picture: Picture | undefined;
  readonly prefix: string;
  readonly numbers: readonly number[];
  /** Tickets from cards, and void ones. */
  readonly free: number;
  readonly gone: number;
  /** Valid tickets that are excluded while a bank decides about their payment. */
  readonly suspended: number;
  /** Net cost of the player's tickets: paid, less refunds. */
  readonly spent: Pence;
  /** Paid at first, refunded of it, and still to be refunded. */
  readonly paid: Pence;
  readonly refunded: Pence;
  readonly returning: Pence;
  /** Taken back by the player's bank, finally or until it decides. */
  readonly withBank: Pence;
  /** Tickets of settled purchases and entries, void ones included. */
  readonly bought: number;
  readonly purchases: number;
  readonly firstAt: Date | undefined;
  readonly lastAt: Date | undefined;
  readonly orders: readonly HistoryOrder[];
};

/** `tickets`: valid ones; `draws`: those in which the player has any. */
export type PurchaseHistory = {
  readonly tickets: number;
  readonly draws: number;
  readonly spent: Pence;
  readonly live: readonly EnteredDraw[];
  readonly past: readonly EnteredDraw[];
};

/** `numbers`: the valid tickets by draw. */
type Purchases = {
  readonly orders: readonly HistoryOrder[];
  readonly numbers: ReadonlyMap<string, readonly number[]>;
  readonly lotteries: ReadonlyMap<string, Lottery>;
};

/** What an order has cost: without money that is owed or on its way back, and without money held by banks. */
function spentOn({ state, isOver, captured, refunded, returning, withBank }: HistoryOrder): number {
  if (isOver || (state !== "paid" && state !== "disputed")) return 0;
  return Math.max(0, captured - refunded - returning - withBank);
}

function sum(orders: readonly HistoryOrder[], valueOf: (order: HistoryOrder) => number): number {
  return orders.reduce((total, order) => total + valueOf(order), 0);
}

function enteredDraw(
  lottery: Lottery,
  own: readonly HistoryOrder[],
  numbers: readonly number[],
  locale: Locale,
  now: Date,
): EnteredDraw {
  const orders = own.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const settled = orders.filter((order) => order.state !== "reserved" && order.state !== "awaiting_payment");
  const isFree = (order: HistoryOrder) => order.kind === "free";
  return {
    id: lottery.id,
    title: inLanguage(lottery.title, locale),
    status: lottery.status,
    phase: salePhase(lottery, now),
    endDate: lottery.endDate,
    dates: drawDates(lottery),
    isFrozen: isFrozen(lottery),
    hasCash: lottery.cash !== undefined,
    furtherTitles: lottery.furtherPrizes.map((prize) => inLanguage(prize.title, locale)),
    among: entryCount(lottery, now),
    picture: lottery.images[0]?.picture,
    prefix: ticketPrefix(lottery.shortNumber),
    numbers,
    free: sum(orders.filter(isFree), (order) => order.valid),
    gone: sum(settled, (order) => order.quantity - order.valid),
    suspended: sum(settled, (order) => order.suspended),
    spent: pence(sum(orders, spentOn)),
    paid: pence(sum(settled, (order) => order.captured)),
    refunded: pence(sum(settled, (order) => order.refunded)),
    returning: pence(sum(settled, (order) => Math.max(0, order.captured - order.refunded - order.withBank - spentOn(order)))),
    withBank: pence(sum(settled, (order) => order.withBank)),
    bought: sum(settled, (order) => order.quantity),
    purchases: settled.length,
    firstAt: settled.at(-1)?.at,
    lastAt: settled[0]?.at,
    orders,
  };
}

/** The time of the newest order, in ms. */
function newest(draw: EnteredDraw): number {
  return draw.orders[0]?.at.getTime() ?? 0;
}

/**
 * Groups orders by draw. Live draws are sorted by their newest purchase, past ones by the end of their
 * sales.
 */
export function purchaseHistory({ orders, numbers, lotteries }: Purchases, locale: Locale, now: Date): PurchaseHistory {
  const byDraw = Map.groupBy(orders, (order) => order.lotteryId);
  const draws = [...byDraw].flatMap(([id, own]) => {
    const lottery = lotteries.get(id);
    return lottery ? [enteredDraw(lottery, own, numbers.get(id) ?? [], locale, now)] : [];
  });
  return {
    tickets: draws.reduce((sum, draw) => sum + draw.numbers.length, 0),
    draws: draws.filter((draw) => draw.numbers.length > 0).length,
    spent: pence(draws.reduce((sum, draw) => sum + draw.spent, 0)),
    live: draws.filter((draw) => draw.status === "active").sort((a, b) => newest(b) - newest(a)),
    past: draws.filter((draw) => draw.status !== "active").sort((a, b) => b.endDate.localeCompare(a.endDate)),
  };
}
