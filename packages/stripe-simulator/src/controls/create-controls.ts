import { cardDigits, isCardNumber } from "@concours/simulator-kit/page/card-number";
import { requireLoopback } from "@concours/simulator-kit/serve";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { disputeCharge, turnDispute, warnOfFraud } from "../actions/dispute-charge.ts";
import { enterPastPayments } from "../actions/enter-past-payments.ts";
import { currentSession, expireSession } from "../actions/expire-session.ts";
import { answerBank, awaitingIntent, type PayResult, paySession } from "../actions/pay-session.ts";
import { refundCharge, turnRefund } from "../actions/refund-charge.ts";
import { balanceOf, enterPastPayout, payOut } from "../api/balance.ts";
import { badParameter, badState, missing, StripeError } from "../api/stripe-error.ts";
import { cardRestriction, readCard } from "../ledger/cards.ts";
import type { ChargeRecord, SessionRecord } from "../ledger/records.ts";
import { successUrl } from "../page/create-pages.ts";
import type { Simulation } from "../simulation.ts";
import { isTaken, wirePayout } from "../wire/balance-transaction.ts";
import { wireEvent } from "../wire/wire.ts";
import { readPastPayments, readPastPayouts } from "./read-past-payments.ts";

const REFUND_STATUSES = ["pending", "requires_action", "succeeded", "failed", "canceled"] as const;
const WORKING_CARD = "4242424242424242";

export function createControls(sim: Simulation, runDue: () => Promise<void>): Hono<{ Bindings: Partial<HttpBindings> }> {
  const controls = new Hono<{ Bindings: Partial<HttpBindings> }>();
  controls.use(requireLoopback);
  controls.onError((error) => {
    if (error instanceof StripeError) return Response.json({ error: error.body }, { status: error.status });
    sim.log("error", "a control failed", { error });
    return Response.json({ error: { type: "api_error", message: String(error) } }, { status: 500 });
  });

  controls.get("/ledger", (context) => context.json(wholeLedger(sim)));
  controls.get("/knobs", (context) => context.json(sim.knobs.settings));
  controls.post("/knobs", async (context) => {
    const wrong = sim.knobs.set(await readBody(context));
    if (wrong !== undefined)
      throw badParameter(wrong, "parameter_unknown", `No such knob, or not a number of 0 or more: ${wrong}`);
    return context.json(sim.knobs.settings);
  });
  controls.post("/clock", async (context) => {
    const { advanceSeconds } = await readBody(context);
    if (typeof advanceSeconds !== "number" || !Number.isInteger(advanceSeconds) || advanceSeconds < 0) {
      throw badParameter("advanceSeconds", "parameter_invalid_integer", "advanceSeconds must be a whole number of 0 or more");
    }
    await sim.commit([["ahead", sim.clock.ahead() + advanceSeconds]]);
    await runDue();
    return context.json({ now: sim.clock.seconds(), ahead: sim.clock.ahead() });
  });
  controls.post("/sessions/:id/pay", async (context) =>
    context.json(await pay(sim, context.req.param("id"), await readBody(context))),
  );
  controls.post("/sessions/:id/cancel", async (context) => context.json(await cancel(sim, context.req.param("id"))));
  controls.post("/payments", async (context) => {
    const body = await readBody(context);
    const payouts = readPastPayouts(body, sim.clock.seconds());
    const { entered, changes } = enterPastPayments(sim, readPastPayments(body, sim.clock.seconds()));
    // Also without changes: known payments may not be on disk yet.
    await sim.commit(changes);
    for (const payout of payouts) await sim.commit(enterPastPayout(sim, payout));
    return context.json({ entered });
  });
  controls.post("/payouts", async (context) => {
    const { payout, changes } = payOut(sim);
    await sim.commit(changes);
    return context.json(wirePayout(payout));
  });
  controls.post("/charges/:id/dispute", async (context) => {
    const { reason, amount, inquiry } = await readBody(context);
    const charge = needCharge(sim, context.req.param("id"));
    const { dispute, changes } = disputeCharge(sim, charge, {
      reason: typeof reason === "string" ? reason : "fraudulent",
      amount: wholeAmount(amount),
      isInquiry: inquiry === true,
    });
    await sim.commit(changes);
    return context.json(sim.wire({ kind: "dispute", record: dispute }));
  });
  controls.post("/charges/:id/warn", async (context) => {
    const { type } = await readBody(context);
    const charge = needCharge(sim, context.req.param("id"));
    const { warning, changes } = warnOfFraud(sim, charge, typeof type === "string" ? type : undefined);
    await sim.commit(changes);
    return context.json(sim.wire({ kind: "warning", record: warning }));
  });
  controls.post("/disputes/:id/turn", async (context) => {
    const { to, kept } = await readBody(context);
    const id = context.req.param("id");
    const dispute = sim.ledger.disputes.get(id);
    if (dispute === undefined) throw missing("dispute", id, "dispute");
    const { dispute: turned, changes } = turnDispute(sim, dispute, String(to), wholeAmount(kept, "kept"));
    await sim.commit(changes);
    return context.json(sim.wire({ kind: "dispute", record: turned }));
  });
  controls.post("/charges/:id/refund", async (context) => {
    const { amount } = await readBody(context);
    const charge = needCharge(sim, context.req.param("id"));
    const { refund, changes } = refundCharge(sim, charge, { amount: wholeAmount(amount) });
    await sim.commit(changes);
    return context.json(sim.wire({ kind: "refund", record: refund }));
  });
  controls.post("/refunds/:id/turn", async (context) => {
    const { to, reason } = await readBody(context);
    const status = REFUND_STATUSES.find((known) => known === to);
    if (status === undefined) throw badParameter("to", "parameter_invalid", `to must be one of ${REFUND_STATUSES.join(", ")}`);
    const refund = sim.ledger.refunds.get(context.req.param("id"));
    if (refund === undefined) throw missing("refund", context.req.param("id"), "id");
    await sim.commit(turnRefund(sim, refund, status, typeof reason === "string" ? { failure: reason } : {}));
    return context.json(sim.wire({ kind: "refund", record: sim.ledger.refunds.get(refund.id) ?? refund }));
  });
  controls.post("/events/:id/send", async (context) => {
    const { times = 1 } = await readBody(context);
    const event = sim.ledger.events.get(context.req.param("id"));
    if (event === undefined) throw missing("event", context.req.param("id"), "id");
    sim.resend(event, Math.min(Number(times) || 1, 1000));
    return context.json(wireEvent(event, sim.wire, 0));
  });
  return controls;
}

