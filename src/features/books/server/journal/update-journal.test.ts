/** For random histories, the journal equals the provider's ledger to the penny. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser, RIGHT_ANSWER } from "#demo/makers.ts";
import { createPromotion } from "#features/lotteries/server/promotion-codes.ts";
import { openCheckout } from "#features/orders/server/checkout/open-checkout.ts";
import { settleDispute } from "#features/orders/server/disputes/settle-dispute.ts";
import { control, lapse, order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { addDays, londonDate } from "#shared/dates/dates.ts";
import { profitOf } from "../../rules/lines.ts";
import {
  type Bought,
  balances,
  buy,
  decide,
  dispute,
  failRefund,
  refundAtProvider,
  intentOf,
  payOut,
  providersLedger,
} from "../books.fixture.ts";
import { listProfits } from "../read-books.ts";
import { bookAll, updateJournal } from "./update-journal.ts";
import { openPage } from "./write-page.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  await control(ctx, "/_simulator/knobs", { takeFees: 1 });
});
afterAll(() => ctx.close());

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
/** Avoids -0. */
const minus = (number: number) => 0 - number;

/** Compares the sums of the journal's accounts with the provider's own ledger. */
async function expectAgreement() {
  const moves = await providersLedger(ctx);
  const movesOf = (...types: string[]) => moves.filter(({ type }) => types.includes(type));
  const accounts = await balances(ctx);
  expect(accounts.provider ?? 0, "the provider's balance").toBe(sum(moves.map(({ net }) => net)));
  expect(accounts.bank ?? 0, "the bank").toBe(minus(sum(movesOf("payout").map(({ amount }) => amount))));
  expect(accounts.provider_fees ?? 0, "fees").toBe(sum(movesOf("charge").map(({ fee }) => fee)));
  expect(accounts.dispute_fees ?? 0, "fees of disputes").toBe(sum(movesOf("adjustment").map(({ fee }) => fee)));
  expect(-(accounts.sales ?? 0) - (accounts.discounts ?? 0), "sales less discounts").toBe(
    sum(movesOf("charge").map(({ amount }) => amount)),
  );
  expect(accounts.refunds ?? 0, "refunds").toBe(minus(sum(movesOf("refund", "refund_failure").map(({ amount }) => amount))));
  expect((accounts.held ?? 0) + (accounts.chargebacks ?? 0), "banks").toBe(
    minus(sum(movesOf("adjustment").map(({ amount }) => amount))),
  );
  expect(accounts.clearing, "between shop and provider").toBeUndefined();
  expect(await ctx.db.selectFrom("open_differences").selectAll().where("amount_pence", "<>", 0).execute()).toEqual([]);
  expect(sum(Object.values(accounts)), "all accounts").toBe(0);
}

/** Entries and documents are numbered from 1 without a gap. */
async function expectNoGaps() {
  const entries = await ctx.db.selectFrom("journal_entries").select("number").orderBy("number").execute();
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, i) => i + 1));
  for (const kind of ["receipt", "credit_note", "debit_note"] as const) {
    const documents = await ctx.db.selectFrom("documents").select("number").where("kind", "=", kind).orderBy("number").execute();
    expect(documents.map(({ number }) => number)).toEqual(documents.map((_, i) => i + 1));
  }
}

/** The kinds of an order's entries, without the provider's movements. */
async function kindsOf(orderId: string): Promise<string[]> {
  const entries = ctx.db.selectFrom("journal_entries").select("kind").where("order_id", "=", orderId);
  return (await entries.where("provider", "is", null).orderBy("number").execute()).map(({ kind }) => kind);
}

