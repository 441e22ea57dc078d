/** Which actions each state of a draw permits (docs/decisions/0033). A test compares the SQL with this. */
import { err, ok, type Result } from "#shared/result.ts";
import { LOTTERY_STATUSES, type LotteryStatus, type OrderState, type SalesState } from "#shared/states.ts";

/** Where a draw is: its status, and the state of its sales. */
export type Stage = { readonly status: LotteryStatus; readonly salesState: SalesState };
/** In tickets. `ticketsHeld` are reserved by buyers who are paying. */
export type Stock = { readonly ticketsAvailable: number; readonly ticketsSold: number; readonly ticketsHeld: number };
/** What decides whether tickets can be bought; `closesAt` is exclusive. */
export type Sale = Stage &
  Stock & {
    readonly opensAt: Date;
    readonly closesAt: Date;
    /** The shop has not opened yet. */
    readonly isShopShut?: boolean;
  };
type Sales = Pick<Stage, "salesState">;

/** All reasons why a rule below refuses an action. */
export const REFUSALS = [
  ...["upcoming", "closed", "sold_out"],
  ...["already_refunded", "not_paid", "disputed", "frozen", "drawn", "already_void", "over"],
  ...["no_postal_entries", "not_open"],
  ...["not_active", "too_early", "sales_open", "not_drained", "awaiting_post", "no_tickets", "already_frozen", "not_frozen"],
  ...["already_cancelled", "completed"],
  ...["not_locked", "is_over", "promised", "not_over"],
  ...["starts_open", "not_back", "not_sold_yet", "has_tickets", "being_paid", "is_final"],
] as const;
/** Why a step in the life of a draw is not allowed. */
export type Refusal = (typeof REFUSALS)[number];

/** Permitted, or the reason why not. */
export type Verdict<R extends Refusal> = Result<undefined, R>;
/** The reasons of one rule. */
export type RefusalOf<Rule extends (...args: never[]) => Verdict<Refusal>> = Extract<ReturnType<Rule>, { ok: false }>["error"];

/** Entries can still be added: by sales, by payments in time, or by post. */
export function isFilling({ salesState }: Sales): boolean {
  return salesState === "open" || salesState === "closing";
}

/** The list of entries is final from the freeze on: entries can no longer be added. */
export function isFrozen({ salesState }: Sales): boolean {
  return salesState === "closed" || salesState === "drawn";
}

/** Between freeze and result, no ticket may leave the draw. */
export function awaitsResult({ salesState }: Sales): boolean {
  return salesState === "closed";
}

/** Sales end at `closesAt` (exclusive) or earlier. */
export function isSalesOver({ salesState, closesAt }: Pick<Sale, "salesState" | "closesAt">, now: Date): boolean {
  return salesState !== "open" || now >= closesAt;
}

/** Tickets that can be bought now: neither sold nor reserved. */
export function ticketsLeft({ ticketsAvailable, ticketsSold, ticketsHeld }: Stock): number {
  return Math.max(0, ticketsAvailable - ticketsSold - ticketsHeld);
}

/** What visitors see of the sales. `sold_out` may return to `on_sale` when a reservation expires. */
export type SalePhase = "draft" | "upcoming" | "on_sale" | "sold_out" | "closed" | "completed" | "cancelled";

/** The phase at `now`. */
export function salePhase(sale: Sale, now: Date): SalePhase {
  if (sale.status !== "active") return sale.status;
  if (isSalesOver(sale, now)) return "closed";
  if (now < sale.opensAt || sale.isShopShut) return "upcoming";
  return ticketsLeft(sale) === 0 ? "sold_out" : "on_sale";
}

/** Sales are open, even if no ticket is left at the moment. */
export function isSelling(phase: SalePhase): boolean {
  return phase === "on_sale" || phase === "sold_out";
}

/** The end of sales is still to come. */
export function isClosingAhead(phase: SalePhase): boolean {
  return phase === "upcoming" || isSelling(phase);
}

/** The state of a closed draw, shown by links, pictures and calendars instead of its price. */
export function overState(phase: SalePhase): "closed" | "completed" | "cancelled" | undefined {
  return phase === "closed" || phase === "completed" || phase === "cancelled" ? phase : undefined;
}

