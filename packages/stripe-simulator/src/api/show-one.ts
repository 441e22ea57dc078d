import type { Table } from "@concours/simulator-kit/ledger/table";
import type { Snapshot } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import type { Read } from "./call.ts";
import { checkExpand, expanded } from "./expand.ts";
import type { Fields } from "./fields.ts";
import { missing } from "./stripe-error.ts";

type One<R extends { readonly id: string; readonly created: number }> = {
  readonly table: Table<R>;
  readonly thing: string;
  readonly param: string;
  readonly snapshot: (record: R) => Snapshot;
};

export function showOne<R extends { readonly id: string; readonly created: number }>(
  sim: Simulation,
  { table, thing, param, snapshot }: One<R>,
): Read {
  return async ({ id, fields }) => {
    const record = table.get(id);
    if (record === undefined) throw missing(thing, id, param);
    const shown = snapshot(record);
    const expand = readExpand(shown.kind, fields);
    await sim.ledger.settled(table, id);
    return expanded(sim, shown, expand);
  };
}

export function readExpand(kind: Snapshot["kind"], fields: Fields): readonly string[] {
  const expand = checkExpand(kind, fields.strings("expand"));
  fields.close();
  return expand;
}
