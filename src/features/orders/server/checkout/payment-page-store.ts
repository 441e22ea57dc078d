/** Lists payment pages that were opened, for the reconciliation with the providers. */
import type { KnownPage } from "#platform/payments/payments.server.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { BOUGHT_STATES, type PaidOrderState, type PaymentProviderName } from "#shared/states.ts";

const DAY_MS = 86_400_000;

/** Pages of a provider created since this time. */
type PageFilter = { readonly provider: PaymentProviderName; readonly since: Date };

async function listPages(
  db: Db,
  { provider, since, paidSince }: PageFilter & { readonly paidSince?: Date | undefined },
  states: readonly PaidOrderState[],
): Promise<KnownPage[]> {
  const rows = await db
    .selectFrom("orders")
    .select(["id", "payment_session_id", "payment_intent_id", "capturing"])
    .where("provider", "=", provider)
    .where("state", "in", states)
    .where("payment_session_id", "is not", null)
    .where("created_at", ">=", since)
    .$if(paidSince !== undefined, (query) => query.where("settled_at", ">=", paidSince ?? since))
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({
    sessionId: row.payment_session_id ?? "",
    orderId: row.id,
    paymentIntentId: row.payment_intent_id ?? row.capturing ?? undefined,
  }));
}

/** Pages not paid as far as the shop knows, newest first. They can be paid for a day. */
export async function listUnpaidPages(db: Db, { provider, since }: PageFilter): Promise<KnownPage[]> {
  return listPages(db, { provider, since }, ["awaiting_payment", "expired"]);
}

/** Paid pages, newest first, opened up to a day before `since`. `paidSince` leaves out earlier payments. */
export async function listPaidPages(
  db: Db,
  { provider, since, paidSince }: PageFilter & { readonly paidSince?: Date | undefined },
): Promise<KnownPage[]> {
  const opened = new Date(since.getTime() - DAY_MS);
  return listPages(db, { provider, since: opened, paidSince }, BOUGHT_STATES);
}

/** A page, and when it was opened. */
export type EndedPage = KnownPage & { readonly openedAt: Date };

/** At most `most` pages opened in this time, in any state, oldest first. */
export async function listPagesBetween(
  db: Db,
  { provider, from, to, most }: { provider: PaymentProviderName; from: Date; to: Date; most: number },
): Promise<EndedPage[]> {
  const rows = await db
    .selectFrom("orders")
    .select(["id", "payment_session_id", "payment_intent_id", "created_at"])
    .where("provider", "=", provider)
    .where("payment_session_id", "is not", null)
    .where("created_at", ">", from)
    .where("created_at", "<=", to)
    .orderBy("created_at")
    .limit(most)
    .execute();
  return rows.map((row) => ({
    sessionId: row.payment_session_id ?? "",
    orderId: row.id,
    paymentIntentId: row.payment_intent_id ?? undefined,
    openedAt: row.created_at,
  }));
}
