/** The time since when the shop sells: a single row that is written once. */
import type { Db, Tx } from "./postgres/db.server.ts";

/** Stores the time. False if there already is one. */
export async function writeOpening(db: Db | Tx, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("shop_openings")
    .values({ opened_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The time of opening; undefined before. */
export async function findOpening({ db }: { readonly db: Db }): Promise<Date | undefined> {
  return (await db.selectFrom("shop_openings").select("opened_at").executeTakeFirst())?.opened_at;
}
