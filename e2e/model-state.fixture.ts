/** The expected state of an order: refunds, disputed and lost amounts, and the remaining tickets. */

import { PACKS, quote } from "#features/lotteries/rules/purchase/pricing.ts";
import { pence } from "#shared/money/money.ts";

/** Of each ticket, in pence. */
const PRICE = pence(2999);
/** Includes the discount of a pack, which the rule's own tests cover. */
function priceOf(quantity: number): number {
  const priced = quote({ pricePerTicket: PRICE, packs: PACKS }, quantity);
  return priced.ok ? priced.value.total : 0;
}

/** A bank's claim on an order and its state; `kept`: the amount lost to the buyer. */
export type Claim = {
  readonly id: string;
  readonly amount: number;
  kept: number;
  stage: "inquiry" | "open" | "won" | "lost" | "closed";
  /** Kinds of its open alerts. */
  alerts: readonly string[];
};
export type Order = {
  readonly id: string;
  readonly sessionId: string;
  readonly buyer: number;
  readonly quantity: number;
  /** Its page refuses credit cards. */
  readonly isCreditBlocked: boolean;
  stage: "awaiting" | "expired" | "bought";
  /** The remaining amount is refunded. */
  isOver: boolean;
  /** A refund was returned, and waits for staff. */
  hasFailed: boolean;
  refunded: number;
  /** Of partial refunds that were returned. */
  partsOwed: number;
  /** Tickets that left the draw with partial refunds; `voided` counts them, too. */
  ticketsRefunded: number;
  voided: number;
  readonly claims: Claim[];
  /** For a page that cannot be closed: whether the provider considers it paid. */
  isPagePaid: boolean;
  /** A payment was chosen for it, with any result. */
  isChosen: boolean;
  /** Authorisations that banks let neither capture nor void. */
  stuck: number;
  /** Authorisations without a webhook. */
  unheard: number;
  isByCredit: boolean;
};
/** `isOneAPerson`: one person wins one prize at most. */
export type Prizes = { readonly count: number; readonly isOneAPerson: boolean };

/** `sales`: "drawn" once it has its winner. `picked`: orders with a winning or reserve ticket. */
export type Model = {
  readonly prizes: Prizes;
  available: number;
  sales: "open" | "cancelled" | "drawn" | "gone";
  readonly orders: Order[];
  readonly erased: Set<number>;
  picked: ReadonlySet<string>;
};

export const newModel = (available: number, prizes: Prizes): Model => ({
  prizes,
  available,
  sales: "open",
  orders: [],
  erased: new Set(),
  picked: new Set(),
});
/** The first winner of each prize: picks are for the prizes in turn. Prizes without a winner are missing. */
export function winnersBy(
  { count, isOneAPerson }: Prizes,
  picks: readonly DrawnTicket[],
): readonly (readonly [number, number])[] {
  const winners = new Map<number, number>();
  const people = new Set<string>();
  for (const [index, { ticket, owner }] of picks.entries()) {
    const place = (index % count) + 1;
    if (winners.has(place) || (isOneAPerson && people.has(owner))) continue;
    winners.set(place, ticket);
    people.add(owner);
  }
  return [...winners].toSorted(([a], [b]) => a - b);
}
export type DrawnTicket = { readonly ticket: number; readonly owner: string };

export const newOrder = (made: Pick<Order, "id" | "sessionId" | "buyer" | "quantity" | "isCreditBlocked">): Order => ({
  ...made,
  stage: "awaiting",
  isOver: false,
  hasFailed: false,
  refunded: 0,
  partsOwed: 0,
  ticketsRefunded: 0,
  voided: 0,
  claims: [],
  isPagePaid: false,
  isChosen: false,
  stuck: 0,
  unheard: 0,
  isByCredit: false,
});

export const totalOf = ({ quantity }: Order) => priceOf(quantity);
const sumOf = (claims: readonly Claim[], of: (claim: Claim) => number) => claims.reduce((sum, claim) => sum + of(claim), 0);
export const openOf = ({ claims }: Order) => sumOf(claims, ({ stage, amount }) => (stage === "open" ? amount : 0));
export const lostOf = ({ claims }: Order) => sumOf(claims, ({ stage, kept }) => (stage === "lost" ? kept : 0));
export const leftOf = (order: Order) => Math.max(0, totalOf(order) - order.refunded - lostOf(order));
export const isStanding = ({ stage, isOver }: Order) => stage === "bought" && !isOver;

/** One provider's pages take money; the other's only authorise it, to be captured or voided after a check. */
export const onlyAuthorises = ({ sessionId }: Pick<Order, "sessionId">) => sessionId.startsWith("hpp_");

/** The most that one player pays by credit card in a month. */
const CREDIT_LIMIT = 25_000;
export function passesCredit({ orders }: Model, buyer: number, quantity: number): boolean {
  const own = orders.filter((order) => order.buyer === buyer && order.isByCredit && isStanding(order));
  return own.reduce((sum, order) => sum + totalOf(order) - order.refunded, 0) + priceOf(quantity) > CREDIT_LIMIT;
}

