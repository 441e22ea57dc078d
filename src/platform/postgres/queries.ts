/** What stores of several features ask in the same words. */
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";

export async function countRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const counted = query.select((eb) => eb.fn.countAll<number>().as("found")).$castTo<{ found: number }>();
  return (await counted.executeTakeFirstOrThrow()).found;
}

/** The row that a list which is newest first goes on behind: its moment in microseconds, which a `Date` does not hold, and its id. */
export type Mark = readonly [micros: string, id: string];

export function microsOf(column: string): RawBuilder<string> {
  return sql`(extract(epoch FROM ${sql.ref(column)}) * 1000000)::bigint::text`;
}

/** Whether a row stands behind that one, newest first and then by id. */
export function isBehind([micros, id]: Mark, columns: { readonly at: string; readonly id: string }): RawBuilder<boolean> {
  const mark = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  const at = sql.ref(columns.at);
  // The first half alone finds the place in the index.
  return sql`(${at} <= ${mark} AND (${at} < ${mark} OR ${sql.ref(columns.id)} > ${id}::uuid))`;
}
