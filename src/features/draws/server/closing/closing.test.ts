/** The end of sales with pending payments: payments in time count, late ones are refunded. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { dayFrom, makeLottery, makeUser } from "#demo/makers.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { CARDS_WITHOUT_APPROVAL } from "#features/orders/rules/postal/postal-limits.ts";
import { checkout, numbersOf, order, pay, stateOf, stockOf } from "#features/orders/server/orders.fixture.ts";
import { keyInBatch, sendCards } from "#features/orders/server/postal/key-in-batch.ts";
import { sendRefund } from "#features/orders/server/refunds/send-refund.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { sweepOrders } from "#features/orders/server/settlement/sweep-orders.ts";
import { listProposals } from "#features/staff/server/approvals/list-proposals.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { endOfLondonDay } from "#shared/dates/dates.ts";
import { decide } from "../../admin/approvals/approvals.server.ts";
import { requestDraw } from "../drawing/request-draw.ts";
import { filledDraw } from "../draws.fixture.ts";
import { advanceDraws } from "./advance-draws.ts";
import { closeSales } from "./close-sales.ts";
import { freezeEntries } from "./freeze-entries.ts";

const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
let lotteryId: string;
/** The midnight in London that ends the sales. Pages are opened by the provider's real clock. */
let midnight: Date;
beforeAll(async () => {
  const world = await testCtx({ RATE_LIMITS: "off" });
  const genesisTime = Math.floor(Date.now() / 1000) - 86_400 * 365;
  ctx = { ...world, beacon: demoBeacon({ secretKey: new Uint8Array(32).fill(6), genesisTime, now: world.now }) };
});
beforeEach(async () => {
  ctx.setNow(undefined);
  const endDate = dayFrom(ctx.now(), 1);
  midnight = endOfLondonDay(endDate);
  lotteryId = await makeLottery(ctx, { end_date: endDate, takes_free_entries: false });
});
afterAll(() => ctx.close());

const freeze = () => freezeEntries(ctx, COMMAND, { lotteryId });
const salesState = async () =>
  (await ctx.db.selectFrom("lotteries").select("sales_state").where("id", "=", lotteryId).executeTakeFirstOrThrow()).sales_state;

describe("at midnight", () => {
  it("nothing is held any more, open pages are closed at the provider, and only then the list is frozen", async () => {
    const [paying, leaving] = [await order(ctx, lotteryId, 2), await order(ctx, lotteryId, 3)];
    ctx.setNow(midnight);
    await advanceDraws(ctx);
    expect(await salesState()).toBe("closing");
    expect(await checkout(ctx, lotteryId, 1)).toEqual({ ok: false, error: "closed" });
    expect(await closeSales(ctx, COMMAND, { lotteryId })).toEqual({ ok: true, value: { held: 5 } });
    expect(await freeze()).toEqual({ ok: false, error: "not_drained" });

    // A payment at the last moment: the page was open, so the tickets are issued.
    await pay(ctx, paying.sessionId);
    await sweepOrders(ctx);
    expect([await stateOf(ctx, paying.orderId), await stateOf(ctx, leaving.orderId)]).toEqual(["paid", "expired"]);
    expect((await ctx.payments.of("stripe").getPage(leaving.sessionId)).state).toBe("expired");
    await expect(pay(ctx, leaving.sessionId)).rejects.toThrow();
    expect(await stockOf(ctx, lotteryId)).toMatchObject({ held: 0, sold: 2 });
    expect(await freeze()).toMatchObject({ ok: true, value: { n: 2 } });
  });

  it("a page paid while the provider does not answer keeps the list open", async () => {
    const { orderId, sessionId } = await order(ctx, lotteryId, 1);
    await pay(ctx, sessionId);
    ctx.setNow(midnight);
    const silent = paymentsWith(ctx.payments, {
      expirePage: () => Promise.reject(new Error("no answer")),
      getPage: () => Promise.reject(),
    });
    await closeSales(ctx, COMMAND, { lotteryId });
    await sweepOrders({ ...ctx, payments: silent });
    expect(await freeze()).toEqual({ ok: false, error: "not_drained" });
    await sweepOrders(ctx);
    expect(await stateOf(ctx, orderId)).toBe("paid");
    expect(await freeze()).toMatchObject({ ok: true, value: { n: 1 } });
  });
});