/** Whether tickets can be bought. Limits per person and network are in orders/rules/checkout/hold-room.ts. */
export function canSell(sale: Sale, quantity: number, now: Date): Verdict<"upcoming" | "closed" | "sold_out"> {
  const phase = salePhase(sale, now);
  if (phase === "upcoming") return err(phase);
  if (!isSelling(phase)) return err("closed");
  return quantity <= ticketsLeft(sale) && phase === "on_sale" ? ok() : err("sold_out");
}

/** Whether paid tickets can be issued: reserved ones until the freeze, even after sales end. */
export function canIssue(draw: Sales & Pick<Stock, "ticketsHeld">, quantity: number): Verdict<"closed"> {
  return isFilling(draw) && draw.ticketsHeld >= quantity ? ok() : err("closed");
}

/** Whether a postal card can be entered, sold out or not. Cards posted in time count until the freeze. */
export function canEnterFree(
  draw: Stage & { readonly opensAt: Date; readonly takesFreeEntries: boolean },
  now: Date,
): Verdict<"no_postal_entries" | "frozen" | "not_open" | "over"> {
  if (!draw.takesFreeEntries) return err("no_postal_entries");
  if (isFrozen(draw)) return err("frozen");
  if (draw.status === "draft" || (draw.status === "active" && now < draw.opensAt)) return err("not_open");
  return draw.status === "active" && draw.salesState !== "cancelled" ? ok() : err("over");
}

/** `disputed`: pence held by a bank. `mayWin`: a ticket of it won, or is a reserve that may still win. */
export type RefundableOrder = { readonly state: OrderState; readonly disputed: number; readonly mayWin: boolean };

/** Whether an order can be refunded. `takesTickets`: not if it is an amount, after which all tickets stay. */
export function canRefund(
  order: RefundableOrder,
  draw: Sales,
  { takesTickets = true }: { readonly takesTickets?: boolean } = {},
): Verdict<"already_refunded" | "not_paid" | "disputed" | "frozen" | "drawn"> {
  if (order.state === "refund_due" || order.state === "refunded") return err("already_refunded");
  if (order.state !== "paid") return err("not_paid");
  if (order.disputed > 0) return err("disputed");
  return takesTickets ? canLeave(draw, order) : ok();
}

/** Whether a free entry can be removed, such as a duplicate card. */
export function canVoid(order: { readonly state: OrderState }, draw: Stage): Verdict<"already_void" | "frozen" | "over"> {
  if (order.state === "void") return err("already_void");
  if (awaitsResult(draw)) return err("frozen");
  return draw.status === "active" ? ok() : err("over");
}

/** Whether a dispute or a provider's refund removes the ticket from its draw. */
export function canLeave(draw: Sales, { mayWin }: Pick<RefundableOrder, "mayWin">): Verdict<"frozen" | "drawn"> {
  if (awaitsResult(draw)) return err("frozen");
  return mayWin ? err("drawn") : ok();
}

/** Whether sales can be closed: they end at `closesAt`, or earlier by canDrawEarly. */
export function canClose(draw: Stage & { readonly closesAt: Date }, now: Date): Verdict<"not_active" | "too_early"> {
  if (draw.status !== "active") return err("not_active");
  return !isSalesOver(draw, now) ? err("too_early") : ok();
}

/**
 * Whether a draw can take place before its date, which is a promise to all entrants: only if it is sold out
 * and has no postal entries. Source: CAP Code 8.17.4.e; docs/decisions/0015.
 */
export function canDrawEarly(draw: Stock & { readonly takesFreeEntries: boolean }): Verdict<"too_early"> {
  return !draw.takesFreeEntries && ticketsLeft(draw) === 0 ? ok() : err("too_early");
}

/**
 * `held`: tickets being paid for. `entriesDue`: when the last card may arrive. `isEarly`: a written reason
 * not to wait for it. `hasCards`: cards are keyed in, but not confirmed. `hasTicket`: the draw has an entry.
 */
