/** A draw's charity: as typed, promised, paid and reckoned in its profit. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { profitAfterCharity, profitOf } from "../rules/lines.ts";
import { buy, refundAtProvider } from "./books.fixture.ts";
import { listProfits } from "./read-books.ts";
import { recordCharityPayment } from "./record-charity-payment.ts";

const COMMAND = { kind: "command" } as const;
const CHARITY = { name: "Guide Dogs", number: "209617", amount_pence: null, share_points: 1000 };
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const withCharity = (charity: object) => makeLottery(ctx, { charity: JSON.stringify(charity) });
async function profitFor(id: string) {
  const listed = await listProfits(ctx, COMMAND, 1);
  const draw = listed.ok ? listed.value.draws.find(({ lotteryId }) => lotteryId === id) : undefined;
  if (!draw) throw new Error("the draw has no profit");
  return draw;
}

it("gets its share of the ticket sales without what went back, and the profit is less by that", async () => {
  const id = await withCharity(CHARITY);
  await buy(ctx, 2, id);
  const second = await buy(ctx, 1, id);
  const before = await profitFor(id);
  expect(before.charity).toEqual({ name: "Guide Dogs", due: 900, paid: 0, paidOn: undefined });
  expect(profitAfterCharity(before.sums, before.charity)).toBe(profitOf(before.sums) - 900);
  await refundAtProvider(ctx, second);
  expect((await profitFor(id)).charity).toMatchObject({ due: 600 });
});

it("gets a fixed amount however many tickets are sold, and what was paid beyond it counts", async () => {
  const id = await withCharity({ ...CHARITY, amount_pence: 50_000, share_points: null });
  await buy(ctx, 1, id);
  expect((await profitFor(id)).charity).toMatchObject({ due: 50_000, paid: 0 });
  const day = londonDate(ctx.now());
  const pay = (amount: number) => recordCharityPayment(ctx, COMMAND, { lotteryId: id, amount, day, reference: "FP 1" });
  for (const amount of [60_000, -5_000]) expect(await pay(amount)).toEqual({ ok: true, value: undefined });
  const { charity, sums } = await profitFor(id);
  expect(charity).toEqual({ name: "Guide Dogs", due: 50_000, paid: 55_000, paidOn: day });
  expect(profitAfterCharity(sums, charity)).toBe(profitOf(sums) - 55_000);
  const { action, after } = await ctx.db
    .selectFrom("audit_log")
    .select(["action", "after"])
    .where("subject_id", "=", id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect([action, after]).toEqual(["books.charity", { amount_pence: -5_000, day }]);
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});

it("is booked as its own account, without VAT and beside the profit that already has it deducted", async () => {
  const id = await withCharity(CHARITY);
  await buy(ctx, 1, id);
  const before = await profitFor(id);
  const day = londonDate(ctx.now());
  for (const amount of [5_000, -2_000])
    expect((await recordCharityPayment(ctx, COMMAND, { lotteryId: id, amount, day, reference: "FP 3" })).ok).toBe(true);
  const { sums } = await profitFor(id);
  expect(sums).toMatchObject({ charity: 3_000, owed_to_charities: -3_000 });
  expect([sums.vat, profitOf(sums)]).toEqual([before.sums.vat, profitOf(before.sums)]);
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});

it("is paid once for a form that is sent twice, by those who may write the books, and never in the future", async () => {
  const id = await withCharity(CHARITY);
  await buy(ctx, 1, id);
  const day = londonDate(ctx.now());
  const payment = { lotteryId: id, amount: 100, day, reference: "FP 2", requestKey: "3f2b8f2e-0000-4000-8000-0000000000aa" };
  for (let i = 0; i < 2; i++) expect((await recordCharityPayment(ctx, COMMAND, payment)).ok).toBe(true);
  expect((await profitFor(id)).charity).toMatchObject({ paid: 100 });
  const player = { kind: "admin", id: (await makeUser(ctx)).id } as const;
  expect(await recordCharityPayment(ctx, player, payment)).toEqual({ ok: false, error: "forbidden" });
  expect(await recordCharityPayment(ctx, COMMAND, { ...payment, day: "2999-01-01" })).toEqual({ ok: false, error: "future" });
  const plain = await makeLottery(ctx);
  const none = { ok: false, error: "no_charity" };
  expect(await recordCharityPayment(ctx, COMMAND, { ...payment, requestKey: undefined, lotteryId: plain })).toEqual(none);
});

it("a draw without a charity keeps its profit", async () => {
  const id = await makeLottery(ctx);
  await buy(ctx, 1, id);
  const { charity, sums } = await profitFor(id);
  expect(charity).toBeUndefined();
  expect(profitAfterCharity(sums, charity)).toBe(profitOf(sums));
});
