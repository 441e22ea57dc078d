/** SQL of promotion codes. */
import type { Db, Tx } from "#platform/db.server.ts";
import type { Promotion } from "../rules/promotion.ts";

export async function findPromotionRow(db: Db | Tx, code: string): Promise<Promotion | undefined> {
  const row = await db
    .selectFrom("promotions")
    .select(["id", "code", "percent_off", "expires_at"])
    .where("code", "=", code)
    .executeTakeFirst();
  return row && { id: row.id, code: row.code, percentOff: row.percent_off, expiresAt: row.expires_at };
}

/** Undefined where the code is taken. */
export async function insertPromotion(
  tx: Tx,
  promotion: Omit<Promotion, "id"> & { readonly now: Date },
): Promise<{ id: string } | undefined> {
  return tx
    .insertInto("promotions")
    .values({
      code: promotion.code,
      percent_off: promotion.percentOff,
      expires_at: promotion.expiresAt,
      created_at: promotion.now,
    })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
}