function wholeAmount(amount: unknown, name = "amount"): number | undefined {
  if (amount === undefined) return undefined;
  if (Number.isInteger(amount) && Number(amount) >= 1) return Number(amount);
  throw badParameter(name, "parameter_invalid_integer", `${name} must be a whole number of minor units`);
}

async function readBody(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const text = await context.req.text();
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    // Reported below, like other values that are no object.
  }
  throw new StripeError(400, { type: "invalid_request_error", message: "The body must be a JSON object." });
}

function needSession(sim: Simulation, id: string): SessionRecord {
  const session = currentSession(sim, id);
  if (session === undefined) throw missing("checkout.session", id, "session");
  if (session.status !== "open") throw badState(`Checkout Session ${id} is ${session.status}.`);
  return session;
}

function needCharge({ ledger }: Simulation, id: string): ChargeRecord {
  const intent = ledger.intents.get(ledger.sessions.get(id)?.intent ?? id);
  const charge = ledger.charges.get(intent?.latestCharge ?? id);
  if (charge === undefined || !isTaken(charge)) throw missing("charge", id, "charge");
  return charge;
}

async function pay(
  sim: Simulation,
  id: string,
  { card: typed = WORKING_CARD, confirm, email, name }: Readonly<Record<string, unknown>>,
) {
  const session = needSession(sim, id);
  const digits = cardDigits(String(typed));
  if (!isCardNumber(digits))
    throw new StripeError(402, {
      type: "card_error",
      code: "incorrect_number",
      message: "Your card number is incorrect.",
      param: "number",
    });
  const { card, outcome } = readCard(digits, 12, new Date(sim.clock.seconds() * 1000).getUTCFullYear() + 3);
  if (cardRestriction(card, session.restrictions) !== undefined) {
    throw new StripeError(402, {
      type: "card_error",
      code: "card_declined",
      decline_code: "card_not_supported",
      message: "This session does not accept this type of card.",
    });
  }
  const payer = {
    email: typeof email === "string" ? email : (session.customerEmail ?? "payer@example.com"),
    name: typeof name === "string" ? name : "Test Payer",
  };
  let result: PayResult = paySession(sim, session, { card, payer }, outcome);
  await sim.commit(result.changes);
  if (result.kind === "asks" && confirm !== null) {
    // The session may have ended while it was stored.
    const now = needSession(sim, id);
    const awaiting = awaitingIntent(sim, now);
    if (awaiting === undefined) throw badState(`Checkout Session ${id} waits for no confirmation.`);
    result = answerBank(sim, now, awaiting, confirm !== false);
    await sim.commit(result.changes);
  }
  if (result.kind === "refused") {
    const { code, declineCode, message } = result.decline;
    throw new StripeError(402, {
      type: "card_error",
      code,
      message,
      ...(declineCode !== null && { decline_code: declineCode }),
      ...(result.charge !== null && { charge: result.charge }),
    });
  }
  return {
    ...sim.wire({ kind: "session", record: result.session }),
    redirect_to:
      result.kind === "paid"
        ? successUrl(result.session)
        : `${sim.wire({ kind: "session", record: result.session }).url}/confirm`,
  };
}

async function cancel(sim: Simulation, id: string) {
  const { session, changes } = expireSession(sim, needSession(sim, id));
  await sim.commit(changes);
  return { ...sim.wire({ kind: "session", record: session }), redirect_to: session.cancelUrl };
}

function wholeLedger({ ledger, wire, clock, knobs }: Simulation) {
  return {
    now: clock.seconds(),
    knobs: knobs.settings,
    sessions: ledger.sessions.values().map((record) => wire({ kind: "session", record })),
    payment_intents: ledger.intents.values().map((record) => wire({ kind: "intent", record })),
    charges: ledger.charges.values().map((record) => wire({ kind: "charge", record })),
    refunds: ledger.refunds.values().map((record) => wire({ kind: "refund", record })),
    disputes: ledger.disputes.values().map((record) => wire({ kind: "dispute", record })),
    early_fraud_warnings: ledger.warnings.values().map((record) => wire({ kind: "warning", record })),
    payouts: ledger.payouts.values().map(wirePayout),
    balance_transactions: balanceOf(ledger),
    events: ledger.events.values().map((record) => wireEvent(record, wire, ledger.undelivered.has(record.id) ? 1 : 0)),
  };
}
