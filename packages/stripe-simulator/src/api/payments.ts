import type { Table } from "@concours/simulator-kit/ledger/table";
import { cancelIntent, captureIntent } from "../actions/capture-intent.ts";
import type { ChargeRecord, IntentRecord, Snapshot } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import type { Act, Read } from "./call.ts";
import { checkExpand, expanded } from "./expand.ts";
import { listPage, readPage } from "./lists.ts";
import { missing, notSimulated } from "./stripe-error.ts";

type About = Extract<Snapshot, { kind: "dispute" | "warning" }>;
type Listed<S extends About> = {
  readonly table: Table<S["record"]>;
  readonly kind: S["kind"];
  readonly thing: string;
  readonly url: string;
  readonly snapshot: (record: S["record"]) => S;
};

export function listOfPayment<S extends About>(sim: Simulation, { table, kind, thing, url, snapshot }: Listed<S>): Read {
  return async ({ fields }) => {
    const page = readPage(fields, table, thing);
    const expand = checkExpand(kind, fields.strings("expand"), "data.");
    const chargeId = fields.string("charge");
    const intentId = fields.string("payment_intent");
    fields.close();
    const where = ({ charge, intent }: S["record"]) =>
      (chargeId === undefined || charge === chargeId) && (intentId === undefined || intent === intentId);
    const show = (record: S["record"]) => expanded(sim, snapshot(record), expand);
    return listPage(sim, { table, page: { ...page, where }, url, show });
  };
}

export function listCharges(sim: Simulation): Read {
  return async ({ fields }) => {
    const page = readPage(fields, sim.ledger.charges, "charge");
    const expand = checkExpand("charge", fields.strings("expand"), "data.");
    const intent = fields.string("payment_intent");
    fields.close();
    return listPage(sim, {
      table: sim.ledger.charges,
      page: { ...page, where: (charge: ChargeRecord) => intent === undefined || charge.intent === intent },
      url: "/v1/charges",
      show: (record) => expanded(sim, { kind: "charge", record }, expand),
    });
  };
}

export function capture(sim: Simulation): Act {
  return ({ id, fields, cause }) => {
    const intent = needIntent(sim, id);
    const amount = fields.integer("amount_to_capture");
    fields.close();
    if (amount !== undefined && amount !== intent.amount)
      throw notSimulated("amount_to_capture", "capturing a part of what is authorised");
    const { intent: record, changes } = captureIntent(sim, intent, cause);
    return { snapshot: { kind: "intent", record }, changes };
  };
}

export function cancel(sim: Simulation): Act {
  return ({ id, fields, cause }) => {
    fields.choice("cancellation_reason", ["abandoned", "duplicate", "fraudulent", "requested_by_customer"]);
    fields.close();
    const { intent: record, changes } = cancelIntent(sim, needIntent(sim, id), cause, "requested");
    return { snapshot: { kind: "intent", record }, changes };
  };
}

function needIntent({ ledger }: Simulation, id: string): IntentRecord {
  const intent = ledger.intents.get(id);
  if (intent === undefined) throw missing("payment_intent", id, "intent");
  return intent;
}
