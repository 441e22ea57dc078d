/** Captures or voids authorised payments, as decided under the order's lock. Rules: docs/decisions/0058. */
import { createHash } from "node:crypto";
import { partOfOrder } from "#features/access/rules/alert.ts";
import { raiseAlertFirst, raiseAlertOnce, withdrawAlert } from "#features/access/server/raise-alert.ts";
import { activeExclusion, limitAt, londonMonth } from "#features/accounts/rules/person/safer-play.ts";
import { findPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { canSell } from "#features/lotteries/rules/lifecycle.ts";
import { isAnyExcludedStaff } from "#features/staff/server/team/staff-exclusion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentPage } from "#platform/payments/payments.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { Pence } from "#shared/money/money.ts";
import { UnresolvedAuthorisation } from "#shared/unresolved-authorisation.ts";
import { exceedsLimit } from "../../rules/checkout/spending.ts";
import { hasFailed } from "../../rules/refund-state.ts";
import { type Authorisation, decideAuthorised, isHolding } from "../../rules/settlement.ts";
import { isBeyondCreditLimit } from "../checkout/beyond-credit-limit.ts";
import { withDrawPermit } from "../checkout/draw-permit.ts";
import { findSpending } from "../checkout/find-eligibility.ts";
import { isCodeTaken } from "../checkout/promotion-store.ts";
import { exceedsPersonLimit } from "../holds/hold-store.ts";
import { findLotteryState, lockLotteryState, lockSaleAndSpender } from "../refunds/lottery-state-store.ts";
import { lockOrder, type OrderRow } from "../store.ts";
import { chooseCapture, hasNewerOrder, recordCapture } from "./capture-store.ts";

/** Whether staff may have got an alert about the order's authorisation. False for nearly every order. */
function mayHaveAlert({ capturing, state }: OrderRow): boolean {
  return isHolding(state) ? capturing !== undefined : state === "expired";
}

/** The alert about an authorisation that the API cannot void. It is found in each round, but raised once. */
function authorisationAlert(
  ctx: Ctx,
  orderId: string,
  { paymentIntentId: message, amount }: { paymentIntentId: string; amount: Pence },
) {
  const about = { subject: partOfOrder(orderId, message), at: ctx.now() };
  const facts = { amount, message };
  return {
    async raise() {
      if (await raiseAlertFirst(ctx.db, { kind: "authorisation_kept", ...about, facts, same: { message } }))
        ctx.log.error({ alert: "authorisation_kept", orderId, payment: message }, "an authorised payment could not be voided");
    },
    withdraw: () => withdrawAlert(ctx.db, { kind: "authorisation_kept", ...about }),
  };
}

/** Whether the decision does not depend on what the buyer has paid by credit card. */
function needsNoCreditTotal({ cardFunding, currency }: PaymentPage): boolean {
  return cardFunding !== "credit" && currency === "gbp";
}

/** Whether an expired hold with an authorised page may still buy: no refusal and no newer order. */
async function maySettleLate(ctx: Ctx, tx: Tx, order: OrderRow): Promise<boolean> {
  const now = ctx.now();
  if (!canSell(await lockLotteryState(tx, order.lotteryId), order.quantity, now).ok) return false;
  if (await isAnyExcludedStaff(ctx, tx, [order.userId])) return false;
  const limits = await findPlayerLimits({ db: tx }, order.userId);
  if (activeExclusion(limits, now)) return false;
  const limit = limitAt(limits, now);
  // It counts in the month of its order: paid in the next month, no limit would include it.
  if (limit !== undefined && order.createdAt < londonMonth(now).from) return false;
  if (exceedsLimit(limit, await findSpending(tx, order.userId, now), order.total)) return false;
  return !((await hasNewerOrder(tx, order)) || (await isCodeTaken(tx, order.id)) || (await exceedsPersonLimit(tx, order)));
}

/**
 * Decides under the order's lock. A decision to capture is permanent: later calls, also after a crash,
 * repeat it.
 */
async function decideLocked(
  ctx: Ctx,
  key: Pick<OrderRow, "id" | "lotteryId">,
  page: PaymentPage & { readonly paymentIntentId: string },
): Promise<Authorisation> {
  return withDrawPermit(ctx, key, async (tx) => {
    const order = await lockOrder(tx, key.id);
    if (!order) return "other";
    const isCredit = page.cardFunding === "credit";
    const lottery = await (isCredit ? lockSaleAndSpender(tx, order) : findLotteryState(tx, order.lotteryId));
    const decision = decideAuthorised(order, page, {
      isCancelled: lottery?.status === "cancelled",
      exceedsCreditLimit: isCredit && (await isBeyondCreditLimit(tx, order, page)),
      maySettleLate: !isHolding(order.state) && (await maySettleLate(ctx, tx, order)),
    });
    if (decision === "capture" && order.capturing === undefined) await recordCapture(tx, order.id, page);
    return decision;
  });
}

/**
 * Captures or voids the authorised payment of a page.
 * @returns the page afterwards: paid, expired without payment, or still authorised
 */
export async function resolveAuthorisation(ctx: Ctx, order: OrderRow, page: PaymentPage): Promise<PaymentPage> {
  const { id, provider: name } = order;
  const provider = ctx.payments.of(name);
  const { paymentIntentId } = page;
  if (!page.isAuthorised || paymentIntentId === undefined || !provider.capture || !provider.voidAuthorisation) return page;
  const authorised = { ...page, paymentIntentId };
  // Nearly all authorisations need only the order and its draw.
  const isChosen = needsNoCreditTotal(page) && (await chooseCapture(ctx.db, id, authorised));
  const decision = isChosen ? "capture" : await decideLocked(ctx, order, authorised);
  const alert = authorisationAlert(ctx, id, authorised);
  if (decision === "capture") {
    const after = await provider.capture(page).catch(async (error: unknown) => {
      if (error instanceof UnresolvedAuthorisation) await alert.raise();
      throw error;
    });
    if (after.isAuthorised && after.state === "expired") await alert.raise();
    else if (mayHaveAlert(order) && !after.isAuthorised) await alert.withdraw();
    return after;
  }
  const isVoided = await provider.voidAuthorisation(paymentIntentId);
  await (isVoided ? alert.withdraw() : alert.raise());
  ctx.log.info({ orderId: id, decision, isVoided }, "an authorised payment is not captured");
  // The voided payment says nothing about the hold if another one is chosen.
  return { ...page, isAuthorised: false, state: decision === "void" ? "expired" : "open" };
}

/**
 * Withdraws the alert once the authorisation is voided, captured or lapsed. Needs no query for most paid
 * pages.
 */
export async function withdrawAuthorisationAlert(ctx: Ctx, order: OrderRow, page: PaymentPage): Promise<void> {
  const { paymentIntentId } = page;
  if (page.isAuthorised || paymentIntentId === undefined || !ctx.payments.of(order.provider).voidAuthorisation) return;
  if (page.state === "expired" || (page.paid && mayHaveAlert(order)))
    await authorisationAlert(ctx, order.id, { ...page, paymentIntentId }).withdraw();
}

/** A deterministic refund id per payment. */
function refundNameOf(paymentIntentId: string): string {
  const hex = createHash("sha256").update(paymentIntentId).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/** Voids a payment beside the chosen one, or refunds it at once if it was captured at the provider. */
export async function voidOther(
  ctx: Ctx,
  { id: orderId, provider: name }: OrderRow,
  sessionId: string,
  other: string,
): Promise<void> {
  const provider = ctx.payments.of(name);
  if (!provider.voidAuthorisation) return;
  const isVoided = await provider.voidAuthorisation(other);
  const page = await provider.getPage(sessionId, other);
  const authorisation = authorisationAlert(ctx, orderId, { ...page, paymentIntentId: other });
  await (isVoided ? authorisation.withdraw() : authorisation.raise());
  if (!page.paid || page.paymentIntentId !== other) return;
  const refund = { refundId: refundNameOf(other), orderId, paymentIntentId: other, amount: page.amount, refusals: 0 };
  const facts = { amount: page.amount, message: other };
  const about = { subject: partOfOrder(orderId, other), facts, at: ctx.now() } as const;
  const alertStaff = () => raiseAlertOnce(ctx.db, { kind: "second_payment_kept", ...about });
  const sent = await provider.refund(refund).catch(async (error: unknown) => {
    // E.g. an API key without permission to refund: retried for a time, with staff alerted meanwhile.
    await alertStaff();
    throw error;
  });
  ctx.log.warn(
    { orderId, payment: other, sent: sent.ok || sent.error },
    "a second payment of an order was captured; refunding it",
  );
  if (!sent.ok && sent.error !== "not_left") return alertStaff();
  // An earlier refund that the bank returned: the money is still here.
  if (sent.ok && hasFailed(sent.value.state)) return;
  await withdrawAlert(ctx.db, { kind: "second_payment_kept", ...about });
}
