/** Imports of the provider's balance are complete, also after an interrupted one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { BalanceMove, PaymentBalance, ProviderPayout } from "#platform/payments/payment-balance.server.ts";
import { isBusy } from "#shared/database-errors.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { pence } from "#shared/money/money.ts";
import { buy } from "../books.fixture.ts";
import { BalanceUnavailable, importMoves } from "./import-moves.ts";
import { markMoves } from "./journal-store.ts";
import { storeMoves, storePayout } from "./move-store.ts";
import { updateJournal } from "./update-journal.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS);
const moveOf = (i: number): BalanceMove => ({
  ...{ id: `txn_${i}`, kind: "other", amount: pence(100), fee: pence(0), at: daysAgo(i / 4), description: "test" },
  ...{ paymentIntentId: undefined, orderId: undefined },
});
const payoutOf = (i: number): ProviderPayout => {
  const createdAt = daysAgo(i * 15);
  return { id: `po_${i}`, amount: pence(1), state: "paid", isItemised: false, createdAt, arrivesOn: londonDate(createdAt) };
};

/** Movements of 200 days and 75 payouts. The lists fail after the given total numbers. */
function balanceWithLimits(most: { moves: number; payouts: number }): PaymentBalance {
  const moves = Array.from({ length: 800 }, (_, i) => moveOf(i));
  const payouts = Array.from({ length: 5 }, (_, i) => payoutOf(i));
  return {
    async *listMoves(since, before) {
      for (const move of moves) {
        if (move.at < since || (before && move.at >= before)) continue;
        if (most.moves-- === 0) throw new Error("cut off");
        yield move;
      }
    },
    async *listMovesOf() {},
    async *listPayouts(since) {
      for (const payout of payouts) {
        if (payout.createdAt < since) continue;
        if (most.payouts-- === 0) throw new Error("cut off");
        yield payout;
      }
    },
  };
}

it.each([
  { moves: 250, payouts: 99 },
  { moves: 9_999, payouts: 2 },
])("an interrupted import is completed later: %o", async (most) => {
  await ctx.owner.query("TRUNCATE balance_moves, payouts");
  const from = (balance: PaymentBalance) => {
    const [first] = ctx.payments.all;
    return importMoves({ ...ctx, payments: { ...ctx.payments, all: [{ ...first, balance }] } });
  };
  await expect(from(balanceWithLimits(most))).rejects.toThrow("cut off");
  await from(balanceWithLimits({ moves: 9_999, payouts: 99 }));
  const count = async (table: "balance_moves" | "payouts") => (await ctx.db.selectFrom(table).select("id").execute()).length;
  expect([await count("balance_moves"), await count("payouts")]).toEqual([800, 5]);
});

it("a provider that does not answer affects neither the shop's own entries nor other providers", async () => {
  await ctx.owner.query("TRUNCATE balance_moves, payouts");
  const bought = await buy(ctx, 1);
  const [first] = ctx.payments.all;
  const from = (most: Parameters<typeof balanceWithLimits>[0]) => ({ ...first, balance: balanceWithLimits(most) });
  const all = [from({ moves: 0, payouts: 0 }), from({ moves: 9_999, payouts: 99 })] as const;
  await expect(updateJournal({ ...ctx, payments: { ...ctx.payments, all } })).rejects.toThrow("cut off");
  const rows = ctx.db.selectFrom("journal_entries").select("kind");
  expect(await rows.where("order_id", "=", bought.orderId).execute()).toEqual([{ kind: "sale" }]);
  expect(await rows.where("kind", "=", "provider_other").execute()).toHaveLength(800);
});

it("an internal failure is not reported as a provider's, and is not wrapped", async () => {
  await ctx.owner.query("TRUNCATE balance_moves, payouts");
  const [first] = ctx.payments.all;
  const from = (most: Parameters<typeof balanceWithLimits>[0]) => ({ ...first, balance: balanceWithLimits(most) });
  const silent = from({ moves: 0, payouts: 0 });
  const all = [silent, from({ moves: 9_999, payouts: 99 })] as const;
  await expect(importMoves({ ...ctx, payments: { ...ctx.payments, all: [silent] } })).rejects.toBeInstanceOf(BalanceUnavailable);
  for (const table of ["payouts", "balance_moves"]) {
    await ctx.owner.query(
      `CREATE OR REPLACE FUNCTION refuse_for_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'locked' USING ERRCODE = '55P03'; END $$;
       CREATE TRIGGER refused BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse_for_now()`,
    );
    const failed = await importMoves({ ...ctx, payments: { ...ctx.payments, all } }).catch((error: unknown) => error);
    await ctx.owner.query(`DROP TRIGGER refused ON ${table}`);
    expect(isBusy(failed), table).toBe(true);
  }
  await ctx.owner.query("DROP FUNCTION refuse_for_now");
});

it("importing and booking movements at the same time do not deadlock", async () => {
  await ctx.owner.query("TRUNCATE balance_moves, payouts");
  const moves = Array.from({ length: 200 }, (_, i) => moveOf(i));
  await ctx.db.transaction().execute(async (tx) => {
    for (const i of [0, 1]) await storePayout(tx, "stripe", payoutOf(i));
    await storeMoves(tx, "stripe", moves);
  });
  const booked = moves.map(({ id }) => ({ provider: "stripe", id, entry: 0 })).toReversed();
  for (let i = 0; i < 20; i++)
    await Promise.all([
      ctx.db.transaction().execute((tx) => storeMoves(tx, "stripe", moves, `po_${i % 2}`)),
      ctx.db.transaction().execute((tx) => markMoves(tx, booked)),
      ctx.db.transaction().execute((tx) => storeMoves(tx, "stripe", moves.toReversed(), `po_${i % 2}`)),
    ]);
});