export type Freezing = {
  readonly held: number;
  readonly entriesDue: Date;
  readonly isEarly: boolean;
  readonly hasCards: boolean;
  readonly hasTicket: boolean;
};

/** Whether the list of entries can be frozen. */
export function canFreeze(
  draw: Stage,
  { held, entriesDue, isEarly, hasCards, hasTicket }: Freezing,
  now: Date,
): Verdict<"already_frozen" | "not_active" | "sales_open" | "not_drained" | "awaiting_post" | "no_tickets"> {
  if (isFrozen(draw)) return err("already_frozen");
  if (draw.status !== "active") return err("not_active");
  if (draw.salesState !== "closing") return err("sales_open");
  if (held > 0) return err("not_drained");
  if (hasCards || (!isEarly && now < entriesDue)) return err("awaiting_post");
  return hasTicket ? ok() : err("no_tickets");
}

/** Whether the winner can be drawn. */
export function canDraw(draw: Stage): Verdict<"not_active" | "not_frozen"> {
  if (draw.status !== "active") return err("not_active");
  return isFrozen(draw) ? ok() : err("not_frozen");
}

/** Whether the automatic draw can be switched on or off. From the freeze on, the draw is always automatic. */
export function canSwitch(draw: Stage): Verdict<"not_active" | "already_frozen"> {
  if (draw.status !== "draft" && draw.status !== "active") return err("not_active");
  return isFrozen(draw) ? err("already_frozen") : ok();
}

/** Whether the draw can be cancelled. From the freeze on, it must take place. */
export function canCancel(draw: Stage): Verdict<"already_cancelled" | "completed" | "frozen"> {
  if (draw.status === "cancelled") return err("already_cancelled");
  if (draw.status === "completed") return err("completed");
  return isFrozen(draw) ? err("frozen") : ok();
}

/**
 * Whether the prize can be improved: from the first order to the freeze. Before, the draw itself can be
 * changed.
 */
export function canImprove(draw: Stage & { readonly hasOrders: boolean }): Verdict<"not_locked" | "is_over"> {
  if (!draw.hasOrders) return err("not_locked");
  return draw.status === "active" && isFilling(draw) ? ok() : err("is_over");
}

/** Whether a draw can be archived: lists of the back office then leave it out. */
export function canArchive({ status }: Pick<Stage, "status">): Verdict<"not_over"> {
  return status === "completed" || status === "cancelled" ? ok() : err("not_over");
}

/** What makes a field final: the first order, even an unpaid one, or already the publication. */
export type LockedBy = "order" | "publication" | "nothing";
/** A draw with orders is published. */
export type Promised = { readonly hasOrders: boolean; readonly isPublished?: boolean | undefined };

/** Whether a field of the form can change. */
export function canEdit(
  { lockedBy }: { readonly lockedBy: LockedBy },
  { hasOrders, isPublished = false }: Promised,
): Verdict<"promised"> {
  const isFinal = lockedBy === "publication" ? isPublished || hasOrders : lockedBy === "order" && hasOrders;
  return isFinal ? err("promised") : ok();
}

/** Why the form cannot give a draw this status. */
export type StatusProblem = "starts_open" | "not_back" | "not_sold_yet" | "has_tickets" | "being_paid" | "is_final";

/**
 * Whether the form can change a draw's status. `from` is undefined for a new draw; `tickets` are all ever
 * issued, `held` those being paid for.
 */
export function canBecome(
  from: LotteryStatus | undefined,
  to: LotteryStatus,
  { tickets, held }: { readonly tickets: number; readonly held: number },
): Verdict<StatusProblem> {
  if (from === undefined) return to === "draft" || to === "active" ? ok() : err("starts_open");
  if (from === to) return ok();
  if (from === "completed" || from === "cancelled") return err("is_final");
  if (to === "draft") return err("not_back");
  if (to !== "completed") return ok();
  if (from === "draft") return err("not_sold_yet");
  if (tickets > 0) return err("has_tickets");
  return held > 0 ? err("being_paid") : ok();
}

/** Whether a value from outside is a status. */
export function isStatus(value: unknown): value is LotteryStatus {
  return LOTTERY_STATUSES.includes(value as LotteryStatus);
}
