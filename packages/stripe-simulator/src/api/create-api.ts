import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { DisputeRecord, FileRecord, WarningRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { listBalance, listPayouts } from "./balance.ts";
import { createCalls } from "./call.ts";
import { listEvents, showEvent } from "./events.ts";
import { updateDispute, uploadFile } from "./evidence.ts";
import { cancel, capture, listCharges, listOfPayment } from "./payments.ts";
import { cancelRefund, createRefund, listRefunds } from "./refunds.ts";
import { createSession, endSession, listSessions, showLineItems, showSession } from "./sessions.ts";
import { showOne } from "./show-one.ts";
import { StripeError } from "./stripe-error.ts";

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
  api.post("/payment_intents/:id/capture", act("intent", capture(sim)));
  api.post("/payment_intents/:id/cancel", act("intent", cancel(sim)));
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
  const disputes = {
    table: sim.ledger.disputes,
    thing: "dispute",
    snapshot: (record: DisputeRecord) => ({ kind: "dispute", record }) as const,
  };
  api.get("/disputes", read(listOfPayment(sim, { ...disputes, kind: "dispute", url: "/v1/disputes" })));
  api.get("/disputes/:id", read(showOne(sim, { ...disputes, param: "dispute" })));
  api.post("/disputes/:id", act("dispute", updateDispute(sim)));
  api.post("/files", act("file", uploadFile(sim)));
  const files = { table: sim.ledger.files, thing: "file", snapshot: (record: FileRecord) => ({ kind: "file", record }) as const };
  api.get("/files/:id", read(showOne(sim, { ...files, param: "file" })));
  const warnings = {
    table: sim.ledger.warnings,
    thing: "early_fraud_warning",
    snapshot: (record: WarningRecord) => ({ kind: "warning", record }) as const,
  };
  const url = "/v1/radar/early_fraud_warnings";
  api.get("/radar/early_fraud_warnings", read(listOfPayment(sim, { ...warnings, kind: "warning", url })));
  api.get("/radar/early_fraud_warnings/:id", read(showOne(sim, { ...warnings, param: "early_fraud_warning" })));
  api.get("/balance_transactions", read(listBalance(sim)));
  api.get("/payouts", read(listPayouts(sim)));
  api.get("/events", read(listEvents(sim)));
  api.get("/events/:id", read(showEvent(sim)));
  return api;
}

function requireKey(secretKey: string): (authorization: string | undefined) => void {
  const wanted = Buffer.from(secretKey);
  return (authorization) => {
    const key = readKey(authorization);
    if (key === undefined) {
      const message =
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
      throw new StripeError(401, { type: "invalid_request_error", message });
    }
    const given = Buffer.from(key);
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
    throw new StripeError(401, {
      type: "invalid_request_error",
      message: `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`,
    });
  };
}

function readKey(authorization = ""): string | undefined {
  const [scheme = "", value = ""] = authorization.split(" ", 2);
  if (/^bearer$/i.test(scheme)) return value === "" ? undefined : value;
  if (!/^basic$/i.test(scheme)) return undefined;
  const [user = ""] = Buffer.from(value, "base64").toString("utf8").split(":", 1);
  return user === "" ? undefined : user;
}
