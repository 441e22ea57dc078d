/** Sorted pages of draws, by id. */
import { type SqlBool, sql } from "kysely";
import type { Db } from "#platform/postgres/db.server.ts";

/** The column to sort by. */
export type DrawSort = "title" | "price" | "value" | "end" | "newest";

/** The expression of each column. */
const ORDERS = {
  title: sql`lower(title)`,
  price: sql`price_per_ticket_pence`,
  value: sql`price_value_pence`,
  end: sql`end_date`,
  newest: sql`created_at`,
} as const;

type Page = { readonly limit: number; readonly offset: number };

async function listIds(
  db: Db,
  condition: ReturnType<typeof sql<SqlBool>>,
  order: ReturnType<typeof sql>,
  { limit, offset }: Page,
): Promise<{ ids: string[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: string }>`SELECT id FROM lotteries WHERE ${condition} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`SELECT count(*) AS total FROM lotteries WHERE ${condition}`.execute(db),
  ]);
  return { ids: rows.map((row) => row.id), total: counted.rows[0]?.total ?? 0 };
}

/** A page of all draws, and how many there are. */
export async function listDrawIds(
  db: Db,
  {
    sort,
    descending,
    isArchived,
    limit,
    offset,
  }: Page & { readonly sort: DrawSort; readonly descending: boolean; readonly isArchived: boolean },
): Promise<{ ids: string[]; total: number }> {
  const which = isArchived ? sql<boolean>`archived_at IS NOT NULL` : sql<boolean>`archived_at IS NULL`;
  return listIds(db, which, sql`${ORDERS[sort]} ${descending ? sql`DESC` : sql`ASC`}, id`, { limit, offset });
}

/** A page of completed draws, latest first, and how many there are. */
export async function listCompletedIds(db: Db, page: Page): Promise<{ ids: string[]; total: number }> {
  return listIds(db, sql<boolean>`status = 'completed'`, sql`end_date DESC, id`, page);
}
