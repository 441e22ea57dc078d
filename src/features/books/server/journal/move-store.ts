/** Movements and payouts of the balance at a payment provider. */
import { sql } from "kysely";
import type { BalanceMove, ProviderPayout } from "#platform/payments/payment-balance.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";

/** Stores movements once, each with its order and its payout. Locks rows by id, like all writers. */
export async function storeMoves(tx: Tx, provider: string, moves: readonly BalanceMove[], payoutId?: string): Promise<void> {
  const rows = moves.map(({ id, kind, amount, fee, at, description, paymentIntentId, orderId }) => ({
    ...{ id, kind, amount, fee, at, description },
    intent: paymentIntentId,
    order: orderId,
  }));
  await sql`
    INSERT INTO balance_moves (provider, id, kind, amount_pence, fee_pence, at, description, order_id, payout_id)
    SELECT ${provider}, m.id, m.kind, m.amount, m.fee, m.at, m.description, coalesce(paid.id, named.id), ${payoutId ?? null}::text
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS m(id text, kind text, amount bigint, fee bigint, at timestamptz, description text, intent text, "order" uuid)
    LEFT JOIN orders paid ON paid.payment_intent_id = m.intent AND paid.provider = ${provider}
    LEFT JOIN orders named ON named.id = m."order" AND named.provider = ${provider}
    ORDER BY m.id
    ON CONFLICT (provider, id) DO UPDATE SET payout_id = excluded.payout_id
      WHERE excluded.payout_id IS NOT NULL AND balance_moves.payout_id IS DISTINCT FROM excluded.payout_id`.execute(tx);
}

/** Stores a payout, or its changed state. */
export async function storePayout(tx: Tx, provider: string, payout: ProviderPayout): Promise<void> {
  const { id, amount, state, isItemised, createdAt, arrivesOn } = payout;
  await tx
    .insertInto("payouts")
    .values({ provider, id, amount_pence: amount, state, is_told: isItemised, created_at: createdAt, arrives_on: arrivesOn })
    .onConflict((known) => known.columns(["provider", "id"]).doUpdateSet({ state, arrives_on: arrivesOn }))
    .execute();
}

/** Whether mode and keys disagree (docs/decisions/0067). Blocks the switch until the transaction ends. */
export async function isOfOtherMode(tx: Tx, isTest: boolean): Promise<boolean> {
  const { rows } = await sql`SELECT FROM shop_modes WHERE (mode = 'test') <> ${isTest}`.execute(tx);
  return rows.length > 0;
}

/** The time of the last stored movement. */
export async function findLastMove(db: Db, provider: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("balance_moves")
    .select((eb) => eb.fn.max("at").as("at"))
    .where("provider", "=", provider)
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Itemised payouts whose stored movements do not add up to their amount yet. */
export async function listUnreconciledPayouts(db: Db, provider: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM payouts p WHERE p.provider = ${provider} AND p.is_told AND p.amount_pence <> coalesce((
      SELECT sum(amount_pence - fee_pence) FROM balance_moves m WHERE m.provider = p.provider AND m.payout_id = p.id), 0)
    ORDER BY p.created_at`.execute(db);
  return rows.map(({ id }) => id);
}
