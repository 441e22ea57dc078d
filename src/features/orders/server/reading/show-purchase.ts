/** What a buyer sees after paying or cancelling. Settles the order first if its event has not arrived. */
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import { isLimitPromptDue } from "#features/accounts/rules/person/safer-play.ts";
import { findPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { isClosingAhead, isSalesOver, salePhase } from "#features/lotteries/rules/lifecycle.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { entryCount } from "#features/lotteries/rules/purchase/odds.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { findOwnTickets } from "#features/lotteries/server/own-tickets.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { ticketPrefix } from "#shared/ids.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { PurchaseView, RefundView, TryAgain, UnpaidView } from "../../rules/checkout/purchase-view.ts";
import { isOfPayment } from "../../rules/refund-state.ts";
import { isHolding } from "../../rules/settlement.ts";
import { cancelCheckout } from "../holds/end-holds.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { findNextOrder, findOrderRow } from "../store.ts";
import { findPurchase, type Purchase } from "./list-tickets.ts";

/** A signed-in buyer; `address`: the client's network address. */
export type Viewer = { readonly id: string; readonly address: string };

type Buyer = Viewer & { readonly firstName: string; readonly email: string };
/** The payment session, or the order if no payment was needed. */
type PurchaseKey = { readonly sessionId?: string; readonly orderId?: string };

/**
 * Why an order cannot be paid any more: its draw has ended, or there is a newer order. Undefined if neither.
 */
async function explainUnpaid(ctx: Ctx, { id }: Viewer, purchase: Purchase): Promise<UnpaidView | undefined> {
  const { lotteryId } = purchase;
  const [lottery, next] = await Promise.all([findLottery(ctx, lotteryId), findNextOrder(ctx.db, id, purchase)]);
  if (next?.state === "paid") return { kind: "bought_since", quantity: next.quantity, orderId: next.id };
  if (lottery?.status === "cancelled") return { kind: "draw_cancelled", lotteryId };
  if (!lottery || !isClosingAhead(salePhase(lottery, ctx.now()))) return { kind: "draw_closed", lotteryId };
  const { paymentUrl: payUrl, payBy } = next ?? {};
  if (!next || payUrl === undefined || payBy === undefined || payBy <= ctx.now()) return undefined;
  return { kind: "replaced", quantity: next.quantity, until: payBy.getTime(), payUrl };
}

function tryAgain({ lotteryId, quantity, code }: Purchase): TryAgain {
  return { lotteryId, quantity, code: code?.code };
}

function refundView({ shownState, refundReason, captured, lotteryId }: Purchase, { email }: Buyer): RefundView {
  const reason = refundReason !== undefined && isOfPayment(refundReason) ? refundReason : "other";
  const unfinished = shownState === "refund_failed" ? "failed" : "due";
  const stage = shownState === "refunded" ? "done" : unfinished;
  return { kind: "refund", stage, reason, amount: captured, email, lotteryId };
}

function chargedBackView({ captured, lotteryId }: Purchase, { email }: Buyer): RefundView {
  return { kind: "refund", stage: "bank", reason: "charged_back", amount: captured, email, lotteryId };
}

function numbersOf(tickets: Purchase["tickets"]): number[] {
  return tickets.map((ticket) => ticket.number).sort((a, b) => a - b);
}

async function boughtView(ctx: Ctx, { id, firstName, email }: Buyer, purchase: Purchase, locale: Locale): Promise<PurchaseView> {
  const lottery = await findLottery(ctx, purchase.lotteryId);
  const now = ctx.now();
  const valid = purchase.tickets.filter((ticket) => !ticket.isVoid);
  const first = valid[0];
  if (!lottery || !first) return { kind: "waiting", quantity: purchase.quantity };
  const own = await findOwnTickets(ctx, id, lottery.id);
  const { orderNumber, quantity, unitPrice, discount, total, percentOff, code } = purchase;
  const pack = purchase.pack && { name: purchase.pack, percentOff };
  return {
    kind: "bought",
    firstName,
    email,
    order: {
      id: purchase.orderId,
      number: orderNumber,
      quantity,
      unitPrice,
      discount,
      total,
      pack,
      code,
      boughtAt: first.purchaseDate.getTime(),
    },
    draw: {
      id: lottery.id,
      title: inLanguage(lottery.title, locale),
      status: lottery.status,
      among: entryCount(lottery, now),
      dates: drawDates(lottery),
      isClosed: isSalesOver(lottery, now),
      picture: lottery.images[0]?.picture,
    },
    prefix: ticketPrefix(lottery.shortNumber),
    numbers: numbersOf(valid),
    suspended: numbersOf(valid.filter((ticket) => ticket.isSuspended)),
    entries: Math.max(own.entries, valid.filter((ticket) => !ticket.isSuspended).length),
    asksForLimit: isLimitPromptDue("bought", await findPlayerLimits(ctx, id), true),
    now: now.getTime(),
  };
}

function isSettled(state: Purchase["state"]): boolean {
  return state === "paid" || state === "refund_due" || state === "refunded" || state === "charged_back";
}

/** Whether the rate limits permit another read of a payment from the provider; takes an attempt of each. */
async function mayCallProvider(ctx: Ctx, { id, address }: Viewer): Promise<boolean> {
  const waits = await Promise.all([
    consumeRateLimit(ctx, "paymentLookupByUser", id),
    consumeRateLimit(ctx, "paymentLookupByAddress", address),
  ]);
  return waits.every((seconds) => seconds === 0);
}

/**
 * The buyer's own purchase; undefined for other people's. Until it is settled, reads its payment from the
 * provider, within limits.
 */
export async function settlePurchase(ctx: Ctx, buyer: Viewer, key: PurchaseKey): Promise<Purchase | undefined> {
  const purchase = await findPurchase(ctx, buyer.id, key);
  if (!purchase || isSettled(purchase.state)) return purchase;
  // Returns by order id are of free purchases, or of providers that cannot return the page's id.
  const order = key.sessionId === undefined ? await findOrderRow(ctx.db, purchase.orderId) : undefined;
  const sessionId = key.sessionId ?? order?.sessionId;
  if (sessionId === undefined || !(await mayCallProvider(ctx, buyer))) return purchase;
  try {
    await settleOrder(ctx, sessionId, { order });
  } catch (error) {
    // The webhook and the sweeper keep trying; show the stored state.
    ctx.log.error({ err: error, orderId: purchase.orderId }, "a returning buyer's purchase could not be settled");
    return purchase;
  }
  return findPurchase(ctx, buyer.id, key);
}

/** The page after paying. Unknown purchases and other buyers' purchases are both `waiting`. */
export async function showPurchase(ctx: Ctx, buyer: Buyer, key: PurchaseKey, locale: Locale): Promise<PurchaseView> {
  const purchase = await settlePurchase(ctx, buyer, key);
  if (!purchase) return { kind: "waiting", quantity: undefined };
  const { state, lotteryId, quantity } = purchase;
  if (state === "charged_back") return chargedBackView(purchase, buyer);
  if (purchase.shownState === "disputed" && !purchase.tickets.some(({ isVoid }) => !isVoid))
    return { kind: "disputed", lotteryId };
  if (state === "refund_due" || state === "refunded") return refundView(purchase, buyer);
  if (state === "expired") return (await explainUnpaid(ctx, buyer, purchase)) ?? { kind: "expired", again: tryAgain(purchase) };
  if (state !== "paid") return { kind: "waiting", quantity };
  return boughtView(ctx, buyer, purchase, locale);
}

/** The page after cancelling: releases the tickets. @returns `settled` if the payment had succeeded */
export async function showCanceled(ctx: Ctx, buyer: Viewer, orderId: string | undefined): Promise<PurchaseView | "settled"> {
  if (orderId === undefined) return { kind: "canceled", again: undefined, isFreed: false };
  const held = await findPurchase(ctx, buyer.id, { orderId });
  if (held && isHolding(held.state) && (await mayCallProvider(ctx, buyer))) {
    await cancelCheckout(ctx, buyer.id, orderId).catch((error: unknown) => {
      // The page expires by itself, and the hold with it.
      ctx.log.error({ err: error, orderId }, "a cancelled purchase could not be ended");
    });
  }
  const purchase = await findPurchase(ctx, buyer.id, { orderId });
  if (purchase && isSettled(purchase.state)) return "settled";
  const reason = purchase && (await explainUnpaid(ctx, buyer, purchase));
  if (reason) return reason;
  const hadExpired = held?.state === "expired" && held.payBy !== undefined && held.payBy <= ctx.now();
  if (held && hadExpired) return { kind: "expired", again: tryAgain(held) };
  return { kind: "canceled", again: purchase && tryAgain(purchase), isFreed: purchase?.state === "expired" };
}