describe("random histories", () => {
  const step = fc.record({
    action: fc.constantFrom(
      "buy",
      "buy",
      "refund",
      "partial refund",
      "fail a refund",
      "dispute",
      "partial dispute",
      "won",
      "lost",
      "partly lost",
      "payout",
      "journal",
    ),
    /** The order or dispute that it happens to, by its index modulo their number. */
    index: fc.nat(20),
    quantity: fc.constantFrom(1, 3, 15, 25),
  });

  it("agree with the provider's ledger at the end and in the middle", async () => {
    const bought: Bought[] = [];
    const refunds: { order: Bought; id: string }[] = [];
    const disputes: string[] = [];
    // Actions that are impossible at this point are refused, and the next one follows.
    const refused = (error: unknown) => expect(String(error)).toMatch(/: 40[04] /);
    const actions: Record<string, (order: Bought, index: number, quantity: number) => Promise<unknown>> = {
      buy: async (_, __, quantity) => bought.push(await buy(ctx, quantity)),
      refund: async (order) => refunds.push({ order, id: await refundAtProvider(ctx, order) }),
      "partial refund": async (order) => refunds.push({ order, id: await refundAtProvider(ctx, order, 700) }),
      "fail a refund": async (_, index) => {
        const refund = refunds.splice(index % Math.max(refunds.length, 1), 1)[0];
        if (refund) await failRefund(ctx, refund.order, refund.id);
      },
      dispute: async (order) => disputes.push(await dispute(ctx, order)),
      "partial dispute": async (order) => disputes.push(await dispute(ctx, order, 900)),
      won: async (_, index) => decide(ctx, disputes[index % disputes.length] ?? "none", "won"),
      lost: async (_, index) => decide(ctx, disputes[index % disputes.length] ?? "none", "lost"),
      "partly lost": async (_, index) => decide(ctx, disputes[index % disputes.length] ?? "none", "lost", 400),
      payout: () => payOut(ctx),
      journal: async () => {
        await updateJournal(ctx);
        await expectAgreement();
      },
    };
    bought.push(await buy(ctx, 3));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
        for (const { action, index, quantity } of steps) {
          const order = bought[index % bought.length];
          if (order) await actions[action]?.(order, index, quantity).catch(refused);
        }
        await updateJournal(ctx);
        await expectAgreement();
        await expectNoGaps();
        const before = await ctx.db.selectFrom("journal_numbers").selectAll().executeTakeFirst();
        await updateJournal(ctx);
        expect(await ctx.db.selectFrom("journal_numbers").selectAll().executeTakeFirst()).toEqual(before);
      }),
      // A fixed seed makes every run the same.
      { numRuns: 10, seed: 20_261_123, endOnFailure: true },
    );
    expect(bought.length).toBeGreaterThan(8);
    expect(refunds.length + disputes.length).toBeGreaterThan(8);
  });
});

it("simultaneous runs use each number once, and book nothing twice", async () => {
  const lottery = await makeLottery(ctx);
  for (let i = 0; i < 4; i++) await buy(ctx, 1, lottery);
  await Promise.all([updateJournal(ctx), updateJournal(ctx), bookAll(ctx), updateJournal(ctx)]);
  await expectNoGaps();
  await expectAgreement();
});

it("money without a sale is owed to its buyer, and has no receipt", async () => {
  await updateJournal(ctx);
  const before = await balances(ctx);
  const lottery = await makeLottery(ctx, { tickets_available: 1 });
  const { orderId, sessionId } = await order(ctx, lottery, 1);
  await lapse(ctx, orderId);
  await buy(ctx, 1, lottery);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  await updateJournal(ctx);
  expect((await balances(ctx)).owed_to_buyers).toBe(-2999);
  expect(await kindsOf(orderId)).toEqual(["money_back"]);
  expect((await balances(ctx)).sales).toBe((before.sales ?? 0) - 2999);
  await refundAtProvider(ctx, { orderId, intent: await intentOf(ctx, orderId) });
  await updateJournal(ctx);
  expect((await balances(ctx)).owed_to_buyers).toBeUndefined();
  expect(await kindsOf(orderId)).toEqual(["money_back", "refund"]);
  expect(await ctx.db.selectFrom("documents").select("kind").where("order_id", "=", orderId).execute()).toEqual([]);
});

it("an order paid wholly by a code is a sale and a discount, has no receipt, and blocks no other entry", async () => {
  await updateJournal(ctx);
  const before = await balances(ctx);
  const expiresAt = new Date(ctx.now().getTime() + 7 * 86_400_000);
  const promotion = await ctx.db.transaction().execute((tx) => createPromotion(ctx, tx, { percentOff: 100, expiresAt }));
  const wish = { quantity: 2, locale: "en", answer: RIGHT_ANSWER, promoCode: promotion.code } as const;
  const opened = await openCheckout(ctx, { ...wish, lotteryId: await makeLottery(ctx), buyer: await makeUser(ctx) });
  if (!opened.ok) throw new Error(opened.error);
  await updateJournal(ctx);
  const after = await balances(ctx);
  expect(after.sales).toBe((before.sales ?? 0) - 5998);
  expect(after.discounts).toBe((before.discounts ?? 0) + 5998);
  const documents = ctx.db.selectFrom("documents").select("kind").where("order_id", "=", opened.value.orderId);
  expect(await documents.execute()).toEqual([]);
  expect(await kindsOf(opened.value.orderId)).toEqual(["sale"]);
  await expectNoGaps();
});

