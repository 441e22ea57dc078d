/** Every path of Stripe's API that is played here, on one page. */
import { Hono } from "hono";
import { currentSession, expireSession } from "../actions/expire-session.ts";
import { readNewSession } from "../actions/open-session.ts";
import { refundCharge } from "../actions/refund-charge.ts";
import type { ChargeRecord, EventRecord, SessionRecord, Snapshot } from "../ledger/records.ts";
import type { Table } from "../ledger/table.ts";
import type { Simulation } from "../simulation.ts";
import { wireEvent } from "../wire/event.ts";
import { requireKey } from "./api-key.ts";
import { type Act, type Call, createCalls, type Read } from "./call.ts";
import { checkExpand, expanded, lineItems } from "./expand.ts";
import type { Fields } from "./fields.ts";
import { readPage } from "./lists.ts";
import { badParameter, badState, missing, StripeError } from "./stripe-error.ts";

/** The routes under `/v1`. */
export function createApi(sim: Simulation, secretKey: string): Hono {
  const { ledger } = sim;
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
  api.notFound(({ req }) => {
    const message = `Unrecognized request URL (${req.method}: ${req.path}). If it is one of Stripe's, the simulator does not support it.`;
    return Response.json({ error: { type: "invalid_request_error", message } }, { status: 404 });
  });

  api.post("/checkout/sessions", act("session", createSession(sim)));
  api.get("/checkout/sessions", read(listSessions(sim)));
  api.get("/checkout/sessions/:id", read(showSession(sim)));
  api.get("/checkout/sessions/:id/line_items", read(showLineItems(sim)));
  api.post("/checkout/sessions/:id/expire", act("session", endSession(sim)));
  api.get(
    "/payment_intents/:id",
    read(showOne(sim, ledger.intents, "payment_intent", "intent", (record) => ({ kind: "intent", record }))),
  );
  api.get("/charges/:id", read(showOne(sim, ledger.charges, "charge", "charge", (record) => ({ kind: "charge", record }))));
  api.post("/refunds", act("refund", createRefund(sim)));
  api.get("/refunds", read(listRefunds(sim)));
  api.get("/refunds/:id", read(showOne(sim, ledger.refunds, "refund", "refund", (record) => ({ kind: "refund", record }))));
  api.get("/disputes/:id", read(showOne(sim, ledger.disputes, "dispute", "dispute", (record) => ({ kind: "dispute", record }))));
  api.get("/events", read(listEvents(sim)));
  api.get("/events/:id", read(showEvent(sim)));
  return api;
}

function createSession(sim: Simulation): Act {
  return ({ fields }) => {
    const record = readNewSession(fields, sim.clock);
    return { snapshot: { kind: "session", record }, changes: [["session", record]] };
  };
}

function needSession(sim: Simulation, id: string): SessionRecord {
  const session = currentSession(sim, id);
  if (session === undefined) throw missing("checkout.session", id, "session");
  return session;
}

function showSession(sim: Simulation): Read {
  return async ({ id, fields }) => {
    const expand = readExpand("session", fields);
    const record = needSession(sim, id);
    await sim.ledger.settled(sim.ledger.sessions, id);
    return expanded(sim, { kind: "session", record }, expand);
  };
}

function showLineItems(sim: Simulation): Read {
  return async ({ id, fields }) => {
    fields.integer("limit", { min: 1, max: 100 });
    fields.close();
    const record = needSession(sim, id);
    await sim.ledger.settled(sim.ledger.sessions, id);
    return lineItems(record);
  };
}

function endSession(sim: Simulation): Act {
  return ({ id, fields, cause }) => {
    fields.close();
    const found = needSession(sim, id);
    if (found.status !== "open") {
      throw badState(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${found.status}".`,
      );
    }
    const { session, changes } = expireSession(sim, found, cause);
    return { snapshot: { kind: "session", record: session }, changes };
  };
}

function listSessions(sim: Simulation): Read {
  return async ({ fields }) => {
    const page = readPage(fields, sim.ledger.sessions, "checkout.session");
    const expand = checkExpand("session", fields.strings("expand"), "data.");
    const status = fields.choice("status", ["complete", "expired", "open"]);
    const intent = fields.string("payment_intent");
    const email = fields.object("customer_details")?.needString("email");
    fields.close();
    const where = (session: SessionRecord) =>
      (status === undefined || session.status === status) &&
      (intent === undefined || session.intent === intent) &&
      (email === undefined || (session.payer?.email ?? session.customerEmail) === email);
    const snapshot = (record: SessionRecord): Snapshot => ({ kind: "session", record: currentSession(sim, record.id) ?? record });
    return list(sim, sim.ledger.sessions, { ...page, where }, "/v1/checkout/sessions", (record) =>
      expanded(sim, snapshot(record), expand),
    );
  };
}

