/** Buying: holds the tickets and opens the payment page. settle-order.ts issues the numbers later. */

import { consumeRateLimit, hasRateLimitRoom } from "#features/access/server/consume-rate-limit.ts";
import { findPersonFingerprint, type PersonFingerprint } from "#features/accounts/server/person/person-fingerprint.ts";
import { isSelling, salePhase } from "#features/lotteries/rules/lifecycle.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { type Quote, quote } from "#features/lotteries/rules/purchase/pricing.ts";
import type { Promotion } from "#features/lotteries/rules/purchase/promotion.ts";
import { isRightAnswer } from "#features/lotteries/rules/purchase/quiz.ts";
import { needsTurn } from "#features/lotteries/rules/queue-stage.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { findPromotion } from "#features/lotteries/server/promotion-codes.ts";
import { lacksTurn, releaseSlot } from "#features/queue/server/enter.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentProvider } from "#platform/payments/payments.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { Pence } from "#shared/money/money.ts";
import { type Err, err, ok, type Result } from "#shared/result.ts";
import { truncate } from "#shared/text/truncate.ts";
import { LONGEST_DESCRIPTION, MOST_CHARGED, payUntil } from "../../rules/checkout/hold.ts";
import { blocksCredit } from "../../rules/checkout/spending.ts";
import { termsInForce } from "../../rules/checkout/terms.ts";
import type { PurchaseError } from "../../rules/refusal.ts";
import { isNewcomer } from "../holds/find-hold-room.ts";
import type { NewHold } from "../holds/hold-store.ts";
import { findNewLimit } from "../holds/take-hold.ts";
import { settleWithoutPayment } from "../settlement/settle-order.ts";
import { findOrderByRequest } from "../store.ts";
import type { BuyerEligibility } from "./find-eligibility.ts";
import { findHoldRefusal, findPurchaseRefusal } from "./find-purchase-refusal.ts";
import { holdForCheckout } from "./hold-for-checkout.ts";
import { answerLimit, type CheckoutContext, loadCheckout } from "./load-checkout.ts";
import { openPage } from "./open-page.ts";

/** `expectedUnitPrice`: the price on screen; `requestKey`: makes a double click one order. */
export type Purchase = {
  readonly lotteryId: string;
  readonly buyer: { readonly id: string; readonly email: string; readonly emailVerified?: boolean };
  /** The buyer's network from `holdNetwork`; all unknown networks count as one. */
  readonly network?: string;
  readonly quantity: number;
  readonly locale: Locale;
  readonly answer?: string;
  /** As typed. The better of code and pack counts; a code that the pack beats stays unused. */
  readonly promoCode?: string;
  readonly expectedUnitPrice?: Pence;
  /** The version that the buyer was shown and accepts; default: the terms in force. */
  readonly acceptedTerms?: string;
  readonly requestKey?: string;
  /** Takes one of the buyer's attempts. */
  readonly isRateLimited?: boolean;
};

/** Too many attempts; `wait` in seconds. */
export type TooMany = Err<"too_many"> & { readonly wait: number };

/** All unknown networks count as this one. */
const UNKNOWN_NETWORK = "unknown";

/** Where to redirect the buyer: the provider's page, or the result page of an order without a price. */
export type Checkout = { readonly orderId: string; readonly url: string };

const NO_KEYS: PersonFingerprint = { mailbox: undefined, person: undefined };

function isTurnMissing(ctx: Ctx, { buyer }: Purchase, { lottery, buyer: { held } }: CheckoutContext): Promise<boolean> {
  return lacksTurn(ctx, lottery, { id: buyer.id, held });
}

/** Why the answer is refused; a wrong one takes one of the attempts. */
async function answerProblem(
  ctx: Ctx,
  { buyer, lotteryId, answer }: Purchase,
  { lottery, rightOption, mayAnswer }: CheckoutContext,
): Promise<"too_many_tries" | "wrong_answer" | undefined> {
  if (!mayAnswer) return "too_many_tries";
  if (isRightAnswer(lottery.quiz, rightOption, answer)) return undefined;
  await consumeRateLimit(ctx, ...answerLimit({ userId: buyer.id, lotteryId }));
  return "wrong_answer";
}

/**
 * Whether the buyer may take free tickets. Checked before the hold; the network's attempt is counted at the
 * settlement.
 */
