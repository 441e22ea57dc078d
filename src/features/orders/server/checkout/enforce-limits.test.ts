/** A player's new pause or limit closes open pages, releases tickets and loses no payment. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { reauthedAdmin, registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { showPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { excludeFromPlay, pausePlay, setSpendingLimit } from "#features/player-protection/server/change-safer-play.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { PaymentProvider } from "#platform/payments/payments.server.ts";
import { ctxKey } from "#platform/request/request.server.ts";
import { pence } from "#shared/money/money.ts";
import { startExclusionFromForm, readUsersForm } from "../../admin/users/users-actions.server.ts";
import { action } from "../../shop/safer-play-page.tsx";
import { checkout, numbersOf, order, pay, stateOf, stockOf } from "../orders.fixture.ts";
import { showPurchase } from "../reading/show-purchase.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { sweepOrders } from "../settlement/sweep-orders.ts";
import { enforceLimits } from "./enforce-limits.ts";
import { showEligibility } from "./find-eligibility.ts";

const PRICE = 2_999;
const DEBIT = "4000056655665556";

let ctx: TestCtx;
let lottery: string;
let player: { id: string; email: string; cookie: string };
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
beforeEach(async () => {
  lottery = await makeLottery(ctx);
  const { userId, email, sessionToken } = await registered(ctx);
  player = { id: userId, email, cookie: sessionCookie(ctx, sessionToken).split(";")[0] ?? "" };
});
afterAll(() => ctx.close());
// An exclusion applies to all people of the same name, as all here are.
afterEach(() => ctx.owner.query("TRUNCATE kept_exclusions, player_limits"));

/** One draw per page: a player has one hold per draw. */
const open = (quantity = 1, lotteryId = lottery) => order(ctx, lotteryId, quantity, player);
const openElsewhere = async (quantity = 1) => open(quantity, await makeLottery(ctx));
const held = async (lotteryId = lottery) => (await stockOf(ctx, lotteryId)).held;
const holds = async () => expect(await findBrokenInvariants(ctx)).toEqual([]);
const pageState = async (sessionId: string) => (await ctx.payments.of("stripe").getPage(sessionId)).state;

/** The same shop with changes to the payment provider. */
const withProvider = (changes: Partial<PaymentProvider>): TestCtx => ({ ...ctx, payments: paymentsWith(ctx.payments, changes) });
const gone = async () => {
  throw new Error("the provider is gone");
};
const unreachable = () => withProvider({ openPage: gone, getPage: gone, expirePage: gone });

/** Sends a form of /safer-play like the player's browser. */
async function send(form: Record<string, string>, on: TestCtx = ctx) {
  const context = requestContext(ctx);
  context.set(ctxKey, on);
  const init = { method: "POST", headers: { cookie: player.cookie }, body: new URLSearchParams(form) };
  return action({ request: new Request("http://localhost:3000/safer-play", init), context, params: {} } as never);
}

describe("a pause", () => {
  it.each([
    ["pause", "week"],
    ["exclusion", "half"],
  ])("(%s) closes every open page at the provider and releases its tickets", async (intent, length) => {
    const pages = [await open(2), await openElsewhere(3)];
    const stranger = await order(ctx, lottery, 4);
    expect(await held()).toBe(6);
    expect(await send({ intent, length, confirm: "on" })).toMatchObject({ status: 303 });
    for (const { orderId, sessionId } of pages) {
      expect([await stateOf(ctx, orderId), await pageState(sessionId)]).toEqual(["expired", "expired"]);
      await expect(pay(ctx, sessionId, DEBIT)).rejects.toThrow();
    }
    expect(await stateOf(ctx, stranger.orderId)).toBe("awaiting_payment");
    expect(await held()).toBe(4);
    await holds();
  });

  it("started by staff on request closes open pages and blocks purchases", async () => {
    const { orderId } = await open(2);
    const staff = await makeUser(ctx);
    await ctx.db.insertInto("admin_user").values({ id: staff.id, role: "support" }).execute();
    const form = new URLSearchParams({
      intent: "rest",
      userId: player.id,
      rest: "exclusion-half",
      asked: "post",
      reason: "Wrote to us",
    });
    const request = new Request("http://localhost:3000/admin/users", { method: "POST", body: form });
    const submission = readUsersForm(form);
    if (submission.status !== "success") throw new Error("the form was not read");
    const begun = await startExclusionFromForm(ctx, reauthedAdmin(ctx, staff.id), { request, form, submission });
    expect(begun.data).toMatchObject({ until: expect.any(Number) });
    expect([await stateOf(ctx, orderId), await held()]).toEqual(["expired", 0]);
    expect(await checkout(ctx, lottery, 1, player)).toMatchObject({ ok: false, error: "excluded" });
    await holds();
  });

  it("at the moment of a payment ends in tickets or in a closed page, never in lost money", async () => {
    for (let round = 0; round < 4; round++) {
      const buyer = await registered(ctx);
      const { orderId, sessionId } = await order(ctx, lottery, 2, { id: buyer.userId, email: buyer.email });
      await pausePlay(ctx, buyer.userId, "day");
      const [isPaid] = await Promise.all([
        pay(ctx, sessionId, DEBIT).then(
          () => true,
          () => false,
        ),
        enforceLimits(ctx, buyer.userId, { timeoutMs: 60_000 }),
      ]);
      await settleOrder(ctx, sessionId);
      expect([await stateOf(ctx, orderId), (await numbersOf(ctx, orderId)).length]).toEqual(
        isPaid ? ["paid", 2] : ["expired", 0],
      );
    }
    expect(await held()).toBe(0);
    await holds();
  });

  it("after a payment that the shop does not know yet issues its tickets", async () => {
    const { orderId, sessionId } = await open(2);
    await pay(ctx, sessionId, DEBIT);
    await send({ intent: "pause", length: "day", confirm: "on" });
    expect([await stateOf(ctx, orderId), (await numbersOf(ctx, orderId)).length, await held()]).toEqual(["paid", 2, 0]);
    await holds();
  });

  it("starts while the provider cannot be reached, and the sweeper closes the page", async () => {
    const { orderId, sessionId } = await open(2);
    expect(await send({ intent: "pause", length: "day", confirm: "on" }, unreachable())).toMatchObject({ status: 303 });
    expect((await showPlayerLimits(ctx, player.id)).exclusion).toMatchObject({ kind: "paused" });
    expect([await stateOf(ctx, orderId), await held()]).toEqual(["awaiting_payment", 2]);
    await sweepOrders(ctx);
    expect([await stateOf(ctx, orderId), await pageState(sessionId), await held()]).toEqual(["expired", "expired", 0]);
    await holds();
  });

  it("does not make the player wait for a silent provider", async () => {
    const { orderId } = await open();
    await excludeFromPlay(ctx, player.id, "half");
    await enforceLimits(withProvider({ expirePage: () => new Promise(() => {}) }), player.id, { timeoutMs: 1 });
    expect(await stateOf(ctx, orderId)).toBe("awaiting_payment");
  });

  it("that has ended closes no page early", async () => {
    ctx.setNow(new Date(Date.now() - 3 * 86_400_000));
    await pausePlay(ctx, player.id, "day");
    ctx.setNow(undefined);
    const { orderId } = await open();
    await enforceLimits(ctx, player.id);
    await sweepOrders(ctx);
    expect(await stateOf(ctx, orderId)).toBe("awaiting_payment");
  });
});

