/** The calls that take or give up what a bank has promised. */
import { cancelIntent, captureIntent } from "../actions/capture-intent.ts";
import type { IntentRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import type { Act } from "./call.ts";
import { missing, notSimulated } from "./stripe-error.ts";

export function capture(sim: Simulation): Act {
  return ({ id, fields, cause }) => {
    const intent = needIntent(sim, id);
    const amount = fields.integer("amount_to_capture");
    fields.close();
    if (amount !== undefined && amount !== intent.amount) throw notSimulated("amount_to_capture", "taking a part of a promise");
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
