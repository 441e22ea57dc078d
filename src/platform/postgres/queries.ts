/** SQL fragments shared by stores. */
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";

/** The number of rows that a query selects. */
export async function countRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number>().as("found")).$castTo<{ found: number }>();
  return (await counted.executeTakeFirstOrThrow()).found;
}

/** A position in a list, newest first: the time in microseconds, which a `Date` cannot hold, and the id. */
export type Cursor = readonly [micros: string, id: string];

/** A timestamp column in microseconds, as text. */
export function microsOf(column: string): RawBuilder<string> {
  return sql`(extract(epoch FROM ${sql.ref(column)}) * 1000000)::bigint::text`;
}

/** Whether a row comes after the cursor, newest first and then by id. */
export function followsCursor([micros, id]: Cursor, columns: { readonly at: string; readonly id: string }): RawBuilder<boolean> {
  const cursorTime = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  const at = sql.ref(columns.at);
  // The redundant first half makes the condition indexable.
  return sql`(${at} <= ${cursorTime} AND (${at} < ${cursorTime} OR ${sql.ref(columns.id)} > ${id}::uuid))`;
}
