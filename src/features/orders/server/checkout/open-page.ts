/** Opens the payment page of a held order; repeatable, as all parameters come from the order's row. */

import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { TroubleReason } from "#platform/payments/cached-new-orders.server.ts";
import type { OpenedPage, PageRequest, PaymentPage } from "#platform/payments/payments.server.ts";
import { err, type Ok, ok, type Result } from "#shared/result.ts";
import { type PaymentProviderName, PROVIDER_NAMES } from "#shared/states.ts";
import { HOLD_MINUTES } from "../../rules/checkout/hold.ts";
import { moveOrder, recordPage } from "../holds/hold-store.ts";
import { endTrouble, upsertTrouble } from "../payment-split/new-orders-store.ts";
import { abandonOrder } from "../settlement/settle-order.ts";
import { findOrderRow, type OrderRow, type StoredPageRequest } from "../store.ts";

/** What opens the page of an order; `payBy`: when it closes. */
export type PageToOpen = Pick<OrderRow, "id" | "lotteryId" | "provider"> & {
  readonly payBy: Date;
  readonly pageRequest: StoredPageRequest;
};

/** A limit or exclusion that the player has set since. */
type NewRefusal = "over_limit" | "paused" | "excluded";

type OpenOptions = {
  /** Finds limits set since the order was held. */
  readonly recheck?: (() => Promise<NewRefusal | undefined>) | undefined;
  /** Repeats the call only to close a page that may exist. */
  readonly isToClose?: boolean;
};

/** Time left of a hold whose page is requested within two minutes. With less, the request comes late. */
const IN_TIME_MS = (HOLD_MINUTES - 2) * 60_000;

/** The provider finds a new page too short: then it opens none for any order. */
class ClocksDisagree extends Error {
  constructor(provider: PaymentProviderName) {
    super(
      `The clocks of this machine and of ${provider} disagree by minutes: it finds ${HOLD_MINUTES} minutes too few for a page`,
    );
  }
}

/** `isAboutBuyer`: the provider refuses the buyer's email address only. */
type Attempt = Result<PaymentPage, "too_late" | "refused" | "failed"> & Pick<OpenedPage, "failure" | "isAboutBuyer">;

/** Asks one provider; exceptions become `failed`. */
async function attempt(ctx: Ctx, provider: PaymentProviderName, request: PageRequest): Promise<Attempt> {
  try {
    return await ctx.payments.of(provider).openPage(request);
  } catch (failure) {
    return { ...err("failed"), failure };
  }
}

type HealthCtx = Pick<Ctx, "payments" | "db" | "log" | "metrics" | "newOrders" | "now">;

/** A single failure may be chance; the second in a row raises an alert. */
const ALERT_FROM = 2;

const subjectOf = (id: PaymentProviderName) => ({ type: "shop", id }) as const;

/**
 * Stores and reports a failure. Never throws, since a buyer waits. `instead`: the provider that took the
 * order.
 */
async function recordTrouble(
  { db, log, metrics, newOrders, now }: HealthCtx,
  provider: PaymentProviderName,
  { reason, instead, failure }: { reason: TroubleReason; instead: PaymentProviderName | undefined; failure?: unknown },
): Promise<void> {
  metrics.pageFailed({ provider, reason });
  try {
    const times = await upsertTrouble(db, provider, reason);
    await newOrders.refresh();
    const about = { provider, reason, times, instead, err: failure };
    if (times < ALERT_FROM) return log.warn(about, "a payment provider opens no page");
    log.error({ alert: "provider_failing", ...about }, "a payment provider keeps opening no pages");
    const facts = { message: PROVIDER_NAMES[provider], times };
    await raiseAlert(db, { kind: "provider_failing", subject: subjectOf(provider), facts, at: now() });
  } catch (error) {
    log.error({ err: error, provider }, "the trouble of a payment provider could not be stored");
  }
}

/** Refused addresses since each provider's last page, in this process. */
const refusedAddresses = new WeakMap<Ctx["payments"], Map<PaymentProviderName, Set<string>>>();

/** Ends the trouble of a provider, if there is any. Called after each opened page. */
async function recordRecovery({ db, log, newOrders, now, payments }: HealthCtx, provider: PaymentProviderName): Promise<void> {
  refusedAddresses.get(payments)?.delete(provider);
  if (!newOrders.troubles.some((trouble) => trouble.provider === provider)) return;
  try {
    if (!(await endTrouble(db, provider))) return;
    await newOrders.refresh();
    await withdrawAlert(db, { kind: "provider_failing", subject: subjectOf(provider), at: now() });
    log.info({ provider }, "a payment provider opens pages again");
  } catch (error) {
    log.error({ err: error, provider }, "the recovery of a payment provider could not be stored");
  }
}

/** Tries the other providers in turn. Undefined if none opens a page, or the order can no longer be moved. */
async function openAtOthers(
  ctx: Ctx,
  { id, from: own }: { readonly id: string; readonly from: PaymentProviderName },
  request: PageRequest,
): Promise<Ok<PaymentPage> | undefined> {
  let from = own;
  for (const { name: to } of ctx.payments.insteadOf(own)) {
    if (!(await moveOrder(ctx.db, id, { from, to }))) return undefined;
    const next = await attempt(ctx, to, request);
    if (next.ok) await recordRecovery(ctx, to);
    if (next.ok) return next;
    if (next.error === "failed") await recordTrouble(ctx, to, { reason: "failed", instead: undefined, failure: next.failure });
    from = to;
  }
  return undefined;
}