it("the profit of a draw is current, without money held in disputes", async () => {
  const lottery = await makeLottery(ctx);
  const bought = await buy(ctx, 2, lottery);
  const sums = async () => {
    const listed = await listProfits(ctx, { kind: "command" }, 1);
    return (listed.ok && listed.value.draws.find(({ lotteryId }) => lotteryId === lottery)?.sums) || {};
  };
  expect(profitOf(await sums())).toBe(5998);
  await dispute(ctx, bought);
  const { held, dispute_fees: fees = 0 } = await sums();
  expect(held).toBe(5998);
  expect(profitOf(await sums())).toBe(minus(fees));
});

it("a lost dispute counts on the day of the loss, and one that is won later on the day of the win", async () => {
  const bought = await buy(ctx, 1);
  const id = await dispute(ctx, bought);
  await decide(ctx, id, "lost");
  await updateJournal(ctx);
  const disputed = async () => {
    const entries = ctx.db.selectFrom("journal_entries").select(["kind", "day"]).where("order_id", "=", bought.orderId);
    return entries.where("kind", "in", ["dispute", "dispute_changed"]).orderBy("number").execute();
  };
  const lost = { kind: "dispute", day: londonDate(ctx.now()) };
  expect(await disputed()).toEqual([lost]);
  ctx.setNow(new Date(Date.now() + 40 * 86_400_000));
  await decide(ctx, id, "won");
  await updateJournal(ctx);
  const won = { kind: "dispute_changed", day: londonDate(ctx.now()) };
  expect(await disputed()).toEqual([lost, won]);
  // The bank takes it back again without an end date of the dispute.
  ctx.setNow(new Date(Date.now() + 50 * 86_400_000));
  await ctx.owner.query(
    "UPDATE disputes SET standing = 'open', withdrawn_pence = amount_pence, closed_at = NULL, checked_at = $2 WHERE order_id = $1",
    [bought.orderId, ctx.now()],
  );
  await bookAll(ctx);
  expect(await disputed()).toEqual([lost, won, { kind: "dispute_changed", day: londonDate(ctx.now()) }]);
  await settleDispute(ctx, id, "stripe");
  await updateJournal(ctx);
  ctx.setNow(undefined);
});

it("VAT that an older version reclaimed twice is corrected by an entry of today, once", async () => {
  const lottery = await makeLottery(ctx);
  await ctx.owner.query(
    "INSERT INTO vat_rates (applies_to, code, rate_points, from_day, set_at) VALUES ('sales', 'S', 2000, '2020-01-01', now())",
  );
  const bought = await buy(ctx, 1, lottery);
  await refundAtProvider(ctx, bought);
  await updateJournal(ctx);
  await decide(ctx, await dispute(ctx, bought), "lost");
  await updateJournal(ctx);
  const sums = async () => {
    const { rows } = await ctx.owner.query<{ account: string; amount: string; entries: string }>(
      `SELECT account, sum(amount_pence) AS amount, count(*) AS entries FROM journal_entries e JOIN journal_lines l ON l.entry = e.number
       WHERE order_id = $1 AND account IN ('vat', 'chargebacks') GROUP BY 1 ORDER BY 1`,
      [bought.orderId],
    );
    return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
  };
  expect(await sums()).toEqual({ chargebacks: 2999, vat: 0 });
  // As the older version wrote it: with the VAT of the lost dispute.
  await ctx.db.transaction().execute(async (tx) => {
    const page = await openPage(tx);
    const entry = {
      kind: "dispute_changed",
      source: "as before",
      orderId: bought.orderId,
      lotteryId: lottery,
      at: ctx.now(),
    } as const;
    await page.write(ctx.now(), async () => ({ found: page.add({ ...entry, lines: { vat: 500, chargebacks: -500 } }) }));
  });
  expect(await sums()).toEqual({ chargebacks: 2499, vat: 500 });
  await updateJournal(ctx);
  await updateJournal(ctx);
  expect(await sums()).toEqual({ chargebacks: 2999, vat: 0 });
  await expectNoGaps();
});

