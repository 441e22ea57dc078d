/** Enters the seed's invented payments at the simulator, so that they can be refunded. */
import type { Ctx } from "#platform/ctx.server.ts";

type PaymentsCtx = Pick<Ctx, "db" | "env" | "payments" | "publicUrl" | "log">;

/** Payments per request, below the simulator's body limit. */
const BATCH = 250;
const TIMEOUT_MS = 5_000;

/** Enters payments that the simulator does not know yet. Logs a failure; the next start tries again. */
export async function enterDemoPayments(ctx: PaymentsCtx): Promise<number> {
  // An external provider never took this money.
  const simulator = ctx.payments.all.find(({ name }) => name === "stripe")?.simulatorUrl;
  if (ctx.env.stripeSecretKey !== undefined || simulator === undefined) return 0;
  const control = new URL("/_simulator/payments", simulator);
  try {
    const payments = await listPayments(ctx);
    let entered = 0;
    for (let from = 0; from < payments.length; from += BATCH) {
      const reply = await fetch(control, {
        method: "POST",
        body: JSON.stringify({ payments: payments.slice(from, from + BATCH) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!reply.ok) throw new Error(`The payment provider answers ${reply.status}: ${await reply.text()}`);
      const answer = (await reply.json()) as { entered: number };
      entered += answer.entered;
    }
    return entered;
  } catch (error) {
    ctx.log.warn({ err: error }, "the demo's past payments are unknown to the payment provider and cannot be refunded yet");
    return 0;
  }
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
    .where("orders.state", "in", ["paid", "refund_due"])
    .orderBy("orders.settled_at")
    .execute();
  return rows.map((row) => ({
    session: row.payment_session_id,
    payment_intent: row.payment_intent_id,
    created: Math.floor((row.settled_at?.getTime() ?? 0) / 1000),
    amount: row.captured_pence,
    currency: "gbp",
    description: `${row.quantity} tickets, ${row.title}`,
    // Deleted accounts have no address.
    email: row.email ?? "payer@example.com",
    name: `${row.first_name} ${row.last_name}`.trim() || "Payer",
    success_url: `${publicUrl}/success?success=true&session_id={CHECKOUT_SESSION_ID}`,
    metadata: { order_id: row.id },
  }));
}