describe("a lower limit", () => {
  const limitTo = (amount: number) => setSpendingLimit(ctx, player.id, pence(amount));

  it("closes the newest pages until the rest fits", async () => {
    const pages = [await open(), await openElsewhere(), await openElsewhere()];
    await send({ intent: "limit", limit: "59.98" });
    const states = () => Promise.all(pages.map(({ orderId }) => stateOf(ctx, orderId)));
    expect(await states()).toEqual(["awaiting_payment", "awaiting_payment", "expired"]);
    await send({ intent: "limit", limit: "0" });
    expect(await states()).toEqual(["expired", "expired", "expired"]);
    expect(await held()).toBe(0);
    await holds();
  });

  it("closes the next page if the newest was paid meanwhile", async () => {
    const [older, newest] = [await open(), await openElsewhere()];
    await pay(ctx, newest.sessionId, DEBIT);
    await limitTo(PRICE);
    await enforceLimits(ctx, player.id);
    expect([await stateOf(ctx, newest.orderId), await stateOf(ctx, older.orderId)]).toEqual(["paid", "expired"]);
    await holds();
  });

  it("is set while the provider cannot be reached", async () => {
    const { orderId } = await open();
    expect(await send({ intent: "limit", limit: "1" }, unreachable())).toMatchObject({ status: 303 });
    expect([(await showPlayerLimits(ctx, player.id)).limit, await stateOf(ctx, orderId)]).toEqual([100, "awaiting_payment"]);
  });

  it("closes no page if it was raised or refused", async () => {
    const { orderId } = await open();
    await limitTo(PRICE);
    await send({ intent: "limit", limit: "500" });
    await send({ intent: "limit", limit: "-5" });
    expect(await stateOf(ctx, orderId)).toBe("awaiting_payment");
  });
});

describe("the question for a limit", () => {
  const asksForLimit = async () => (await showEligibility(ctx, player.id, pence(PRICE))).asksForLimit;
  const bought = async () => {
    const { sessionId, orderId } = await openElsewhere();
    await pay(ctx, sessionId, DEBIT);
    await settleOrder(ctx, sessionId);
    const view = await showPurchase(ctx, { ...player, firstName: "Amelia", address: "203.0.113.9" }, { orderId }, "en");
    return view.kind === "bought" && view.asksForLimit;
  };

  it("if skipped, comes after the first purchase and before the next one, and then no more", async () => {
    expect(await asksForLimit()).toBe("start");
    await send({ intent: "skip", moment: "start" });
    expect(await asksForLimit()).toBeUndefined();
    expect(await bought()).toBe(true);
    await send({ intent: "skip", moment: "bought" });
    expect(await asksForLimit()).toBe("again");
    await send({ intent: "skip", moment: "again" });
    expect([await asksForLimit(), await bought(), await asksForLimit()]).toEqual([undefined, false, undefined]);
  });

  it("if answered, does not come again; £0 blocks purchases", async () => {
    await send({ intent: "limit", limit: "0", moment: "start" });
    expect(await asksForLimit()).toBeUndefined();
    expect(await checkout(ctx, lottery, 1, player)).toMatchObject({ ok: false, error: "over_limit" });
  });

  it("rejects an unknown moment", async () => {
    await expect(send({ intent: "skip", moment: "never" })).resolves.toMatchObject({ init: { status: 400 } });
    expect(await asksForLimit()).toBe("start");
  });
});
