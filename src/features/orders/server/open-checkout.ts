/** Buying: hold the tickets, then open the page where the buyer pays. Numbers are dealt later, by settle-order.ts. */
import { restAt } from "#features/accounts/rules/safer-play.ts";
import { hasTurn } from "#features/accounts/server/has-turn.ts";
import { takeTurn } from "#features/accounts/server/take-turn.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { type Quote, quote } from "#features/lotteries/rules/pricing.ts";
import type { Promotion } from "#features/lotteries/rules/promotion.ts";
import { isRightAnswer } from "#features/lotteries/rules/quiz.ts";
import { findLotteryWithAnswer } from "#features/lotteries/server/find-lottery.ts";
import { findPromotion } from "#features/lotteries/server/find-promotion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Locale } from "#shared/locale.ts";
import type { Pence } from "#shared/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { LONGEST_DESCRIPTION, MOST_CHARGED, payUntil } from "../rules/hold.ts";
import { type PurchaseError, refusalOf } from "../rules/refusal.ts";
import { blocksCredit } from "../rules/spending.ts";
import { TERMS_VERSION } from "../rules/terms.ts";
import { findOpenCheckout, mayBeOwnDoing } from "./find-open-checkout.ts";
import { findStanding, type Standing } from "./find-standing.ts";
import { holdForCheckout } from "./hold-for-checkout.ts";
import type { NewHold } from "./hold-store.ts";
import { openPage } from "./open-page.ts";
import { settleWithoutPayment } from "./settle-order.ts";
import { findOrderByRequest } from "./store.ts";

/**
 * What a buyer asks for. `expectedUnitPrice` is the price that was on the screen; `requestKey` is made by the page
 * that asks, so that a double click is one order.
 */
export type Purchase = {
  readonly lotteryId: string;
  readonly buyer: { readonly id: string; readonly email: string };
  readonly quantity: number;
  readonly locale: Locale;
  readonly answer?: string;
  /** As it was typed. The better of code and pack counts; a code that the pack beats is kept for another time. */
  readonly promoCode?: string;
  readonly expectedUnitPrice?: Pence;
  readonly requestKey?: string;
};

/** Where the buyer goes on: the provider's page, or straight to the result of an order that costs nothing. */
export type Checkout = { readonly orderId: string; readonly url: string };

/**
 * Holds the tickets and opens a payment page for their price.
 *
 * @returns the page where the buyer pays. No ticket exists before the payment; the hold outlives the page,
 *          so a payment never finds its tickets gone (docs/decisions/0009).
 */
export async function openCheckout(ctx: Ctx, purchase: Purchase): Promise<Result<Checkout, PurchaseError>> {
  const found = await findLotteryWithAnswer(ctx, purchase.lotteryId);
  if (!found || found.lottery.status === "draft") return err("not_found");
  const { lottery, rightOption } = found;

  const standing = await findStanding(ctx, purchase.buyer.id, ctx.now());
  const rest = restAt(standing.limits, ctx.now());
  if (rest) return err(rest.kind);
  const refusal = refusalOf(lottery, purchase, ctx.now());
  const code = purchase.promoCode === undefined ? undefined : await findPromotion(ctx, purchase.promoCode);
  if (code?.ok === false) return code;
  const price = quote(lottery.pricePerTicket, purchase.quantity, code?.value.percentOff);
  const ownPage = await pageBehind(ctx, { lottery, purchase, refusal, price, standing });
  if (refusal && !ownPage) return err(refusal);
  const tries = `${purchase.buyer.id}:${lottery.id}`;
  if (!(await hasTurn(ctx, "quizAnswerByUserAndDraw", tries))) return err("too_many_tries");
  if (!isRightAnswer(lottery.quiz, rightOption, purchase.answer)) {
    await takeTurn(ctx, "quizAnswerByUserAndDraw", tries);
    return err("wrong_answer");
  }
  if (ownPage) return ok(ownPage);
  if (!price.ok || price.value.total > MOST_CHARGED) return err("bad_quantity");

  const row = newHold(ctx, lottery, purchase, price.value, { standing, promotion: code?.value });
  const order = await holdForCheckout(ctx, row, standing);
  if (order === "repeated") return repeatedCheckout(ctx, purchase, row);
  if (typeof order === "string") return err(order);
  // The stock went between the look and the hold; look again for what to say.
  if (!order)
    return err(refusalOf((await findLotteryWithAnswer(ctx, lottery.id))?.lottery ?? lottery, purchase, ctx.now()) ?? "sold_out");

  if (price.value.total === 0) {
    await settleWithoutPayment(ctx, order.id);
    return ok({ orderId: order.id, url: resultOf(order.id) });
  }
  // Outside the transaction: a slow provider must not keep the stock row locked.
  return pageOf(order.id, await openPage(ctx, order));
}

