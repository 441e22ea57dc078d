/** Compares the books with the providers' ledgers, order by order: captures, refunds and disputes. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { listPaidPages } from "#features/orders/server/checkout/payment-page-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentDispute } from "#platform/payments/payment-disputes.server.ts";
import type { PaymentProvider, ProviderRefund } from "#platform/payments/payments.server.ts";
import type { PaymentProviderName } from "#shared/states.ts";
import type { Broken } from "./invariants.ts";

const PROVIDER_AGREES = {
  id: "provider-agrees",
  says: "for each order the provider has captured and refunded what the shop has recorded, and every refund and every dispute has the same state in both",
};

/** Time for pending events to arrive. */
const TOLD_WITHIN_MS = 5_000;

type Comparing = Pick<Ctx, "db" | "payments">;
type Difference = { readonly payment: string; readonly what: string; readonly books: unknown; readonly provider: unknown };

/** Compares from `since` on. Returns only differences found twice, since the books change meanwhile. */
export async function compareWithProvider(ctx: Comparing, since: Date, waitMs = TOLD_WITHIN_MS): Promise<Broken[]> {
  const first = await findDifferences(ctx, since);
  if (first.length === 0) return [];
  await sleep(waitMs);
  const again = new Set((await findDifferences(ctx, since)).map((difference) => JSON.stringify(difference)));
  const rows = first.filter((difference) => again.has(JSON.stringify(difference)));
  return rows.length === 0 ? [] : [{ ...PROVIDER_AGREES, rows: rows.slice(0, 20) }];
}

async function findDifferences({ db, payments }: Comparing, since: Date): Promise<Difference[]> {
  const differences: Difference[] = [];
  const seen = new Set<string>();
  for (const provider of payments.all) differences.push(...(await compareOne(db, provider, since, seen)));
  return [...differences, ...(await findUnknown(db, since, { seen, names: payments.all.map(({ name }) => name) }))];
}

/** @param seen collects the provider's payments, for the reverse comparison */
async function compareOne(db: Ctx["db"], provider: PaymentProvider, since: Date, seen: Set<string>): Promise<Difference[]> {
  const differences: Difference[] = [];
  const known = () => listPaidPages(db, { provider: provider.name, since });
  for await (const charge of provider.listCharges(since, known)) {
    const { paymentIntentId: payment, orderId } = charge;
    if (payment === undefined) continue;
    seen.add(payment);
    const { rows } = await sql<{ captured: string; out: string }>`
      SELECT captured_pence AS captured, coalesce((SELECT sum(amount_pence) FROM refunds r WHERE r.order_id = o.id
        AND r.provider_refund_id IS NOT NULL AND r.state IN ('pending', 'requires_action', 'succeeded')), 0) AS out
      FROM orders o WHERE payment_intent_id = ${payment}`.execute(db);
    const [order] = rows;
    // Payments of other systems on the account have no order id.
    if (!order && orderId !== undefined) differences.push({ payment, what: "order", books: undefined, provider: orderId });
    if (!order) continue;
    if (Number(order.captured) !== charge.captured)
      differences.push({ payment, what: "captured", books: Number(order.captured), provider: charge.captured });
    if (Number(order.out) !== charge.refunded)
      differences.push({ payment, what: "refunded", books: Number(order.out), provider: charge.refunded });
  }
  for await (const refund of provider.listRefunds(since, known)) {
    const difference = await compareRefund(db, refund);
    if (difference) differences.push(difference);
  }
  for await (const dispute of provider.listDisputes(since)) {
    const difference = await compareDispute(db, dispute);
    if (difference) differences.push(difference);
  }
  return differences;
}

async function compareDispute(db: Ctx["db"], dispute: PaymentDispute): Promise<Difference | undefined> {
  const payment = dispute.paymentIntentId ?? "";
  const row = await db
    .selectFrom("orders as o")
    .leftJoin("disputes as d", (join) => join.onRef("d.order_id", "=", "o.id").on("d.provider_id", "=", dispute.id))
    .select(["d.status", "d.amount_pence", "d.withdrawn_pence", "d.fee_pence"])
    .where("o.payment_intent_id", "=", payment)
    .executeTakeFirst();
  // Payments of other systems have no order here.
  if (!row) return undefined;
  const { status, amount, withdrawn, fee } = dispute;
  const there = [status, amount, withdrawn, fee];
  const here = [row.status, row.amount_pence, row.withdrawn_pence, row.fee_pence];
  return String(here) === String(there) ? undefined : { payment, what: dispute.id, books: here, provider: there };
}

async function compareRefund(db: Ctx["db"], refund: ProviderRefund): Promise<Difference | undefined> {
  const row = await db
    .selectFrom("refunds")
    .select(["state", "amount_pence"])
    .where("provider_refund_id", "=", refund.id)
    .executeTakeFirst();
  const there = { state: refund.state, amount: refund.amount };
  if (!row) {
    const order = await db
      .selectFrom("orders")
      .select("id")
      .where("payment_intent_id", "=", refund.paymentIntentId ?? "")
      .executeTakeFirst();
    return order && { payment: refund.paymentIntentId ?? "", what: refund.id, books: undefined, provider: there };
  }
  const here = { state: row.state, amount: row.amount_pence };
  if (here.state === there.state && here.amount === there.amount) return undefined;
  return { payment: refund.paymentIntentId ?? "", what: refund.id, books: here, provider: there };
}

/** Payments that only the books have. Allows an hour between the clocks. */
async function findUnknown(
  db: Ctx["db"],
  since: Date,
  { seen, names }: { readonly seen: ReadonlySet<string>; readonly names: readonly PaymentProviderName[] },
): Promise<Difference[]> {
  const rows = await db
    .selectFrom("orders")
    .select(["payment_intent_id", "captured_pence"])
    .where("payment_intent_id", "is not", null)
    .where("captured_pence", ">", 0)
    .where("provider", "in", names)
    .where("created_at", ">", new Date(since.getTime() + 3_600_000))
    .execute();
  return rows.flatMap(({ payment_intent_id: payment, captured_pence: books }) =>
    payment === null || seen.has(payment) ? [] : [{ payment, what: "captured", books, provider: undefined }],
  );
}
