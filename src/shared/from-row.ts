/** Converts database rows to domain values. */
import { type Pence, pence } from "./money/money.ts";

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
type FieldName<Column extends string> = Camel<Column extends `${infer Sum}_pence` ? Sum : Column>;
type Value<Column, Stored> = Stored extends null ? undefined : Column extends `${string}_pence` ? Pence : Stored;

/**
 * The type of a converted row: `total_pence: number; ended_at: Date | null` becomes `total: Pence; endedAt:
 * Date | undefined`.
 */
export type FromRow<Row> = { readonly [Column in keyof Row & string as FieldName<Column>]: Value<Column, Row[Column]> };

/**
 * Converts a database row: names in camel case, NULL to undefined, `_pence` columns to money. Throws a
 * RangeError for fractions of a penny.
 */
export function fromRow<Row extends object>(row: Row): FromRow<Row> {
  const fields = Object.entries(row).map(([column, value]) => {
    const amountOrValue = column.endsWith("_pence") && value !== null ? pence(value) : value;
    return [fieldName(column), amountOrValue ?? undefined];
  });
  return Object.fromEntries(fields);
}

const names = new Map<string, string>();

/** The field of a column: `total_pence` becomes `total`. Memoised, as a list repeats the same columns. */
function fieldName(column: string): string {
  const known = names.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_pence$/, "").replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  names.set(column, name);
  return name;
}