async function mayTakeFree(ctx: Ctx, { buyer, requestKey, network = UNKNOWN_NETWORK }: Purchase): Promise<boolean> {
  if (buyer.emailVerified === true) return true;
  if (requestKey !== undefined && (await findOrderByRequest(ctx.db, buyer.id, requestKey))) return true;
  return hasRateLimitRoom(ctx, "freeByNetwork", network);
}

/**
 * Whether the buyer accepted other terms. Reads the terms again first: another process may have shown newer
 * ones.
 */
async function haveTermsChanged(ctx: Ctx, { acceptedTerms }: Purchase): Promise<boolean> {
  const differs = () => acceptedTerms !== undefined && acceptedTerms !== termsInForce(ctx.texts.current("terms", ctx.now()));
  if (differs()) await ctx.texts.refresh();
  return differs();
}

type HoldFacts = {
  readonly buyer: BuyerEligibility;
  readonly promotion: Promotion | undefined;
  readonly keys: PersonFingerprint;
  /** Any provider, if there is nothing to pay. */
  readonly provider: PaymentProvider | undefined;
};

/** The row of the order to insert. */
function newHold(
  ctx: Ctx,
  lottery: Lottery,
  purchase: Purchase,
  price: Quote,
  { buyer, promotion, keys, provider = ctx.payments.all[0] }: HoldFacts,
): NewHold {
  const promotionId = price.pack || price.percentOff === 0 ? undefined : promotion?.id;
  const creditBlocked = blocksCredit(buyer.spending, price.total);
  const { name, colours, statementWord } = ctx.brand.current;
  const tickets = `${purchase.quantity} ${purchase.quantity === 1 ? "ticket" : "tickets"}`;
  return {
    lotteryId: lottery.id,
    userId: purchase.buyer.id,
    quantity: purchase.quantity,
    unitPrice: lottery.pricePerTicket,
    discount: price.discount,
    total: price.total,
    percentOff: price.percentOff,
    pack: price.pack?.name,
    packs: lottery.packs,
    promotionId,
    keys: promotionId === undefined ? NO_KEYS : keys,
    answer: purchase.answer,
    locale: purchase.locale,
    termsVersion: termsInForce(ctx.texts.current("terms", ctx.now())),
    requestKey: purchase.requestKey,
    isTest: ctx.env.isTestMode,
    provider: provider.name,
    payBy: payUntil(ctx.now()),
    creditBlocked,
    byNewcomer: isNewcomer(purchase.buyer, buyer),
    network: purchase.network ?? UNKNOWN_NETWORK,
    pageRequest: {
      amount: price.total,
      description: truncate(`${tickets}, ${inLanguage(lottery.title, purchase.locale)}`, LONGEST_DESCRIPTION),
      customerEmail: purchase.buyer.email,
      locale: purchase.locale,
      brand: { name, colours, statementWord },
      blocksCredit: creditBlocked,
      publicUrl: ctx.publicUrl,
    },
  };
}

async function missingHoldProblem(ctx: Ctx, lotteryId: string): Promise<"replaced" | "closed" | "cancelled"> {
  const lottery = await findLottery(ctx, lotteryId);
  if (lottery?.status === "cancelled") return "cancelled";
  return lottery && isSelling(salePhase(lottery, ctx.now())) ? "replaced" : "closed";
}

/** Why a free order could not be settled: the network's limit is reached, or the hold is gone. */
async function freeOrderProblem(ctx: Ctx, { buyer, lotteryId }: Pick<Purchase, "buyer" | "lotteryId">, unitPrice: Pence) {
  const problem = await missingHoldProblem(ctx, lotteryId);
  return problem === "replaced" && unitPrice === 0 && buyer.emailVerified !== true ? "unconfirmed" : problem;
}

/** The page that shows the result of an order. */
function resultAddress(orderId: string): string {
  return `/success?success=true&order=${orderId}`;
}

/**
 * The checkout with an opened page. Without one, the hold is gone: sales have ended, or another tab has
 * replaced it.
 */
async function checkoutOf(
  ctx: Ctx,
  lotteryId: string,
  orderId: string,
  page: Awaited<ReturnType<typeof openPage>>,
): Promise<Result<Checkout, PurchaseError>> {
  if (page.ok) return ok({ orderId, url: page.value });
  return page.error === "closed" ? err(await missingHoldProblem(ctx, lotteryId)) : page;
}

