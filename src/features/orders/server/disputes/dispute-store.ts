/** Stores disputes as the provider reports them, and finds those to check again. */
import { sql } from "kysely";
import { awaitsResult } from "#features/lotteries/server/lifecycle-store.ts";
import type { PaymentDispute } from "#platform/payments/payment-disputes.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { DisputeStanding, PaymentProviderName } from "#shared/states.ts";
import type { AtStake, Claim } from "../../rules/dispute.ts";

/**
 * A stored dispute. `version` changes with each write; `afterFreeze`: the list of entries was frozen before.
 */
export type DisputeRow = {
  readonly id: string;
  readonly version: string;
  readonly standing: DisputeStanding;
  readonly afterFreeze: boolean;
  readonly dueBy: Date | undefined;
};

/** By the provider's id. */
export async function findDisputeRow(db: Db | Tx, providerId: string): Promise<DisputeRow | undefined> {
  const row = await db
    .selectFrom("disputes")
    .select(["id", "standing", "after_freeze", "due_by", sql<string>`xmin::text`.as("version")])
    .where("provider_id", "=", providerId)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** An inquiry that becomes a dispute starts anew: with its own opening day, deadline and evidence. */
const becomesDispute = sql<boolean>`(disputes.standing = 'inquiry' AND excluded.standing NOT IN ('inquiry', 'closed'))`;

/** Stores a dispute as reported. `afterFreeze` keeps its value from when the bank first held money. */
export async function upsertDispute(
  tx: Tx,
  reported: PaymentDispute,
  stored: { orderId: string; standing: DisputeStanding; afterFreeze: boolean; closedAt: Date | undefined; now: Date },
): Promise<string> {
  const changing = {
    standing: stored.standing,
    status: reported.status,
    reason: reported.reason,
    amount_pence: reported.amount,
    withdrawn_pence: reported.withdrawn,
    fee_pence: reported.fee,
    due_by: reported.dueBy ?? null,
    is_submitted: reported.isSubmitted,
    after_freeze: stored.afterFreeze,
    checked_at: stored.now,
  };
  const row = await tx
    .insertInto("disputes")
    .values({
      ...changing,
      provider_id: reported.id,
      order_id: stored.orderId,
      opened_at: reported.openedAt,
      closed_at: stored.closedAt ?? null,
    })
    .onConflict((conflict) =>
      conflict.column("provider_id").doUpdateSet({
        ...changing,
        is_submitted: sql`excluded.is_submitted OR (disputes.is_submitted AND NOT ${becomesDispute})`,
        // The money may be withdrawn after the report: the dispute was still an inquiry at the last check.
        opened_at: sql`CASE WHEN ${becomesDispute} THEN greatest(excluded.opened_at, disputes.checked_at) ELSE disputes.opened_at END`,
        // A reversed decision is a new decision with its own date.
        closed_at: stored.closedAt
          ? sql`CASE WHEN disputes.standing = excluded.standing THEN coalesce(disputes.closed_at, excluded.closed_at) ELSE excluded.closed_at END`
          : null,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * What each dispute of an order claims. A bank that decides for the buyer may still return a part: the
 * amount lost is what it withdrew.
 */
export async function listClaims(tx: Tx, orderId: string): Promise<Claim[]> {
  const rows = await tx
    .selectFrom("disputes")
    .select(["standing", "amount_pence", "withdrawn_pence"])
    .where("order_id", "=", orderId)
    .execute();
  return rows.map((row) => ({
    standing: row.standing,
    amount: pence(row.standing === "lost" ? row.withdrawn_pence : row.amount_pence),
  }));
}

/** What was captured and refunded of an order. */
export async function findMoney(tx: Tx, orderId: string): Promise<{ captured: Pence; refunded: Pence }> {
  const row = await tx
    .selectFrom("orders")
    .select(["captured_pence", "refunded_pence"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return { captured: pence(row.captured_pence), refunded: pence(row.refunded_pence) };
}

/** Stores the sums of open and of lost disputes on the order. */
export async function setAtStake(tx: Tx, orderId: string, { disputed, chargedBack }: AtStake): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ disputed_pence: disputed, charged_back_pence: chargedBack })
    .where("id", "=", orderId)
    .execute();
}

/** Ends a paid order: all money is refunded or charged back, and no ticket is left. */
export async function endPaid(tx: Tx, orderId: string, state: "charged_back" | "refunded", now: Date): Promise<void> {
  await tx.updateTable("orders").set({ state, ended_at: now }).where("id", "=", orderId).where("state", "=", "paid").execute();
}

/**
 * Disputes not checked since `checkedBefore` that may need a change, in random order: open ones; ones closed
 * after `decided.since`, which the bank may still reverse; lost ones with suspended tickets left to void.
 */
export async function listWaitingDisputes(
  db: Db,
  {
    checkedBefore,
    decided,
    limit,
  }: {
    readonly checkedBefore: Date;
    readonly decided: { readonly since: Date; readonly checkedBefore: Date; readonly providers: readonly PaymentProviderName[] };
    readonly limit: number;
  },
): Promise<{ id: string; provider: PaymentProviderName }[]> {
  const rows = await db
    .selectFrom("disputes as d")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .innerJoin("lotteries as l", "l.id", "o.lottery_id")
    .select(["d.provider_id", "o.provider"])
    .where("d.checked_at", "<", checkedBefore)
    .where((eb) =>
      eb.or([
        eb("d.standing", "in", ["inquiry", "open"]),
        eb.and([
          eb("d.closed_at", ">", decided.since),
          eb("d.checked_at", "<", decided.checkedBefore),
          eb("o.provider", "in", decided.providers),
        ]),
        // A ticket that wins or is a reserve cannot be voided until another one has taken its place.
        eb.and([
          eb("d.standing", "=", "lost"),
          eb.not(awaitsResult("l")),
          eb.exists(
            eb
              .selectFrom("tickets as t")
              .select("t.ticket_number")
              .whereRef("t.order_id", "=", "o.id")
              .where("t.void_at", "is", null)
              .where("t.suspended_at", "is not", null)
              .where(sql<boolean>`NOT ticket_stands(t.lottery_id, t.ticket_number)`),
          ),
        ]),
      ]),
    )
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.provider_id, provider: row.provider as PaymentProviderName }));
}

/** Open disputes whose evidence is due in this time and not submitted. */
export async function listDueDisputes(
  db: Db,
  { from, before }: { readonly from: Date; readonly before: Date },
): Promise<{ id: string; dueBy: Date }[]> {
  const rows = await db
    .selectFrom("disputes")
    .select(["id", "due_by"])
    .where("standing", "in", ["inquiry", "open"])
    .where("is_submitted", "=", false)
    .where("due_by", ">", from)
    .where("due_by", "<", before)
    .execute();
  return rows.flatMap(({ id, due_by }) => (due_by ? [{ id, dueBy: due_by }] : []));
}
