import { refundCharge, turnRefund } from "../actions/refund-charge.ts";
import type { ChargeRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { isTaken } from "../wire/balance-transaction.ts";
import type { Act, Read } from "./call.ts";
import { checkExpand, expanded } from "./expand.ts";
import type { Fields } from "./fields.ts";
import { listPage, readPage } from "./lists.ts";
import { badParameter, badState, missing } from "./stripe-error.ts";

export function createRefund(sim: Simulation): Act {
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

export function cancelRefund(sim: Simulation): Act {
  return ({ id, fields, cause }) => {
    fields.close();
    const refund = sim.ledger.refunds.get(id);
    if (refund === undefined) throw missing("refund", id, "refund", 404);
    if (refund.status !== "requires_action")
      throw badState(`Refund ${id} is ${refund.status}; only one that requires an action is canceled.`);
    const changes = turnRefund(sim, refund, "canceled", { cause });
    return { snapshot: { kind: "refund", record: { ...refund, status: "canceled", turn: null } }, changes };
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
  if (!isTaken(charge)) throw badState(`Charge ${id} has not been paid, and cannot be refunded.`);
  return charge;
}

export function listRefunds(sim: Simulation): Read {
  return async ({ fields }) => {
    const page = readPage(fields, sim.ledger.refunds, "refund");
    const expand = checkExpand("refund", fields.strings("expand"), "data.");
    const chargeId = fields.string("charge");
    const intentId = fields.string("payment_intent");
    fields.close();
    const of = chargeId ?? (intentId === undefined ? undefined : (sim.ledger.intents.get(intentId)?.latestCharge ?? ""));
    const ids = of === undefined ? undefined : new Set(sim.ledger.refundsOf(of).map(({ id }) => id));
    const where = ({ id }: { readonly id: string }) => ids?.has(id) ?? true;
    return listPage(sim, {
      table: sim.ledger.refunds,
      page: { ...page, where },
      url: "/v1/refunds",
      show: (record) => expanded(sim, { kind: "refund", record }, expand),
    });
  };
}
