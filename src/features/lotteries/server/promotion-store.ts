/** Promotion codes, and the orders that use them. */
import { sql } from "kysely";
import type { PersonFingerprint } from "#features/accounts/server/person/person-fingerprint.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Promotion } from "../rules/purchase/promotion.ts";

/** `code` in its stored spelling; expired ones are found, too. */
export async function findPromotionRow(db: Db | Tx, code: string): Promise<Promotion | undefined> {
  const row = await db
    .selectFrom("promotions")
    .select(["id", "code", "percent_off", "expires_at"])
    .where("code", "=", code)
    .executeTakeFirst();
  return row && { id: row.id, code: row.code, percentOff: row.percent_off, expiresAt: row.expires_at };
}

/** @returns undefined if the code exists already */
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

/** An order that uses a code. */
export type OrderWithCode = { readonly id: string; readonly userId: string; readonly state: string };

/** A person and a promotion. `keys` are the hashes by which the person's other accounts are recognised. */
export type CodeOwner = { readonly userId: string; readonly promotionId: string; readonly keys: PersonFingerprint };

/** Orders with the code, of the account or of another account of the same person. */
function ordersWithCode(db: Db, { userId, promotionId, keys }: CodeOwner) {
  return db
    .selectFrom("orders")
    .select(["id", "user_id", "state"])
    .where("promotion_id", "=", promotionId)
    .where((eb) =>
      eb.or([
        eb("user_id", "=", userId),
        ...(keys.mailbox ? [eb("promotion_mailbox", "=", keys.mailbox)] : []),
        ...(keys.person ? [eb("promotion_person", "=", keys.person)] : []),
      ]),
    )
    .limit(1);
}

/** The person's order that uses the code: a paid one first, then one of this account. */
export async function findOrderWithCode(db: Db, owner: CodeOwner): Promise<OrderWithCode | undefined> {
  const row = await ordersWithCode(db, owner)
    .where("state", "in", ["reserved", "awaiting_payment", "paid"])
    .orderBy((eb) => eb("state", "=", "awaiting_payment"))
    .orderBy((eb) => eb("user_id", "=", owner.userId), "desc")
    .executeTakeFirst();
  return row && { id: row.id, userId: row.user_id, state: row.state };
}

/** Whether a bank has kept a payment with the code. */
export async function hasChargedBackOrder(db: Db, owner: CodeOwner): Promise<boolean> {
  return (
    (await ordersWithCode(db, owner)
      .where(sql<boolean>`charged_back_pence > 0`)
      .executeTakeFirst()) !== undefined
  );
}