describe("a payment after the end of sales", () => {
  it.each(["frozen", "drawn"])(
    "buys nothing in a draw that is %s: the money is refunded, and the list is unchanged",
    async (state) => {
      const [early, late] = [await order(ctx, lotteryId, 2), await order(ctx, lotteryId, 1)];
      await pay(ctx, early.sessionId);
      await settleOrder(ctx, early.sessionId);
      // The payment succeeded, but its webhook came after the hold was released manually.
      await pay(ctx, late.sessionId);
      await ctx.db.updateTable("orders").set({ state: "expired" }).where("id", "=", late.orderId).execute();
      await ctx.db.updateTable("lotteries").set({ tickets_held: 0, held_by_newcomers: 0 }).where("id", "=", lotteryId).execute();
      await ctx.db.deleteFrom("network_holds").where("lottery_id", "=", lotteryId).execute();
      ctx.setNow(midnight);
      expect(await requestDraw(ctx, COMMAND, { lotteryId })).toMatchObject({ ok: true, value: { name: "frozen" } });
      if (state === "drawn") {
        ctx.setNow(new Date(midnight.getTime() + 60_000));
        await advanceDraws(ctx);
        expect(await salesState()).toBe("drawn");
      }
      await settleOrder(ctx, late.sessionId);
      expect(await stateOf(ctx, late.orderId)).toBe("refund_due");
      await sendRefund(ctx, late.orderId);
      expect(await stateOf(ctx, late.orderId)).toBe("refunded");
      const refunds = await ctx.db
        .selectFrom("refunds")
        .select(["reason", "state"])
        .where("order_id", "=", late.orderId)
        .execute();
      expect(refunds).toEqual([{ reason: "closed", state: "succeeded" }]);
      expect(await numbersOf(ctx, late.orderId)).toEqual([]);
      expect(await stockOf(ctx, lotteryId)).toMatchObject({ sold: 2, held: 0, last: 2 });
      expect(await findBrokenInvariants(ctx)).toEqual([]);
    },
  );
});

it("cards in time that wait for a second person, or are being keyed in, are on the list", async () => {
  const { id } = await filledDraw(ctx, { sold: 3, ended: 9 });
  const seal = () => freezeEntries(ctx, COMMAND, { lotteryId: id });
  const administrator = async () => {
    const user = await makeUser(ctx);
    await ctx.db.insertInto("admin_user").values({ id: user.id }).execute();
    return reauthedAdmin(ctx, user.id);
  };
  const [anna, ben] = [await administrator(), await administrator()];
  const names = Array.from(
    { length: CARDS_WITHOUT_APPROVAL + 1 },
    (_, n) => String.fromCharCode(97 + (n % 26)) + (n < 26 ? "" : "x"),
  );
  const text = [
    "first name,last name,dob,address,county,email",
    ...names.map((name) => `Rosa,Hart ${name},1984-02-29,4 Mill Lane,Kent,`),
  ];
  const sent = await sendCards(ctx, anna, {
    ...{
      lotteryId: id,
      text: text.join("\n"),
      receivedOn: dayFrom(ctx.now(), -9),
      locale: "en",
      batchKey: randomUUID(),
      another: [],
    },
  });
  expect(sent).toMatchObject({ ok: true, value: { kind: "proposed" } });
  await closeSales(ctx, COMMAND, { lotteryId: id });
  expect(await seal()).toEqual({ ok: false, error: "awaiting_post" });

  const listed = await listProposals(ctx, ben);
  const proposal = listed.ok ? listed.value.find(({ subjectId }) => subjectId === id) : undefined;
  if (!proposal) throw new Error("nothing was proposed");
  expect(await decide(ctx, ben, { id: proposal.id, decision: "confirm", note: "" })).toMatchObject({ ok: true });
  expect(await seal()).toEqual({ ok: false, error: "awaiting_post" });
  await keyInBatch(ctx, proposal.id);
  const before = await ctx.db
    .selectFrom("tickets")
    .select((eb) => eb.fn.countAll<string>().as("n"))
    .where("lottery_id", "=", id)
    .where("void_at", "is", null)
    .executeTakeFirstOrThrow();
  expect(await seal()).toMatchObject({ ok: true, value: { n: Number(before.n) } });
  expect(Number(before.n)).toBe(3 + 6 + CARDS_WITHOUT_APPROVAL + 1);
});

it("cards that are proposed repeatedly do not keep the list open for ever", async () => {
  const { id } = await filledDraw(ctx, { sold: 3, ended: 30 });
  await closeSales(ctx, COMMAND, { lotteryId: id });
  const propose = (daysAgo: number) =>
    ctx.db
      .insertInto("proposals")
      .values({
        ...{ kind: "postal_batch", subject_id: id, payload: { batch: "x" }, reason: "cards" },
        ...{
          proposed_at: new Date(ctx.now().getTime() - daysAgo * 86_400_000),
          expires_at: new Date(ctx.now().getTime() + 86_400_000),
        },
      })
      .execute();
  await propose(22);
  expect(await freezeEntries(ctx, COMMAND, { lotteryId: id })).toEqual({ ok: false, error: "awaiting_post" });
  await ctx.db.updateTable("proposals").set({ state: "expired", decided_at: ctx.now() }).where("subject_id", "=", id).execute();
  await propose(1);
  expect(await freezeEntries(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true });
});
