/** Checks after a chaos run that all promises to buyers are fulfilled. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect } from "vitest";
import { compareWithProvider } from "#app/checks/provider-ledger.ts";
import { resendRefund } from "#features/orders/server/refunds/resend-refund.ts";
import { reconcileAuthorisations, reconcilePayments } from "#features/orders/server/settlement/reconcile-payments.ts";
import { sweepOrders } from "#features/orders/server/settlement/sweep-orders.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type ApiClient, apiClientOf, type Ticket } from "./api-client.fixture.ts";
import { connectBeside } from "./beside.fixture.ts";
import { expectInvariantsHold, readLedger, withDatabase } from "./books.fixture.ts";
import type { FaultyShop } from "./faulty-shop.fixture.ts";
import { beStill } from "./knobs.fixture.ts";

/** A job of an interrupted worker is released after two minutes, and polled each minute. */
const CALM = { timeout: 240_000, interval: 500 };
/** A staff member; reasons are irrelevant. */
export const DESK = { kind: "command" } as const;
export const REASON = "Because of the chaos.";

export type Told = { readonly buyer: ApiClient; readonly sessionId: string; readonly tickets: readonly Ticket[] };
/** `checkout` is missing in a shop with one provider. */
type Weathered = Pick<FaultyShop, "shop" | "simulator"> & Partial<Pick<FaultyShop, "checkout">>;

