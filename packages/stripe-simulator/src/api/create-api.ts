/** Every path of Stripe's API that is played here, on one page. */
import { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { requireKey } from "./api-key.ts";
import { createCalls } from "./call.ts";
import { listCharges } from "./charges.ts";
import { listDisputes } from "./disputes.ts";
import { listEvents, showEvent } from "./events.ts";
import { cancelRefund, createRefund, listRefunds } from "./refunds.ts";
import { createSession, endSession, listSessions, showLineItems, showSession } from "./sessions.ts";
import { showOne } from "./show-one.ts";
import { StripeError } from "./stripe-error.ts";

/** The routes under `/v1`. */
export function createApi(sim: Simulation, secretKey: string): Hono {
  const { read, act } = createCalls(sim);
  const checkKey = requireKey(secretKey);
  const api = new Hono();
  api.use(async (context, next) => {
    checkKey(context.req.header("authorization"));
    await next();
  });
  api.onError((error) => {
    if (error instanceof StripeError) return Response.json({ error: error.body }, { status: error.status });
    sim.log("error", "an API call failed", { error });
    return Response.json({ error: { type: "api_error", message: "The simulator failed; see its log." } }, { status: 500 });
  });

  api.post("/checkout/sessions", act("session", createSession(sim)));
  api.get("/checkout/sessions", read(listSessions(sim)));
  api.get("/checkout/sessions/:id", read(showSession(sim)));
  api.get("/checkout/sessions/:id/line_items", read(showLineItems(sim)));
  api.post("/checkout/sessions/:id/expire", act("session", endSession(sim)));
  api.get(
    "/payment_intents/:id",
    read(
      showOne(sim, {
        table: sim.ledger.intents,
        thing: "payment_intent",
        param: "intent",
        snapshot: (record) => ({ kind: "intent", record }),
      }),
    ),
  );
  api.get("/charges", read(listCharges(sim)));
  api.get(
    "/charges/:id",
    read(
      showOne(sim, {
        table: sim.ledger.charges,
        thing: "charge",
        param: "charge",
        snapshot: (record) => ({ kind: "charge", record }),
      }),
    ),
  );
  api.post("/refunds", act("refund", createRefund(sim)));
  api.get("/refunds", read(listRefunds(sim)));
  api.post("/refunds/:id/cancel", act("refund", cancelRefund(sim)));
  api.get(
    "/refunds/:id",
    read(
      showOne(sim, {
        table: sim.ledger.refunds,
        thing: "refund",
        param: "refund",
        snapshot: (record) => ({ kind: "refund", record }),
      }),
    ),
  );
  api.get("/disputes", read(listDisputes(sim)));
  api.get(
    "/disputes/:id",
    read(
      showOne(sim, {
        table: sim.ledger.disputes,
        thing: "dispute",
        param: "dispute",
        snapshot: (record) => ({ kind: "dispute", record }),
      }),
    ),
  );
  api.get("/events", read(listEvents(sim)));
  api.get("/events/:id", read(showEvent(sim)));
  return api;
}