const sumOver = (orders: readonly Order[], of: (order: Order) => number) => orders.reduce((sum, order) => sum + of(order), 0);
export const freeOf = ({ available, orders }: Model) =>
  available - sumOver(orders, (order) => ticketsOf(order).valid + (order.stage === "awaiting" ? order.quantity : 0));

/** Whether a late payment still buys: tickets are left, and the buyer neither reordered nor was deleted. */
function maySettleLate(model: Model, order: Order): boolean {
  const later = model.orders.slice(model.orders.indexOf(order) + 1).filter(({ buyer }) => buyer === order.buyer);
  const hasNewerOrder = later.some((other) => other.stage === "awaiting" || isStanding(other));
  return model.sales === "open" && order.quantity <= freeOf(model) && !hasNewerOrder && !model.erased.has(order.buyer);
}

/** The result of a card payment: tickets, or a voided authorisation that also ends the hold. */
export function takeCard(model: Model, order: Order, { isCredit, isRefused }: { isCredit: boolean; isRefused: boolean }): void {
  order.isPagePaid = true;
  if (isRefused) order.stuck += 1;
  if (order.isChosen || order.stage === "bought") return;
  const isWanted = order.stage === "awaiting" || maySettleLate(model, order);
  const isTooMuch = isCredit && onlyAuthorises(order) && passesCredit(model, order.buyer, order.quantity);
  order.stage = "expired";
  if (!isWanted || isTooMuch) return;
  order.isChosen = true;
  if (isRefused) return;
  order.stage = "bought";
  order.isByCredit = isCredit;
}

/** The refunded tickets, and those that this share of the price covers; all if nothing is left of it. */
function ticketsFor(order: Order, taken: number): number {
  const { quantity, ticketsRefunded, refunded } = order;
  if (taken > 0 && taken + refunded >= totalOf(order)) return quantity;
  return Math.min(quantity, ticketsRefunded + Math.ceil((taken * quantity) / totalOf(order)));
}
export function ticketsOf(order: Order): { valid: number; suspended: number } {
  if (!isStanding(order)) return { valid: 0, suspended: 0 };
  const valid = order.quantity - order.voided;
  return { valid, suspended: Math.max(0, ticketsFor(order, lostOf(order) + openOf(order)) - order.voided) };
}

/** The order's state and amounts in the books. */
export function booksOf(order: Order) {
  if (order.stage !== "bought")
    return { state: order.stage === "awaiting" ? "awaiting_payment" : "expired", disputed: 0, lost: 0, refunded: 0 };
  const lost = Math.min(lostOf(order), totalOf(order));
  const { refunded } = order;
  const disputed = Math.min(openOf(order), totalOf(order) - lost);
  const ended = refunded >= totalOf(order) ? "refunded" : leftOf(order) === 0 ? "charged_back" : "refund_due";
  return { state: order.isOver ? ended : "paid", disputed, lost, refunded };
}

/** Ends the order: its tickets are void, and the money is refunded once no bank holds any of it. */
export function end(order: Order): void {
  order.isOver = true;
  order.voided = order.quantity;
  sendBack(order);
}

export function sendBack(order: Order): void {
  if (order.isOver && !order.hasFailed && openOf(order) === 0) order.refunded += leftOf(order);
}

/** Applies a bank's action to an order. */
export function follow({ sales, picked }: Model, order: Order): void {
  if (!order.isOver) {
    if (sales !== "drawn" || !picked.has(order.id)) order.voided = Math.max(order.voided, ticketsFor(order, lostOf(order)));
    const isEmpty = order.voided === order.quantity;
    if ((isEmpty || sales === "cancelled") && openOf(order) === 0) end(order);
  }
  sendBack(order);
}

/** The list of entries is fixed without disputed tickets. */
export function leaveOut(order: Order): void {
  order.voided += ticketsOf(order).suspended;
}

/** Open alerts of a claim after a change. */
export function alertsAfter(model: Model, order: Order, claim: Claim, wasOver: boolean): string[] {
  const kept = claim.alerts.filter(
    (kind) => kind.startsWith("dispute_lost") || kind.startsWith("dispute_won") || kind.endsWith("winner_lost"),
  );
  const isPicked = model.sales === "drawn" && model.picked.has(order.id);
  const { valid } = ticketsOf(order);
  const missing = valid === 0 ? 0 : order.quantity - valid - ticketsFor(order, lostOf(order));
  const kinds = {
    inquiry: "dispute_inquiry",
    open: isPicked ? "dispute_of_winner" : wasOver ? "dispute_of_refunded" : "dispute_opened",
    lost: isPicked ? "dispute_of_winner_lost" : "dispute_lost",
    won: missing > 0 ? "dispute_won_in_part" : "dispute_won",
    closed: undefined,
  };
  const kind = kinds[claim.stage];
  return [...new Set([...kept, ...(kind === undefined ? [] : [kind])])].toSorted();
}