function createRefund(sim: Simulation): Act {
  return ({ fields, cause }) => {
    const charge = chargeToRefund(sim, fields);
    const amount = fields.integer("amount", { min: 1 });
    const reason = fields.choice("reason", ["duplicate", "fraudulent", "requested_by_customer"]);
    const metadata = fields.metadata();
    fields.close();
    const { refund, changes } = refundCharge(sim, charge, { amount, reason, metadata, cause });
    return { snapshot: { kind: "refund", record: refund }, changes };
  };
}

function chargeToRefund({ ledger }: Simulation, fields: Fields): ChargeRecord {
  const chargeId = fields.string("charge");
  const intentId = fields.string("payment_intent");
  if ((chargeId === undefined) === (intentId === undefined)) {
    const rule =
      chargeId === undefined
        ? "One of the following params should be provided for this request"
        : "You may only specify one of these parameters";
    throw badParameter(
      "payment_intent",
      chargeId === undefined ? "parameter_missing" : "parameters_exclusive",
      `${rule}: payment_intent or charge.`,
    );
  }
  const intent = intentId === undefined ? undefined : ledger.intents.get(intentId);
  if (intentId !== undefined && intent === undefined) throw missing("payment_intent", intentId, "payment_intent", 404);
  if (intent !== undefined && intent.status !== "succeeded") {
    throw badState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }
  const id = chargeId ?? intent?.latestCharge ?? "";
  const charge = ledger.charges.get(id);
  if (charge === undefined) throw missing("charge", id, "charge", 404);
  if (charge.status !== "succeeded") throw badState(`Charge ${id} has not been paid, and cannot be refunded.`);
  return charge;
}

function listRefunds(sim: Simulation): Read {
  return async ({ fields }) => {
    const page = readPage(fields, sim.ledger.refunds, "refund");
    const expand = checkExpand("refund", fields.strings("expand"), "data.");
    const chargeId = fields.string("charge");
    const intentId = fields.string("payment_intent");
    fields.close();
    const of = chargeId ?? (intentId === undefined ? undefined : (sim.ledger.intents.get(intentId)?.latestCharge ?? ""));
    const ids = of === undefined ? undefined : new Set(sim.ledger.refundsOf(of).map(({ id }) => id));
    const where = ({ id }: { readonly id: string }) => ids?.has(id) ?? true;
    return list(sim, sim.ledger.refunds, { ...page, where }, "/v1/refunds", (record) =>
      expanded(sim, { kind: "refund", record }, expand),
    );
  };
}

function listEvents(sim: Simulation): Read {
  return async ({ fields }) => {
    const page = readPage(fields, sim.ledger.events, "event");
    const type = fields.string("type");
    const types = fields.strings("types");
    if (type !== undefined && types.length > 0) {
      throw badParameter("types", "parameters_exclusive", "You may only specify one of these parameters: type, types.");
    }
    const delivered = fields.boolean("delivery_success");
    fields.close();
    const wanted = new Set(type === undefined ? types : [type]);
    const where = (event: EventRecord) =>
      (wanted.size === 0 || wanted.has(event.type)) &&
      (delivered === undefined || delivered !== sim.ledger.undelivered.has(event.id));
    return list(sim, sim.ledger.events, { ...page, where }, "/v1/events", (record) => showWireEvent(sim, record));
  };
}

function showEvent(sim: Simulation): Read {
  return async ({ id, fields }) => {
    fields.close();
    const event = sim.ledger.events.get(id);
    if (event === undefined) throw missing("event", id, "id");
    await sim.ledger.settled(sim.ledger.events, id);
    return showWireEvent(sim, event);
  };
}

function showWireEvent(sim: Simulation, event: EventRecord) {
  return wireEvent(event, sim.wire, sim.ledger.undelivered.has(event.id) ? 1 : 0);
}

function readExpand(kind: Snapshot["kind"], fields: Fields): readonly string[] {
  const expand = checkExpand(kind, fields.strings("expand"));
  fields.close();
  return expand;
}

type Row = { readonly id: string; readonly created: number };

function showOne<R extends Row>(
  sim: Simulation,
  table: Table<R>,
  thing: string,
  param: string,
  snapshot: (record: R) => Snapshot,
): Read {
  return async ({ id, fields }: Call) => {
    const record = table.get(id);
    if (record === undefined) throw missing(thing, id, param);
    const shown = snapshot(record);
    const expand = readExpand(shown.kind, fields);
    await sim.ledger.settled(table, id);
    return expanded(sim, shown, expand);
  };
}

async function list<R extends Row>(
  sim: Simulation,
  table: Table<R>,
  page: Parameters<Table<R>["page"]>[0],
  url: string,
  show: (record: R) => unknown,
) {
  const { data, hasMore } = table.page(page);
  const shown = data.map(show);
  await Promise.all(data.map(({ id }) => sim.ledger.settled(table, id)));
  return { object: "list", data: shown, has_more: hasMore, url };
}
