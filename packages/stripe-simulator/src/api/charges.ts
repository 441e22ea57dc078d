/** The list of charges, for whoever compares books. */
import type { ChargeRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import type { Read } from "./call.ts";
import { checkExpand, expanded } from "./expand.ts";
import { listPage, readPage } from "./lists.ts";

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
