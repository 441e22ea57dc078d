/** The list of disputes, for whoever missed a webhook. */
import type { DisputeRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import type { Read } from "./call.ts";
import { checkExpand, expanded } from "./expand.ts";
import { listPage, readPage } from "./lists.ts";

export function listDisputes(sim: Simulation): Read {
  return async ({ fields }) => {
    const page = readPage(fields, sim.ledger.disputes, "dispute");
    const expand = checkExpand("dispute", fields.strings("expand"), "data.");
    const chargeId = fields.string("charge");
    const intentId = fields.string("payment_intent");
    fields.close();
    const where = ({ charge, intent }: DisputeRecord) =>
      (chargeId === undefined || charge === chargeId) && (intentId === undefined || intent === intentId);
    return listPage(sim, {
      table: sim.ledger.disputes,
      page: { ...page, where },
      url: "/v1/disputes",
      show: (record) => expanded(sim, { kind: "dispute", record }, expand),
    });
  };
}