it("VAT of two refunds of an order that are booked together equals the VAT of their sum", async () => {
  // For each alone it would be £1.67.
  const bought = await buy(ctx, 1);
  await refundAtProvider(ctx, bought, 1004);
  await refundAtProvider(ctx, bought, 1004);
  await updateJournal(ctx);
  const documents = ctx.db.selectFrom("documents").select(["kind", "vat_pence"]).where("order_id", "=", bought.orderId);
  expect(await documents.orderBy("entry").execute()).toEqual([
    { kind: "receipt", vat_pence: 500 },
    { kind: "credit_note", vat_pence: 167 },
    { kind: "credit_note", vat_pence: 168 },
  ]);
});

it("a sale in the last hour of June in UTC is one of July in London, with July's VAT", async () => {
  ctx.setNow(undefined);
  await ctx.owner.query(
    `INSERT INTO vat_rates (applies_to, code, rate_points, from_day, set_at)
     VALUES ('sales', 'OLD', 500, '2020-06-01', now()), ('sales', 'NEW', 2000, '2020-07-01', now()), ('sales', 'NONE', 0, '2020-07-02', now())`,
  );
  const [june, july] = [await buy(ctx, 1), await buy(ctx, 1)];
  const settle = (orderId: string, at: string) =>
    ctx.owner.query("UPDATE orders SET settled_at = $2 WHERE id = $1", [orderId, at]);
  await settle(june.orderId, "2020-06-30T22:59:59Z");
  await settle(july.orderId, "2020-06-30T23:00:00Z");
  await bookAll(ctx);
  const booked = ({ orderId }: Bought) =>
    ctx.db
      .selectFrom("documents as d")
      .innerJoin("journal_entries as e", "e.number", "d.entry")
      .select(["e.day", "d.vat_code", "d.vat_pence"])
      .where("d.order_id", "=", orderId)
      .executeTakeFirstOrThrow();
  expect(await booked(june)).toEqual({ day: "2020-06-30", vat_code: "OLD", vat_pence: 143 });
  expect(await booked(july)).toEqual({ day: "2020-07-01", vat_code: "NEW", vat_pence: 500 });
});

it("provider fees bear the VAT code of fees, and a payout bears none", async () => {
  await ctx.owner.query(
    "INSERT INTO vat_rates (applies_to, code, rate_points, from_day, set_at) VALUES ('fees', 'FEES', 2000, '2020-01-01', now())",
  );
  await buy(ctx, 1);
  await payOut(ctx);
  await updateJournal(ctx);
  const last = async (kind: "charge" | "payout") => {
    const { rows } = await ctx.owner.query<{ account: string; vat_code: string | null }>(
      `SELECT account, vat_code FROM journal_lines WHERE entry = (SELECT max(number) FROM journal_entries WHERE kind = $1) ORDER BY account`,
      [kind],
    );
    return rows.map(({ account, vat_code }) => [account, vat_code]);
  };
  const charge = ["clearing", "provider", "provider_fees", "vat"];
  expect(await last("charge")).toEqual(charge.map((account) => [account, "FEES"]));
  expect(await last("payout")).toEqual(["bank", "provider"].map((account) => [account, null]));
});

it("a refund that fails a day later is reversed on that day, by an entry linked to the first one", async () => {
  const bought = await buy(ctx, 2);
  const refund = await refundAtProvider(ctx, bought);
  await updateJournal(ctx);
  const dayOf = async (kind: "refund" | "refund_returned") =>
    ctx.db
      .selectFrom("journal_entries as e")
      .innerJoin("documents as d", "d.entry", "e.number")
      .select(["e.number", "e.day", "e.corrects", "d.kind", "d.amount_pence"])
      .where("e.order_id", "=", bought.orderId)
      .where("e.kind", "=", kind)
      .executeTakeFirstOrThrow();
  const today = londonDate(ctx.now());
  const first = await dayOf("refund");
  expect(first).toMatchObject({ day: today, kind: "credit_note", amount_pence: 5998 });
  ctx.setNow(new Date(Date.now() + 86_400_000));
  // It does not go back: nothing is bought after this.
  await control(ctx, "/_simulator/clock", { advanceSeconds: 86_400 });
  await failRefund(ctx, bought, refund);
  await updateJournal(ctx);
  ctx.setNow(undefined);
  const tomorrow = { day: addDays(today, 1), corrects: first.number, kind: "debit_note", amount_pence: 5998 };
  expect(await dayOf("refund_returned")).toMatchObject(tomorrow);
  expect(await ctx.db.selectFrom("open_differences").selectAll().where("amount_pence", "<>", 0).execute()).toEqual([]);
});