/** This many refused addresses in a row are the provider's fault, not the buyers'. */
const MOST_REFUSED_ADDRESSES = 5;

/**
 * Counts an address that only this provider refuses. True if there are so many that the provider must be at
 * fault.
 */
function isFaultOfProvider(
  { log, metrics, payments }: Ctx,
  provider: PaymentProviderName,
  email: string,
  failure: unknown,
): boolean {
  const refused = refusedAddresses.get(payments) ?? new Map<PaymentProviderName, Set<string>>();
  refusedAddresses.set(payments, refused);
  const addresses = refused.get(provider) ?? new Set();
  refused.set(provider, addresses);
  if (!addresses.has(email) && addresses.add(email).size >= MOST_REFUSED_ADDRESSES) return true;
  metrics.pageFailed({ provider, reason: "refused" });
  log.warn({ provider, inARow: addresses.size, err: failure }, "a payment provider opens no page for a buyer's address");
  return false;
}

/** Opens a page at the order's provider, or at another if that fails. An order with a page stays. */
async function openWithFallback(ctx: Ctx, { id, provider: ownProvider }: PageToOpen, request: PageRequest): Promise<Attempt> {
  const isInTime = request.expiresAt.getTime() - ctx.now().getTime() > IN_TIME_MS;
  const first = await attempt(ctx, ownProvider, request);
  if (first.ok) await recordRecovery(ctx, ownProvider);
  if (first.ok || (first.error === "too_late" && !isInTime)) return first;
  const isBroken = first.error !== "refused";
  const failure = first.error === "too_late" ? new ClocksDisagree(ownProvider) : first.failure;
  if (isBroken) ctx.payments.markFailed(ownProvider);
  const next = await openAtOthers(ctx, { id, from: ownProvider }, request);
  // The order's own fault if all providers refuse it, or one refuses only its email address.
  const isOwnFault =
    !next || (first.isAboutBuyer === true && !isFaultOfProvider(ctx, ownProvider, request.customerEmail, failure));
  if (isBroken || !isOwnFault) {
    ctx.payments.markFailed(ownProvider);
    await recordTrouble(ctx, ownProvider, { reason: isBroken ? "failed" : "refused", instead: next?.value.provider, failure });
  }
  if (next) return next;
  if (first.error === "failed") throw failure;
  return { ...err("refused"), failure };
}

/** The order's provider was stopped before its page was recorded: no buyer has the address of that page. */
async function openAtFallback(ctx: Ctx, { id, provider: from }: PageToOpen, request: PageRequest) {
  if (ctx.payments.newOrderProviders.length === 0) return err("no_payments");
  const page = await openAtOthers(ctx, { id, from }, request);
  if (!page) throw new Error(`No provider that takes new orders opens a page for order ${id}`);
  return page;
}

/** The recorded page: of concurrent equal requests, only one page is recorded. */
async function findRecorded(ctx: Ctx, orderId: string): Promise<{ id: string; url: string } | undefined> {
  const order = await findOrderRow(ctx.db, orderId);
  if (order?.state !== "awaiting_payment" || order.sessionId === undefined || order.paymentUrl === undefined) return undefined;
  return { id: order.sessionId, url: order.paymentUrl };
}

/**
 * Opens and records the page.
 * @returns the page's address. `no_payments`: no provider takes new orders. `closed`: the hold was released
 * or is about to expire. In both cases no stock stays held. Throws if the provider cannot be reached (the
 * sweeper repeats the call), and if it refuses the page permanently.
 */
export async function openPage(
  ctx: Ctx,
  order: PageToOpen,
  { recheck, isToClose = false }: OpenOptions = {},
): Promise<Result<string, "closed" | "no_payments" | NewRefusal>> {
  const { publicUrl, ...storedRequest } = order.pageRequest;
  const request = {
    ...storedRequest,
    orderId: order.id,
    expiresAt: order.payBy,
    successUrl: `${publicUrl}/success?success=true`,
    cancelUrl: `${publicUrl}/success?canceled=true&order=${order.id}`,
  };
  const isAvailable = isToClose || ctx.payments.newOrderProviders.some(({ name }) => name === order.provider);
  const page = await (isAvailable ? openWithFallback : openAtFallback)(ctx, order, request);
  if (!page.ok) {
    await abandonOrder(ctx, order);
    if (page.error === "no_payments") return page;
    if (page.error === "refused")
      throw new Error(`The payment provider refuses to open a page for order ${order.id}`, { cause: page.failure });
    return err("closed");
  }
  const unlessLimitedAt = recheck && ctx.now();
  if (page.value.url !== undefined && (await recordPage(ctx.db, order.id, page.value, { unlessLimitedAt })))
    return ok(page.value.url);
  const refusal = await recheck?.();
  if (refusal) {
    await ctx.payments.of(page.value.provider).expirePage(page.value.id);
    await abandonOrder(ctx, order);
    return err(refusal);
  }
  if (recheck && page.value.url !== undefined && (await recordPage(ctx.db, order.id, page.value))) return ok(page.value.url);
  const recorded = await findRecorded(ctx, order.id);
  // If the provider opens a new page each time, no buyer has the address of this one.
  if (recorded && (recorded.id !== page.value.id || page.value.state === "open")) return ok(recorded.url);
  // Released while the provider answered: a page without tickets must not take money.
  await ctx.payments.of(page.value.provider).expirePage(page.value.id);
  return err("closed");
}
