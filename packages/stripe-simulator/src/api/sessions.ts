import { currentSession, expireSession } from "../actions/expire-session.ts";
import type { SessionRecord, Snapshot } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import type { Act, Read } from "./call.ts";
import { checkExpand, expanded, lineItems } from "./expand.ts";
import { listPage, readPage } from "./lists.ts";
import { readNewSession } from "./read-new-session.ts";
import { readExpand } from "./show-one.ts";
import { badState, missing } from "./stripe-error.ts";

export function createSession(sim: Simulation): Act {
  return ({ fields }) => {
    const record = readNewSession(fields, sim.clock, sim.wire.livemode);
    return { snapshot: { kind: "session", record }, changes: [["session", record]] };
  };
}

function needSession(sim: Simulation, id: string): SessionRecord {
  const session = currentSession(sim, id);
  if (session === undefined) throw missing("checkout.session", id, "session");
  return session;
}

export function showSession(sim: Simulation): Read {
  return async ({ id, fields }) => {
    const expand = readExpand("session", fields);
    const record = needSession(sim, id);
    await sim.ledger.settled(sim.ledger.sessions, id);
    return expanded(sim, { kind: "session", record }, expand);
  };
}

export function showLineItems(sim: Simulation): Read {
  return async ({ id, fields }) => {
    fields.integer("limit", { min: 1, max: 100 });
    fields.close();
    const record = needSession(sim, id);
    await sim.ledger.settled(sim.ledger.sessions, id);
    return lineItems(record);
  };
}

export function endSession(sim: Simulation): Act {
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

export function listSessions(sim: Simulation): Read {
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
    return listPage(sim, {
      table: sim.ledger.sessions,
      page: { ...page, where },
      url: "/v1/checkout/sessions",
      show: (record) => expanded(sim, snapshot(record), expand),
    });
  };
}