/** A repeated request gets the page of the first one. Both may open it: the provider creates only one. */
async function repeatedCheckout(
  ctx: Ctx,
  { buyer, lotteryId, quantity, requestKey }: Purchase,
  { total }: NewHold,
): Promise<Result<Checkout, PurchaseError>> {
  const order = requestKey === undefined ? undefined : await findOrderByRequest(ctx.db, buyer.id, requestKey);
  if (!order) return err("closed");
  // The same key for a different purchase: refuse rather than charge for the wrong one.
  if (order.lotteryId !== lotteryId || order.quantity !== quantity || order.total !== total) return err("bad_request");
  if (order.state === "awaiting_payment" && order.paymentUrl !== undefined)
    return ok({ orderId: order.id, url: order.paymentUrl });
  if (order.state === "reserved" && order.total > 0 && order.payBy && order.pageRequest) {
    const page = await openPage(ctx, { ...order, payBy: order.payBy, pageRequest: order.pageRequest });
    return checkoutOf(ctx, lotteryId, order.id, page);
  }
  if (!(await settleWithoutPayment(ctx, order))) return err(await freeOrderProblem(ctx, { buyer, lotteryId }, order.unitPrice));
  return ok({ orderId: order.id, url: resultAddress(order.id) });
}

/**
 * Checks the purchase, holds the tickets, and opens the payment page. An order without a price is settled at
 * once.
 * @returns where to redirect the buyer, or the reason of the refusal
 */
export async function openCheckout(ctx: Ctx, purchase: Purchase): Promise<Result<Checkout, PurchaseError> | TooMany> {
  const { isRateLimited = false, lotteryId } = purchase;
  const found = await loadCheckout(ctx, { userId: purchase.buyer.id, lotteryId, isRateLimited });
  if (found && "wait" in found) return { ...err("too_many"), wait: found.wait };
  if (!found || found.lottery.status === "draft") return err("not_found");
  const refusal =
    findPurchaseRefusal(ctx, found, purchase) ??
    ((await haveTermsChanged(ctx, purchase)) ? "terms_changed" : undefined) ??
    ((await isTurnMissing(ctx, purchase, found)) ? "no_turn" : undefined);
  if (refusal) return err(refusal);
  const code = purchase.promoCode === undefined ? undefined : await findPromotion(ctx, purchase.promoCode);
  if (code?.ok === false) return code;
  const wrongAnswer = await answerProblem(ctx, purchase, found);
  if (wrongAnswer) return err(wrongAnswer);
  const { lottery, buyer } = found;
  const price = quote(lottery, purchase.quantity, code?.value.percentOff);
  if (!price.ok || price.value.total > MOST_CHARGED) return err("bad_quantity");

  if (lottery.pricePerTicket === 0 && !(await mayTakeFree(ctx, purchase))) return err("unconfirmed");
  const provider = ctx.payments.forNewOrder(price.value.total);
  if (!provider && price.value.total > 0) return err("no_payments");
  const keys = code?.ok ? await findPersonFingerprint(ctx, purchase.buyer.id) : NO_KEYS;
  const row = newHold(ctx, lottery, purchase, price.value, { buyer, promotion: code?.value, keys, provider });
  const order = await holdForCheckout(ctx, row, { ...buyer, maxPerPerson: lottery.maxPerPerson });
  if (order === "repeated") return repeatedCheckout(ctx, purchase, row);
  // Another buyer took the tickets after the check. Read again to report the reason.
  if (order === "no_room") return err((await findHoldRefusal(ctx, row)) ?? "sold_out");
  if (typeof order === "string") return err(order);
  const isFree = price.value.total === 0;
  if (isFree && !(await settleWithoutPayment(ctx, order))) return err(await freeOrderProblem(ctx, purchase, row.unitPrice));
  if (needsTurn(lottery, ctx.now())) await releaseSlot(ctx, row);
  if (isFree) return ok({ orderId: order.id, url: resultAddress(order.id) });

  // Outside the transaction: a slow provider must not keep the stock row locked.
  const recheck = order.isChecked ? undefined : () => findNewLimit(ctx, row);
  return checkoutOf(ctx, lottery.id, order.id, await openPage(ctx, order, { recheck }));
}
