import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listPending } from "#app/admin/pending.ts";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { compareWithProvider } from "#app/checks/provider-ledger.ts";
import { updateJournal } from "#features/books/server/journal/update-journal.ts";
import { listCampaigns } from "#features/mail/server/campaigns/list-campaigns.ts";
import { settleDispute } from "#features/orders/server/disputes/settle-dispute.ts";
import { resendRefund } from "#features/orders/server/refunds/resend-refund.ts";
import { sendRefund } from "#features/orders/server/refunds/send-refund.ts";
import { reconcilePayments } from "#features/orders/server/settlement/reconcile-payments.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { enterDemoPayments } from "./payments.ts";
import { seedDemo } from "./seed.ts";

const COMMAND = { kind: "command" } as const;

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
  await seedDemo(ctx);
  await enterDemoPayments(ctx);
  await updateJournal(ctx);
}, 60_000);
afterAll(() => ctx.close());

const ordersIn = (state: "refunded" | "refund_due") =>
  ctx.db.selectFrom("orders").select(["id", "captured_pence", "refunded_pence"]).where("state", "=", state).execute();

/** Everything that the provider's reports could change. */
const moneyOf = async () => ({
  orders: await ctx.db
    .selectFrom("orders")
    .select(["id", "state", "refunded_pence", "returning_pence", "disputed_pence"])
    .orderBy("id")
    .execute(),
  refunds: await ctx.db.selectFrom("refunds").selectAll().orderBy("id").execute(),
  alerts: await ctx.db.selectFrom("alerts").selectAll().orderBy("id").execute(),
  tickets: await ctx.db
    .selectFrom("tickets")
    .select(["order_id", "ticket_number"])
    .where("suspended_at", "is not", null)
    .execute(),
});

describe("the demo's story", () => {
  it("leaves one task of each kind for today, in order of their deadlines", async () => {
    const { tasks, waiting } = await listPending(ctx, "owner");
    expect(new Set(tasks.map(({ kind }) => kind))).toEqual(
      new Set(["refund", "draw", "complaint", "dispute", "approval", "cards"]),
    );
    expect(tasks).toHaveLength(6);
    expect(waiting).toEqual({ messages: 4, alerts: 3, complaints: 1, disputes: 1, approvals: 1, cards: 1 });
    const dispute = tasks.find(({ kind }) => kind === "dispute");
    expect(((dispute?.due?.getTime() ?? 0) - ctx.now().getTime()) / 86_400_000).toBeCloseTo(4, 3);
  });

  it("has a sent campaign with its figures, one mail of which bounced", async () => {
    const listed = await listCampaigns(ctx, COMMAND, { page: 1 });
    if (!listed.ok) return expect.fail(listed.error);
    const [newest, launch] = listed.value.campaigns.map(({ state, progress: { sent, failed, total } }) => ({
      state,
      failed,
      sent: sent / total,
    }));
    expect(newest).toEqual({ state: "done", failed: 0, sent: 1 });
    expect(launch).toMatchObject({ state: "done", failed: 1 });
  });

  it("has confirmed each order by mail, and each entry by post", async () => {
    const { rows } = await sql<{ orders: number }>`
      SELECT count(*)::int AS orders FROM orders o WHERE NOT EXISTS (SELECT FROM mails m WHERE m.user_id = o.user_id
        AND m.message = CASE o.kind WHEN 'paid' THEN 'order-confirmation:' ELSE 'free-entry-confirmation:' END || o.id)`.execute(
      ctx.db,
    );
    expect(rows).toEqual([{ orders: 0 }]);
  });

  it("has a conversation that was answered and closed, and one with a note that waits", async () => {
    const { rows } = await sql<{ kind: string; closed: boolean; answered: boolean }>`
      SELECT e.kind, m.done_at IS NOT NULL AS closed, m.answered_at IS NOT NULL AS answered
      FROM conversation_entries e JOIN contact_messages m ON m.id = e.message_id ORDER BY e.kind`.execute(ctx.db);
    expect(rows).toEqual([
      { kind: "answer", closed: true, answered: true },
      { kind: "note", closed: false, answered: false },
    ]);
  });

  it("pays out each week what was taken, less fees and refunds", async () => {
    const { rows } = await sql<{ payouts: number; wrong: number; fees: number; pending: number }>`
      SELECT count(*)::int AS payouts,
        count(*) FILTER (WHERE p.amount_pence <> m.amount)::int AS wrong, sum(m.fees)::int AS fees,
        (SELECT count(*)::int FROM balance_moves WHERE payout_id IS NULL) AS pending
      FROM payouts p CROSS JOIN LATERAL (
        SELECT sum(amount_pence - fee_pence) FILTER (WHERE kind <> 'payout') AS amount, sum(fee_pence) AS fees
        FROM balance_moves WHERE payout_id = p.id) m`.execute(ctx.db);
    expect(rows[0]).toMatchObject({ wrong: 0 });
    expect(rows[0]?.payouts).toBeGreaterThan(8);
    expect(rows[0]?.fees).toBeGreaterThan(200_000);
    expect(rows[0]?.pending).toBeGreaterThan(0);
  });

  it("agrees with the payment provider, and with the books", async () => {
    const before = await moneyOf();
    const { provider_id: dispute } = await ctx.db.selectFrom("disputes").select("provider_id").executeTakeFirstOrThrow();
    await reconcilePayments(ctx);
    await settleDispute(ctx, dispute, "stripe");
    expect(await moneyOf()).toEqual(before);
    expect(await compareWithProvider(ctx, new Date(ctx.now().getTime() - 200 * 86_400_000), 0)).toEqual([]);
    const open = await ctx.db.selectFrom("open_differences").selectAll().where("amount_pence", "<>", 0).execute();
    expect(open).toEqual([]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("has refunded two of ten tickets of one order, and all of another", async () => {
    const { rows } = await sql<{ reason: string; tickets: number; left: number }>`
      SELECT r.reason, cardinality(r.ticket_numbers) AS tickets,
        (SELECT count(*)::int FROM tickets t WHERE t.order_id = o.id AND t.void_at IS NULL) AS left
      FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.state = 'succeeded' ORDER BY r.reason`.execute(ctx.db);
    expect(rows).toEqual([
      { reason: "partial", tickets: 2, left: 8 },
      { reason: "staff", tickets: 0, left: 0 },
    ]);
  });

  it("is told once", async () => {
    const before = await moneyOf();
    expect(await seedDemo(ctx)).toBe(false);
    expect(await enterDemoPayments(ctx)).toBe(0);
    await updateJournal(ctx);
    expect(await moneyOf()).toEqual(before);
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM payouts`.execute(ctx.db);
    expect(rows[0]?.count).toBeGreaterThan(8);
  });

  it("lets staff send the refund again that has failed", async () => {
    const [failed] = await ordersIn("refund_due");
    if (!failed) return expect.fail("No refund has failed");
    expect(failed.refunded_pence).toBe(0);
    expect(await resendRefund(ctx, COMMAND, { orderId: failed.id, reason: "The card was replaced" })).toMatchObject({ ok: true });
    await sendRefund(ctx, failed.id);
    expect((await ordersIn("refunded")).map(({ id }) => id)).toContain(failed.id);
    expect(await ordersIn("refund_due")).toEqual([]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });
});
