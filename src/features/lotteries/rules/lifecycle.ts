/** The life of a draw: what may be done in which state. SQL twins: server/lifecycle-store.ts (docs/decisions/0033). */
import { err, ok, type Result } from "#shared/result.ts";
import { LOTTERY_STATUSES, type LotteryStatus, type OrderState, type SalesState } from "#shared/states.ts";

export type Stage = { readonly status: LotteryStatus; readonly salesState: SalesState };
export type Stock = { readonly ticketsAvailable: number; readonly ticketsSold: number; readonly ticketsHeld: number };
export type Sale = Stage &
  Stock & {
    readonly opensAt: Date;
    readonly closesAt: Date;
    /** The shop itself has not opened yet. */
    readonly isShopShut?: boolean;
  };
type Sales = Pick<Stage, "salesState">;

export const REFUSALS = [
  ...["upcoming", "closed", "sold_out"],
  ...["already_refunded", "not_paid", "disputed", "frozen", "drawn", "already_void", "over"],
  ...["no_postal_entries", "not_open"],
  ...["not_active", "too_early", "sales_open", "not_drained", "awaiting_post", "no_tickets", "already_frozen", "not_frozen"],
  ...["already_cancelled", "completed"],
  ...["not_locked", "is_over", "promised"],
  ...["starts_open", "not_back", "not_sold_yet", "has_tickets", "being_paid", "is_final"],
] as const;
export type Refusal = (typeof REFUSALS)[number];

export type Verdict<R extends Refusal> = Result<undefined, R>;
export type RefusalOf<Rule extends (...args: never[]) => Verdict<Refusal>> = Extract<ReturnType<Rule>, { ok: false }>["error"];

export function isFilling({ salesState }: Sales): boolean {
  return salesState === "open" || salesState === "closing";
}

/** The list of entries is fixed, from the freeze on and for good: nothing comes in any more, and whoever is on it is part of the draw. */
export function isFrozen({ salesState }: Sales): boolean {
  return salesState === "closed" || salesState === "drawn";
}

/** Between freeze and result no ticket leaves its draw, whatever happens. */
export function awaitsResult({ salesState }: Sales): boolean {
  return salesState === "closed";
}

/** Sales end by the clock, or before. The instant `closesAt` itself is too late. */
export function isSalesOver({ salesState, closesAt }: Pick<Sale, "salesState" | "closesAt">, now: Date): boolean {
  return salesState !== "open" || now >= closesAt;
}

/** Tickets that can be bought at this moment: neither sold nor reserved for somebody who is paying. */
export function ticketsLeft({ ticketsAvailable, ticketsSold, ticketsHeld }: Stock): number {
  return Math.max(0, ticketsAvailable - ticketsSold - ticketsHeld);
}

/** Why a visitor can or cannot buy: `upcoming` opens later, `sold_out` may open again when a hold lapses, the rest are final. */
export type SalePhase = "draft" | "upcoming" | "on_sale" | "sold_out" | "closed" | "completed" | "cancelled";

/** Being sold out stops sales only. */
export function salePhase(sale: Sale, now: Date): SalePhase {
  if (sale.status !== "active") return sale.status;
  if (isSalesOver(sale, now)) return "closed";
  if (now < sale.opensAt || sale.isShopShut) return "upcoming";
  return ticketsLeft(sale) === 0 ? "sold_out" : "on_sale";
}

export function isSelling(phase: SalePhase): boolean {
  return phase === "on_sale" || phase === "sold_out";
}

export function isClosingAhead(phase: SalePhase): boolean {
  return phase === "upcoming" || isSelling(phase);
}

/** The state of a draw that takes no more entries: what links, pictures and calendars say in place of its price. */
export function overState(phase: SalePhase): "closed" | "completed" | "cancelled" | undefined {
  return phase === "closed" || phase === "completed" || phase === "cancelled" ? phase : undefined;
}

/** So many tickets, to anybody. What one person or one network may hold is told by orders/rules/hold-room.ts. */
export function canSell(sale: Sale, quantity: number, now: Date): Verdict<"upcoming" | "closed" | "sold_out"> {
  const phase = salePhase(sale, now);
  if (phase === "upcoming") return err(phase);
  if (!isSelling(phase)) return err("closed");
  return quantity <= ticketsLeft(sale) && phase === "on_sale" ? ok() : err("sold_out");
}

/** Paid for in time: what an order holds becomes tickets, also while sales end, until the freeze. */
export function canIssue(draw: Sales & Pick<Stock, "ticketsHeld">, quantity: number): Verdict<"closed"> {
  return isFilling(draw) && draw.ticketsHeld >= quantity ? ok() : err("closed");
}

/** A card that came by post, sold out or not. Sales may be over: what was posted in time counts until the freeze. */
export function canEnterFree(
  draw: Stage & { readonly opensAt: Date; readonly takesFreeEntries: boolean },
  now: Date,
): Verdict<"no_postal_entries" | "frozen" | "not_open" | "over"> {
  if (!draw.takesFreeEntries) return err("no_postal_entries");
  if (isFrozen(draw)) return err("frozen");
  if (draw.status === "draft" || (draw.status === "active" && now < draw.opensAt)) return err("not_open");
  return draw.status === "active" && draw.salesState !== "cancelled" ? ok() : err("over");
}