type Asked = {
  lottery: Lottery;
  purchase: Purchase;
  refusal: PurchaseError | undefined;
  price: Result<Quote, string>;
  standing: Standing;
};

/** Programs say nothing of pages that they came back from, and get a hold of their own or a refusal. */
async function pageBehind(ctx: Ctx, { lottery, purchase, refusal, price, standing }: Asked): Promise<Checkout | undefined> {
  if (purchase.requestKey === undefined || !price.ok) return undefined;
  const { total } = price.value;
  if (!mayBeOwnDoing(refusal, standing, total, ctx.now())) return undefined;
  const open = await findOpenCheckout(ctx, lottery, { buyerId: purchase.buyer.id, quantity: purchase.quantity, total });
  return open && { orderId: open.orderId, url: open.url };
}

function newHold(
  ctx: Ctx,
  lottery: Lottery,
  purchase: Purchase,
  price: Quote,
  { standing, promotion }: { standing: Standing; promotion: Promotion | undefined },
): NewHold {
  const creditBlocked = blocksCredit(standing.spending, price.total);
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
    promotionId: price.pack || price.percentOff === 0 ? undefined : promotion?.id,
    answer: purchase.answer,
    locale: purchase.locale,
    termsVersion: TERMS_VERSION,
    requestKey: purchase.requestKey,
    payBy: payUntil(ctx.now()),
    creditBlocked,
    pageRequest: {
      amount: price.total,
      description: `${tickets}, ${inLanguage(lottery.title, purchase.locale)}`.slice(0, LONGEST_DESCRIPTION),
      customerEmail: purchase.buyer.email,
      locale: purchase.locale,
      blocksCredit: creditBlocked,
      publicUrl: ctx.publicUrl,
    },
  };
}

/** The second of two equal requests gets the page of the first. Both may open it: the provider makes one of them. */
async function repeatedCheckout(
  ctx: Ctx,
  { buyer, lotteryId, quantity, requestKey }: Purchase,
  { total }: NewHold,
): Promise<Result<Checkout, PurchaseError>> {
  const order = requestKey === undefined ? undefined : await findOrderByRequest(ctx.db, buyer.id, requestKey);
  if (!order) return err("closed");
  // Paying for one thing after asking for another would be worse than a refusal.
  if (order.lotteryId !== lotteryId || order.quantity !== quantity || order.total !== total) return err("bad_request");
  if (order.state === "awaiting_payment" && order.paymentUrl !== undefined)
    return ok({ orderId: order.id, url: order.paymentUrl });
  if (order.state === "reserved" && order.total > 0 && order.payBy && order.pageRequest) {
    return pageOf(order.id, await openPage(ctx, { id: order.id, payBy: order.payBy, pageRequest: order.pageRequest }));
  }
  await settleWithoutPayment(ctx, order.id);
  return ok({ orderId: order.id, url: resultOf(order.id) });
}

function resultOf(orderId: string): string {
  return `/success?success=true&order=${orderId}`;
}

function pageOf(orderId: string, page: Awaited<ReturnType<typeof openPage>>): Result<Checkout, PurchaseError> {
  return page.ok ? ok({ orderId, url: page.value }) : err("closed");
}
