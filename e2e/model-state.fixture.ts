/** What an order should be, in a few plain numbers: what has gone back, what banks hold and have kept of it, and what that leaves of its tickets. */

import { quote } from "#features/lotteries/rules/pricing.ts";
import { pence } from "#shared/money.ts";

/** Of each ticket, in pence. */
const PRICE = pence(2999);
/** Of so many: whoever buys the rest of a draw may reach a pack. What a pack takes off is tested with the rule itself. */
function priceOf(quantity: number): number {
  const priced = quote(PRICE, quantity);
  return priced.ok ? priced.value.total : 0;
}

/** What a bank wants of an order, and how that stands; `kept`: what it has kept where it decided for the buyer. */
export type Claim = {
  readonly id: string;
  readonly amount: number;
  kept: number;
  stage: "inquiry" | "open" | "won" | "lost" | "closed";
  /** Kinds of open alerts about it. */
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
  /** Whatever is left of its money goes back. */
  isOver: boolean;
  /** A refund came back, and waits for staff. */
  hasFailed: boolean;
  refunded: number;
  voided: number;
  readonly claims: Claim[];
  /** Of a page that nobody can close: whether it was paid, in the provider's eyes. */
  isPagePaid: boolean;
  /** A payment was chosen to be taken for it, whatever came of it. */
  isChosen: boolean;
  /** Authorisations that their banks let nobody capture or void. */
  stuck: number;
  /** Authorisations that no webhook has told of. */
  unheard: number;
  isByCredit: boolean;
};
/** `sales`: "drawn" once it has its winner. `picked`: orders with a ticket that wins, or that is a reserve still; the draw's luck, not the model's. */
export type Model = {
  available: number;
  sales: "open" | "cancelled" | "drawn" | "gone";
  readonly orders: Order[];
  readonly erased: Set<number>;
  picked: ReadonlySet<string>;
};

export const newModel = (available: number): Model => ({
  available,
  sales: "open",
  orders: [],
  erased: new Set(),
  picked: new Set(),
});
export const newOrder = (made: Pick<Order, "id" | "sessionId" | "buyer" | "quantity" | "isCreditBlocked">): Order => ({
  ...made,
  stage: "awaiting",
  isOver: false,
  hasFailed: false,
  refunded: 0,
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
/** It stands: neither over nor waiting for its payment. */
export const isStanding = ({ stage, isOver }: Order) => stage === "bought" && !isOver;

/** Of one page money is taken; of the other it is authorised, looked at, then captured or voided. */
export const onlyAuthorises = ({ sessionId }: Pick<Order, "sessionId">) => sessionId.startsWith("hpp_");

/** The most that one player pays by credit card in a month. */
const CREDIT_LIMIT = 25_000;
/** Whether so many tickets more by credit card are too many for this buyer. */
export function passesCredit({ orders }: Model, buyer: number, quantity: number): boolean {
  const own = orders.filter((order) => order.buyer === buyer && order.isByCredit && isStanding(order));
  return own.reduce((sum, order) => sum + totalOf(order) - order.refunded, 0) + priceOf(quantity) > CREDIT_LIMIT;
}

const sumOver = (orders: readonly Order[], of: (order: Order) => number) => orders.reduce((sum, order) => sum + of(order), 0);
/** Neither sold nor held. */
export const freeOf = ({ available, orders }: Model) =>
  available - sumOver(orders, (order) => ticketsOf(order).valid + (order.stage === "awaiting" ? order.quantity : 0));

/** Whether money that comes after the hold still buys: there is room, and the buyer has not begun anew and is not gone. */
function maySettleLate(model: Model, order: Order): boolean {
  const later = model.orders.slice(model.orders.indexOf(order) + 1).filter(({ buyer }) => buyer === order.buyer);
  const hasNewerOrder = later.some((other) => other.stage === "awaiting" || isStanding(other));
  return model.sales === "open" && order.quantity <= freeOf(model) && !hasNewerOrder && !model.erased.has(order.buyer);
}

/** What follows from a card that a page took: tickets; or the authorisation is voided, and with it the hold where there is one. */
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

/** How many of its tickets so much of its price paid for, begun ones whole. */
function ticketsFor(order: Order, taken: number): number {
  return Math.min(order.quantity, Math.ceil((taken * order.quantity) / totalOf(order)));
}
export function ticketsOf(order: Order): { valid: number; suspended: number } {
  if (!isStanding(order)) return { valid: 0, suspended: 0 };
  const valid = order.quantity - order.voided;
  return { valid, suspended: Math.max(0, ticketsFor(order, lostOf(order) + openOf(order)) - order.voided) };
}

/** The state of its row, and what its row says of money. */
export function booksOf(order: Order) {
  if (order.stage !== "bought")
    return { state: order.stage === "awaiting" ? "awaiting_payment" : "expired", disputed: 0, lost: 0, refunded: 0 };
  const lost = Math.min(lostOf(order), totalOf(order));
  const { refunded } = order;
  const disputed = Math.min(openOf(order), totalOf(order) - lost);
  const ended = refunded >= totalOf(order) ? "refunded" : leftOf(order) === 0 ? "charged_back" : "refund_due";
  return { state: order.isOver ? ended : "paid", disputed, lost, refunded };
}

/** The order is over: its tickets leave, and its money goes back as soon as no bank holds any of it. */
export function end(order: Order): void {
  order.isOver = true;
  order.voided = order.quantity;
  sendBack(order);
}

export function sendBack(order: Order): void {
  if (order.isOver && !order.hasFailed && openOf(order) === 0) order.refunded += leftOf(order);
}

/** What follows for an order from what a bank has done. */
export function follow({ sales, picked }: Model, order: Order): void {
  if (!order.isOver) {
    if (sales !== "drawn" || !picked.has(order.id)) order.voided = Math.max(order.voided, ticketsFor(order, lostOf(order)));
    const isEmpty = order.voided === order.quantity;
    if ((isEmpty || sales === "cancelled") && openOf(order) === 0) end(order);
  }
  sendBack(order);
}

/** The list of entries is fixed: what a bank holds is not on it. */
export function leaveOut(order: Order): void {
  order.voided += ticketsOf(order).suspended;
}

/** What the shop tells its staff of a claim, which stood so before. */
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
