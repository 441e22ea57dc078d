/** SQL of promotion codes. */
import type { PersonKeys } from "#features/accounts/server/person-keys.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
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

export type OrderWithCode = { readonly id: string; readonly userId: string; readonly state: string };

/** The order that keeps a code to itself, of the buyer's or of another account that is the same person's: one that is paid first, then their own. */
export async function findOrderWithCode(
  db: Db,
  userId: string,
  promotionId: string,
  keys: PersonKeys,
): Promise<OrderWithCode | undefined> {
  const row = await db
    .selectFrom("orders")
    .select(["id", "user_id", "state"])
    .where("promotion_id", "=", promotionId)
    .where("state", "in", ["reserved", "awaiting_payment", "paid"])
    .where((eb) =>
      eb.or([
        eb("user_id", "=", userId),
        ...(keys.mailbox ? [eb("promotion_mailbox", "=", keys.mailbox)] : []),
        ...(keys.person ? [eb("promotion_person", "=", keys.person)] : []),
      ]),
    )
    .orderBy((eb) => eb("state", "=", "awaiting_payment"))
    .orderBy((eb) => eb("user_id", "=", userId), "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, userId: row.user_id, state: row.state };
}
