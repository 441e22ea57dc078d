/** A provider opens no payment page: written down for all processes, with an alert where it lasts, until it opens one again. */
import { raiseAlert, withdrawAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { TroubleReason } from "#platform/payments/kept-new-orders.server.ts";
import { type PaymentProviderName, PROVIDER_NAMES } from "#shared/states.ts";

type Noting = Pick<Ctx, "db" | "log" | "metrics" | "newOrders" | "now">;

/** One call may fail by chance; the next one that does, with no page opened in between, is worth somebody's time. */
const ALERT_FROM = 2;

const subjectOf = (id: PaymentProviderName) => ({ type: "shop", id }) as const;

/** @param what.instead who has taken the order; undefined where nobody did. Never throws: a buyer waits. */
export async function noteTrouble(
  { db, log, metrics, newOrders, now }: Noting,
  provider: PaymentProviderName,
  { reason, instead, failure }: { reason: TroubleReason; instead: PaymentProviderName | undefined; failure?: unknown },
): Promise<void> {
  metrics.pageFailed({ provider, reason });
  try {
    const { times } = await newOrders.noteTrouble(provider, reason);
    const about = { provider, reason, times, instead, err: failure };
    if (times < ALERT_FROM) return log.warn(about, "a payment provider opens no page");
    log.error({ alert: "provider_failing", ...about }, "a payment provider keeps opening no pages");
    const facts = { message: PROVIDER_NAMES[provider], times };
    await raiseAlert(db, { kind: "provider_failing", subject: subjectOf(provider), facts, at: now() });
  } catch (error) {
    log.error({ err: error, provider }, "it was not written down that a payment provider opens no page");
  }
}

/** Call it where a page was opened. Free but for a provider that was in trouble. */
export async function noteRecovery({ db, log, newOrders, now }: Noting, provider: PaymentProviderName): Promise<void> {
  if (!newOrders.troubles.some((trouble) => trouble.provider === provider)) return;
  try {
    if (!(await newOrders.endTrouble(provider))) return;
    await withdrawAlert(db, { kind: "provider_failing", subject: subjectOf(provider), at: now() });
    log.info({ provider }, "a payment provider opens pages again");
  } catch (error) {
    log.error({ err: error, provider }, "it was not written down that a payment provider opens pages again");
  }
}