/** `disputed`: what a bank holds of its money. `stands`: one of its tickets wins, or is a reserve that has not had its turn. */
export type RefundableOrder = { readonly state: OrderState; readonly disputed: number; readonly stands: boolean };

/** Staff give a buyer the money back, and the tickets leave. */
export function canRefund(
  order: RefundableOrder,
  draw: Sales,
): Verdict<"already_refunded" | "not_paid" | "disputed" | "frozen" | "drawn"> {
  if (order.state === "refund_due" || order.state === "refunded") return err("already_refunded");
  if (order.state !== "paid") return err("not_paid");
  if (order.disputed > 0) return err("disputed");
  if (awaitsResult(draw)) return err("frozen");
  return order.stands ? err("drawn") : ok();
}

/** Staff take a free entry out, such as a card that was keyed in twice. */
export function canVoid(order: { readonly state: OrderState }, draw: Stage): Verdict<"already_void" | "frozen" | "over"> {
  if (order.state === "void") return err("already_void");
  if (awaitsResult(draw)) return err("frozen");
  return draw.status === "active" ? ok() : err("over");
}

/** Whether a bank's or the provider's decision about its money takes a ticket out of its draw. */
export function canLeave(draw: Sales, { stands }: Pick<RefundableOrder, "stands">): Verdict<"frozen" | "drawn"> {
  if (awaitsResult(draw)) return err("frozen");
  return stands ? err("drawn") : ok();
}

/** Ends the sales; before the time that was told only as part of a draw with a written reason (`isAskedFor`). */
export function canClose(draw: Stage & { readonly closesAt: Date }, now: Date): Verdict<"not_active" | "too_early"> {
  if (draw.status !== "active") return err("not_active");
  return !isSalesOver(draw, now) ? err("too_early") : ok();
}

/** Draws before the announced time: only if no post and no ticket is left. CAP Code 8.17.4.e; docs/decisions/0044. */
export function canDrawEarly(draw: Stock & { readonly takesFreeEntries: boolean }): Verdict<"too_early"> {
  return !draw.takesFreeEntries && ticketsLeft(draw) === 0 ? ok() : err("too_early");
}

/** `held`: tickets that are being paid for. `entriesDue`: until then cards may come by post. `hasCards`: some that came wait to be confirmed. `hasTicket`: one that takes part. */
export type Freezing = {
  readonly held: number;
  readonly entriesDue: Date;
  readonly isEarly: boolean;
  readonly hasCards: boolean;
  readonly hasTicket: boolean;
};

/** Fixes the list of entries. `isEarly`: somebody gave a reason not to wait for the post. */
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

/** Lets the committed round decide, once. */
export function canDraw(draw: Stage): Verdict<"not_active" | "not_frozen"> {
  if (draw.status !== "active") return err("not_active");
  return isFrozen(draw) ? ok() : err("not_frozen");
}

/** Sets it to run by itself, or not: from the freeze on it does so anyway. */
export function canSwitch(draw: Stage): Verdict<"not_active" | "already_frozen"> {
  if (draw.status !== "draft" && draw.status !== "active") return err("not_active");
  return isFrozen(draw) ? err("already_frozen") : ok();
}

/** Calls it off. From the freeze on the draw takes place. */
export function canCancel(draw: Stage): Verdict<"already_cancelled" | "completed" | "frozen"> {
  if (draw.status === "cancelled") return err("already_cancelled");
  if (draw.status === "completed") return err("completed");
  return isFrozen(draw) ? err("frozen") : ok();
}

/** Adds to the prize: before the first order the draw itself can be changed, and from its freeze on the prize is final. */
export function canImprove(draw: Stage & { readonly hasOrders: boolean }): Verdict<"not_locked" | "is_over"> {
  if (!draw.hasOrders) return err("not_locked");
  return draw.status === "active" && isFilling(draw) ? ok() : err("is_over");
}

/** Changes a part of its form. What was advertised is a promise from the first order on, even from one that was never paid; the field list says what was (`lockedBy`). */
export function canEdit(
  { lockedBy }: { readonly lockedBy: "order" | "nothing" },
  { hasOrders }: { readonly hasOrders: boolean },
): Verdict<"promised"> {
  return hasOrders && lockedBy === "order" ? err("promised") : ok();
}

export type StatusProblem = "starts_open" | "not_back" | "not_sold_yet" | "has_tickets" | "being_paid" | "is_final";

/**
 * Gives it a status by hand; it is drawn elsewhere, and so is it cancelled. `from` is undefined for a new draw; `tickets` are all that were ever
 * issued, `held` those that are being paid for. A new draw is a draft or active, what was on sale is no draft again, only what was active is
 * completed, and that without tickets.
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

export function isStatus(value: unknown): value is LotteryStatus {
  return LOTTERY_STATUSES.includes(value as LotteryStatus);
}
