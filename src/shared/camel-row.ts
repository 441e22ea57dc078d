/** A database row as the code speaks of it: its columns in camelCase, and undefined where the database has null. */

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name;
type Value<Column> = null extends Column ? Exclude<Column, null> | undefined : Column;
export type CamelRow<Row> = { readonly [Name in keyof Row as CamelCase<Name>]: Value<Row[Name]> };

/** Columns alone: what a jsonb column holds stays as it is. */
export function camelRow<Row extends object>(row: Row): CamelRow<Row> {
  const named = Object.entries(row).map(([name, value]) => [camelCase(name), value ?? undefined]);
  return Object.fromEntries(named) as CamelRow<Row>;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
