/** The simulator's own controls under `/_simulator`, for actions of payers, banks and the clock. */

import { cardDigits } from "@concours/simulator-kit/page/card-number";
import type { Bindings } from "@concours/simulator-kit/serve";
import { requireLoopback } from "@concours/simulator-kit/serve";
import { Hono } from "hono";
import { dispute, pay, turnDispute } from "./act.ts";
import { judgeCard } from "./cards.ts";
import { actionEvent } from "./events.ts";
import { successUrlOf } from "./pages.ts";
import { type ActionRecord, DISPUTE_STATUSES, type PaymentRecord } from "./records.ts";
import type { Simulation } from "./simulation.ts";

const WORKING_CARD = "4659105569051157";

export function createControls(sim: Simulation, runDue: () => Promise<void>): Hono<Bindings> {
  const { ledger } = sim;
  const controls = new Hono<Bindings>();
  controls.use(requireLoopback);
  controls.onError((error) => Response.json({ error: String(error) }, { status: error instanceof Wrong ? 400 : 500 }));

  controls.get("/ledger", (context) =>
    context.json({
      pages: [...ledger.pages.values()],
      payments: [...ledger.payments.values()],
      actions: [...ledger.actions.values()],
      disputes: [...ledger.disputes.values()],
      events: [...ledger.events.values()],
    }),
  );
  controls.get("/knobs", (context) => context.json(sim.knobs.settings));
  controls.post("/knobs", async (context) => {
    const wrong = sim.knobs.set(await context.req.json());
    if (wrong !== undefined) throw new Wrong(`No such knob, or not a number of 0 or more: ${wrong}`);
    return context.json(sim.knobs.settings);
  });
  controls.post("/clock", async (context) => {
    const { advanceSeconds } = (await context.req.json()) as { advanceSeconds: unknown };
    if (typeof advanceSeconds !== "number" || !Number.isInteger(advanceSeconds) || advanceSeconds < 0)
      throw new Wrong("advanceSeconds must be a whole number of 0 or more");
    await sim.commit([["ahead", sim.clock.ahead() + advanceSeconds]]);
    await runDue();
    return context.json({ now: sim.clock.seconds(), ahead: sim.clock.ahead() });
  });

  /** `again` allows a second payment of a paid page, as from a second tab. */
  controls.post("/pages/:id/pay", async (context) => {
    const { card = WORKING_CARD, again = false } = (await context.req.json()) as { card?: string; again?: boolean };
    const page = known(ledger.pages.get(context.req.param("id")));
    if (page.expiresAt <= sim.clock.seconds() || (page.payment !== null && !again)) throw new Wrong("The page takes no payment");
    const typed = { digits: cardDigits(card), month: 12, year: 2040 };
    const { payment, changes } = pay(sim, page, page.email ?? "payer@example.com", judgeCard(typed));
    await sim.commit(changes);
    return context.json({ payment: payment.id, state: payment.state, url: successUrlOf(page, payment) });
  });
  controls.post("/actions/:id/fail", async (context) => {
    const action = known(ledger.actions.get(context.req.param("id")));
    const payment = known(ledger.payments.get(action.payment));
    if (action.type !== "Refund") throw new Wrong("Only a refund fails late");
    const failed: ActionRecord = { ...action, approved: false, code: "20005", dueAt: null };
    const back: PaymentRecord = { ...payment, refunded: payment.refunded - (action.approved ? action.amount : 0) };
    await sim.commit([["payment", back], ["action", failed], actionEvent(sim, back, failed)]);
    return context.json(failed);
  });
  controls.post("/payments/:id/dispute", async (context) => {
    const payment = known(ledger.payments.get(context.req.param("id")));
    const { amount = payment.captured } = (await context.req.json()) as { amount?: number };
    const opened = dispute(sim, payment, amount);
    await sim.commit(opened.changes);
    return context.json(opened.dispute);
  });
  controls.post("/disputes/:id/turn", async (context) => {
    const record = known(ledger.disputes.get(context.req.param("id")));
    const { to } = (await context.req.json()) as { to?: string };
    const status = DISPUTE_STATUSES.find((each) => each === to);
    if (!status) throw new Wrong(`No such status: ${to}`);
    await sim.commit(turnDispute(sim, record, status));
    return context.json(ledger.disputes.get(record.id));
  });
  return controls;
}

class Wrong extends Error {}

function known<T>(record: T | undefined): T {
  if (record === undefined) throw new Wrong("There is no such thing");
  return record;
}