/** Repeats failed refunds. */
export async function refundFailed(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM orders o WHERE state = 'refund_due' AND disputed_pence = 0
    AND captured_pence > refunded_pence + returning_pence + charged_back_pence AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND r.state = 'due')`.execute(
    ctx.db,
  );
  for (const { id: orderId } of rows) await resendRefund(ctx, DESK, { orderId, reason: REASON });
}

/** Ends all faults and runs what timers would do within minutes. */
export async function calmDown(faulty: Weathered): Promise<void> {
  await beStill(faulty);
  const ready = () =>
    fetch(`${faulty.shop.url}/readyz`).then(
      (reply) => reply.status,
      () => 0,
    );
  await expect.poll(ready, CALM).toBe(200);
  // Runs the shop's timers of the next five minutes at once.
  const beside = await connectBeside(faulty.shop);
  try {
    // Late refund failures have arrived by then, and no new ones start.
    // Recent checks count as an hour old.
    await beside.ctx.db
      .updateTable("disputes")
      .set({ checked_at: new Date(Date.now() - 3_700_000) })
      .execute();
    for (let round = 0; round < 2; round += 1) {
      await reconcilePayments(beside.ctx);
      await sweepOrders(beside.ctx);
      await sleep(round === 0 ? 4_000 : 0);
      await reconcilePayments(beside.ctx);
      await refundFailed(beside.ctx);
    }
    // Authorisations without a webhook are searched for after their pages have ended.
    const nextDay = { ...beside.ctx, now: () => new Date(Date.now() + DAY_AND_MORE_MS) };
    for (const provider of beside.ctx.payments.all) await untilWhole(() => reconcileAuthorisations(nextDay, provider));
  } finally {
    await beside.close();
  }
}

const DAY_AND_MORE_MS = 25 * 3_600_000;
/** Rounds; each checks a limited number of pages. */
const ROUNDS = 20;

async function untilWhole(look: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await look();
}

type Blown = { readonly people: readonly ApiClient[]; readonly told: readonly Told[]; readonly begun: Date };

/** @param told tickets that buyers were shown */
export async function expectAllKept(faulty: Weathered, { people, told, begun }: Blown): Promise<void> {
  const { shop } = faulty;
  await expect.poll(() => withoutWorth(faulty), CALM).toEqual([]);
  await expectInvariantsHold(shop);
  const beside = await connectBeside(shop);
  try {
    // The provider does not know the demonstration's own payments. All other amounts and refunds match, also
    // repeated ones.
    expect(await compareWithProvider(beside.ctx, new Date(begun.getTime() - 3_600_000))).toEqual([]);
    await expectSameBalance(faulty);
    await expectAuthorisationsAnswered(faulty);
  } finally {
    await beside.close();
  }
  // Every ticket shown to a buyer is still theirs or refunded.
  const lost = await withDatabase(shop, async (db) => {
    const rows = await db.selectFrom("tickets").select(["order_id", "ticket_number"]).execute();
    const known = new Set(rows.map((row) => row.ticket_number));
    return told.filter(({ tickets }) => !tickets.every((ticket) => known.has(ticket.ticket_number)));
  });
  expect(lost).toEqual([]);
  const [first] = people;
  const [shown] = told.filter(({ buyer }) => buyer === first);
  if (first && shown) {
    const again = await apiClientOf(shop, first)
      .tickets(shown.sessionId)
      .catch(() => shown.tickets);
    expect(again.map((ticket) => ticket.ticket_number)).toEqual(shown.tickets.map((ticket) => ticket.ticket_number));
  }
}

/** Paid pages with neither all tickets, nor a complete refund, nor a dispute, each with its books. */
async function withoutWorth({ shop, checkout }: Weathered): Promise<unknown[]> {
  const sessions = (await readLedger(shop)).sessions.filter(({ payment_status: status }) => status === "paid");
  const taken = (await readAuthorisations({ checkout })).filter(({ captured }) => captured > 0);
  const paid = [...sessions.map(({ id }) => id), ...taken.map(({ page }) => page)];
  const { rows } = await withDatabase(shop, (db) =>
    sql`SELECT page, o.state, o.captured_pence, o.refunded_pence, o.returning_pence, o.disputed_pence, o.charged_back_pence,
        (SELECT json_agg(json_build_array(r.state, r.amount_pence, r.reason, r.attempts, r.last_error)) FROM refunds r WHERE r.order_id = o.id) AS refunds,
        (SELECT json_agg(json_build_array(j.name, j.state, j.retry_count, j.start_after)) FROM pgboss.job j WHERE j.data->>'orderId' = o.id::text) AS jobs
      FROM unnest(${paid}::text[]) page LEFT JOIN orders o ON o.payment_session_id = page
      WHERE NOT coalesce(o.state IN ('refunded', 'charged_back')
        OR (o.state = 'refund_due' AND o.disputed_pence > 0)
        OR (o.state = 'paid' AND (SELECT count(*) FROM tickets t WHERE t.order_id = o.id AND (t.void_at IS NULL OR o.charged_back_pence > 0
          OR EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id AND d.standing = 'won')
          -- A bank that had decided, and decides again.
          OR (o.disputed_pence > 0 AND EXISTS (SELECT FROM audit_log WHERE subject_id = o.id::text AND action = 'dispute.lost'))
        )) = o.quantity), false)`.execute(db),
  );
  return rows;
}

/** Over all orders, each provider's balance of payments equals the books to the penny. */
async function expectSameBalance({ shop, simulator, checkout }: Weathered): Promise<void> {
  const { balance_transactions: moves, payment_intents: intents } = (await (
    await fetch(`${simulator.url}/_simulator/ledger`)
  ).json()) as { balance_transactions: { amount: number }[]; payment_intents: { id: string }[] };
  const kept = (ids: readonly string[]) =>
    withDatabase(shop, async (db) => {
      const { rows } = await sql<{ kept: string }>`SELECT coalesce(sum(captured_pence - refunded_pence
          - (SELECT coalesce(sum(withdrawn_pence), 0) FROM disputes d WHERE d.order_id = o.id)), 0) AS kept
        FROM orders o WHERE payment_intent_id = ANY(${ids})`.execute(db);
      return Number(rows[0]?.kept);
    });
  expect(await kept(intents.map(({ id }) => id))).toBe(moves.reduce((sum, { amount }) => sum + amount, 0));
  const authorisations = await readAuthorisations({ checkout });
  const balance = authorisations.reduce((sum, { captured, refunded, withdrawn }) => sum + captured - refunded - withdrawn, 0);
  expect(await kept(authorisations.map(({ id }) => id))).toBe(balance);
}

/** States in which a bank has the money. */
const WITHDRAWN = [
  ...["evidence_required", "evidence_under_review", "accepted", "lost", "expired"],
  ...["arbitration_under_review", "arbitration_lost"],
];

type Authorised = { id: string; page: string; state: string; fate: string } & Record<
  "captured" | "voided" | "refunded" | "withdrawn",
  number
>;

/** Payments at the second provider, with the amounts that banks have. */
async function readAuthorisations({ checkout }: Pick<Weathered, "checkout">): Promise<Authorised[]> {
  if (!checkout) return [];
  const { payments, disputes } = (await (await fetch(`${checkout.url}/_simulator/ledger`)).json()) as {
    payments: Omit<Authorised, "withdrawn">[];
    disputes: { payment: string; amount: number; status: string }[];
  };
  const gone = disputes.filter(({ status }) => WITHDRAWN.includes(status));
  const goneOf = (id: string) => gone.reduce((sum, { payment, amount }) => sum + (payment === id ? amount : 0), 0);
  return payments.map((payment) => ({ ...payment, withdrawn: goneOf(payment.id) }));
}

/** At most one payment of each page is captured, and only those that cannot be voided stay authorised. */
async function expectAuthorisationsAnswered(faulty: Weathered): Promise<void> {
  const authorisations = await readAuthorisations(faulty);
  const taken = authorisations.filter(({ captured }) => captured > 0).map(({ page }) => page);
  expect(taken.length).toBe(new Set(taken).size);
  const open = authorisations.filter(({ state, captured, voided }) => state === "authorised" && captured + voided === 0);
  expect(open.filter(({ fate }) => fate !== "capture_fails")).toEqual([]);
}
