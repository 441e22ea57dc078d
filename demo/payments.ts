/** Enters the seed's invented payments and payouts at the simulator, so that the books agree with it. */
import type { Ctx } from "#platform/ctx.server.ts";

type PaymentsCtx = Pick<Ctx, "db" | "env" | "payments" | "publicUrl" | "log">;

/** Payments per request, below the simulator's body limit. */
const BATCH = 250;
const TIMEOUT_MS = 5_000;

/** False with an external provider, which never took the demo's money. */
export function isSimulated({ env }: Pick<Ctx, "env">): boolean {
  return env.stripeSecretKey === undefined;
}

const WEEK_S = 7 * 86_400;

/**
 * Enters payments and payouts that the simulator does not know yet. Logs a failure; the next start tries
 * again.
 */
export async function enterDemoPayments(ctx: PaymentsCtx): Promise<number> {
  const simulator = ctx.payments.all.find(({ name }) => name === "stripe")?.simulatorUrl;
  if (!isSimulated(ctx) || simulator === undefined) return 0;
  const control = new URL("/_simulator/payments", simulator);
  try {
    const payments = await listPayments(ctx);
    let entered = 0;
    const enter = async (past: object) => {
      const reply = await fetch(control, {
        method: "POST",
        body: JSON.stringify(past),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!reply.ok) throw new Error(`The payment provider answers ${reply.status}: ${await reply.text()}`);
      const answer = (await reply.json()) as { entered: number };
      return answer.entered;
    };
    for (let from = 0; from < payments.length; from += BATCH)
      entered += await enter({ payments: payments.slice(from, from + BATCH) });
    if (payments.length > 0) await enter({ payments: [], payouts: listPayouts(payments) });
    return entered;
  } catch (error) {
    ctx.log.warn({ err: error }, "the demo's past payments are unknown to the payment provider and cannot be refunded yet");
    return 0;
  }
}

/** One a week. The money of the last days is still at the provider. */
function listPayouts(payments: readonly { readonly created: number }[]) {
  const times = payments.map(({ created }) => created);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const weeks = Math.floor((last - first) / WEEK_S);
  return Array.from({ length: weeks }, (_, i) => ({ id: `po_demo_${i + 1}`, created: first + (i + 1) * WEEK_S }));
}

async function listPayments({ db, publicUrl }: PaymentsCtx) {
  const rows = await db
    .selectFrom("orders")
    .innerJoin("users", "users.id", "orders.user_id")
    .innerJoin("lotteries", "lotteries.id", "orders.lottery_id")
    .select([
      "orders.id",
      "orders.quantity",
      "orders.captured_pence",
      "orders.payment_session_id",
      "orders.payment_intent_id",
      "orders.settled_at",
      "users.email",
      "users.first_name",
      "users.last_name",
      "lotteries.title",
    ])
    .where("orders.payment_intent_id", "like", "pi\\_demo\\_%")
    .where("orders.state", "in", ["paid", "refund_due", "refunded"])
    .orderBy("orders.settled_at")
    .execute();
  const [refunds, disputes] = await Promise.all([listRefunds(db), listDisputes(db)]);
  return rows.map((row) => ({
    session: row.payment_session_id,
    payment_intent: row.payment_intent_id,
    created: seconds(row.settled_at),
    amount: row.captured_pence,
    fee: feeOf(row.captured_pence),
    refunds: refunds.flatMap(({ order_id, ...refund }) => (order_id === row.id ? [refund] : [])),
    dispute: disputes.find(({ order_id }) => order_id === row.id)?.dispute,
    currency: "gbp",
    description: `${row.quantity} tickets, ${row.title}`,
    // Deleted accounts have no address.
    email: row.email ?? "payer@example.com",
    name: `${row.first_name} ${row.last_name}`.trim() || "Payer",
    success_url: `${publicUrl}/success?success=true&session_id={CHECKOUT_SESSION_ID}`,
    metadata: { order_id: row.id },
  }));
}

/** In pence. Source: Stripe's rate for standard cards of the UK. */
function feeOf(amount: number): number {
  return Math.round(amount * 0.015) + 20;
}

async function listRefunds(db: Ctx["db"]) {
  const rows = await db
    .selectFrom("refunds")
    .select(["id", "order_id", "provider_refund_id", "sent_at", "amount_pence", "failure_reason", "failed_at"])
    .where("provider_refund_id", "like", "re\\_demo\\_%")
    .execute();
  return rows.map((row) => ({
    order_id: row.order_id,
    id: row.provider_refund_id,
    created: seconds(row.sent_at),
    amount: row.amount_pence,
    metadata: { order_id: row.order_id, refund_id: row.id },
    ...(row.failed_at && { failure: row.failure_reason, failed_at: seconds(row.failed_at) }),
  }));
}

async function listDisputes(db: Ctx["db"]) {
  const rows = await db
    .selectFrom("disputes")
    .select(["order_id", "provider_id", "opened_at", "amount_pence", "reason"])
    .where("provider_id", "like", "dp\\_demo\\_%")
    .execute();
  return rows.map(({ order_id, provider_id: id, opened_at, amount_pence: amount, reason }) => ({
    order_id,
    dispute: { id, created: seconds(opened_at), amount, reason },
  }));
}

/** Unix time. */
function seconds(at: Date | null): number {
  return Math.floor((at?.getTime() ?? 0) / 1000);
}
