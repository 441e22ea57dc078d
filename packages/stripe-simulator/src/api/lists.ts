/** Lists as Stripe pages them: newest first, by cursor, within bounds of time. */

import type { CreatedRange, PageRequest, Table } from "../ledger/table.ts";
import type { Fields } from "./fields.ts";
import { badParameter, missing } from "./stripe-error.ts";

type Row = { readonly id: string; readonly created: number };

/** Reads `limit` (1 to 100, 10 by default), `starting_after`, `ending_before` and `created`. */
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

/** Either `created=1700000000` or `created[gte]=…`. */
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
