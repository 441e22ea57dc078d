/** The lists of disputes and of early fraud warnings, for whoever missed a webhook. */

import type { Table } from "../../../simulator-kit/src/ledger/table.ts";
import type { Snapshot } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import type { Read } from "./call.ts";
import { checkExpand, expanded } from "./expand.ts";
import { listPage, readPage } from "./lists.ts";

type About = Extract<Snapshot, { kind: "dispute" | "warning" }>;
type Listed<S extends About> = {
  readonly table: Table<S["record"]>;
  readonly kind: S["kind"];
  /** What Stripe's error calls one of them. */
  readonly thing: string;
  readonly url: string;
  readonly snapshot: (record: S["record"]) => S;
};

/** Those of all payments, or of one. */
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
