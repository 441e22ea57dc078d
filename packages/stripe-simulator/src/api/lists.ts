import type { CreatedRange, PageRequest, Table } from "@concours/simulator-kit/ledger/table";
import type { Simulation } from "../simulation.ts";
import type { WireObject } from "../wire/wire.ts";
import type { Fields } from "./fields.ts";
import { badParameter, missing } from "./stripe-error.ts";

type Row = { readonly id: string; readonly created: number };

export function readPage<R extends Row>(fields: Fields, table: Table<R>, thing: string): PageRequest<R> {
  const limit = fields.integer("limit", { min: 1, max: 100 }) ?? 10;
  const startingAfter = readCursor(fields, table, thing, "starting_after");
  const endingBefore = readCursor(fields, table, thing, "ending_before");
  if (startingAfter !== undefined && endingBefore !== undefined) {
    throw badParameter(
      "starting_after",
      "parameters_exclusive",
      "You may only specify one of these parameters: starting_after, ending_before.",
    );
  }
  return { limit, startingAfter, endingBefore, created: readCreated(fields) };
}

function readCursor<R extends Row>(fields: Fields, table: Table<R>, thing: string, name: string): string | undefined {
  const id = fields.string(name);
  if (id !== undefined && table.get(id) === undefined) throw missing(thing, id, name, 400);
  return id;
}

function readCreated(fields: Fields): CreatedRange | undefined {
  if (fields.isText("created")) {
    const at = fields.integer("created");
    return at === undefined ? undefined : { gte: at, lte: at };
  }
  const range = fields.object("created");
  if (range === undefined) return undefined;
  const bounds: { -readonly [K in keyof CreatedRange]: CreatedRange[K] } = {};
  for (const bound of ["gt", "gte", "lt", "lte"] as const) {
    const at = range.integer(bound);
    if (at !== undefined) bounds[bound] = at;
  }
  return bounds;
}

type Listed<R extends Row> = {
  readonly table: Table<R>;
  readonly page: PageRequest<R>;
  readonly url: string;
  readonly show: (record: R) => unknown;
};

/** A page of a table as Stripe's `list`, once its records are on disk. */
export async function listPage<R extends Row>(sim: Simulation, { table, page, url, show }: Listed<R>): Promise<WireObject> {
  const { data, hasMore } = table.page(page);
  const shown = data.map(show);
  await Promise.all(data.map(({ id }) => sim.ledger.settled(table, id)));
  return { object: "list", data: shown, has_more: hasMore, url };
}
