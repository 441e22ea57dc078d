/** The result page asks the payment provider about the visitor's own orders only, with a rate limit. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { RATE_LIMITS } from "#features/access/rules/rate-limits.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { ctxKey } from "#platform/request/request.server.ts";
import { order } from "../server/orders.fixture.ts";
import { loader } from "./success-page.tsx";

let ctx: TestCtx;
let providerRequests = 0;
const buyers: { id: string; email: string; cookie: string }[] = [];
beforeAll(async () => {
  ctx = await testCtx();
  for (let i = 0; i < 6; i++) {
    const { userId, email, sessionToken } = await registered(ctx);
    buyers.push({ id: userId, email, cookie: sessionCookie(ctx, sessionToken).split(";")[0] ?? "" });
  }
  // A stopped clock restores no attempts.
  ctx.setNow(new Date());
});
afterAll(() => ctx.close());

const buyer = (i: number) => {
  const one = buyers[i];
  if (!one) throw new Error("a buyer");
  return one;
};
/** A shop that counts requests to the provider. */
const counting = (): TestCtx => ({
  ...ctx,
  payments: paymentsWith(ctx.payments, {
    getPage: (id) => {
      providerRequests++;
      return ctx.payments.of("stripe").getPage(id);
    },
    expirePage: (id) => {
      providerRequests++;
      return ctx.payments.of("stripe").expirePage(id);
    },
  }),
});
const loadResult = (who: number, query: string) => {
  const context = requestContext(ctx);
  context.set(ctxKey, counting());
  const request = new Request(`http://localhost:3000/success?${query}`, { headers: { cookie: buyer(who).cookie } });
  return loader({ request, context, params: {} } as never);
};

it("a foreign, an unknown and a malformed payment never reach the provider", async () => {
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1, buyer(0));
  providerRequests = 0;
  for (const id of [sessionId, "cs_test_unknown", "../v1/refunds", "%00", "x".repeat(300)])
    expect(await loadResult(1, `success=true&session_id=${id}`)).toEqual({ kind: "waiting", quantity: undefined });
  for (const id of [orderId, "nonsense", "00000000-0000-4000-8000-000000000000"])
    expect(await loadResult(1, `canceled=true&order=${id}`)).toMatchObject({ kind: "canceled", isFreed: false });
  expect(providerRequests).toBe(0);
});

it("repeated requests about an own payment get the known state without asking the provider", async () => {
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1, buyer(2));
  providerRequests = 0;
  const { times } = RATE_LIMITS.paymentLookupByUser;
  for (let i = 0; i < times + 10; i++)
    expect(await loadResult(2, `success=true&session_id=${sessionId}`)).toEqual({ kind: "waiting", quantity: 1 });
  expect(providerRequests).toBe(times);
  expect(await loadResult(2, `canceled=true&order=${orderId}`)).toMatchObject({ kind: "canceled", isFreed: false });
  expect(providerRequests).toBe(times);
});

it("so do many accounts at one address", async () => {
  const { times } = RATE_LIMITS.paymentLookupByAddress;
  const before = RATE_LIMITS.paymentLookupByUser.times;
  providerRequests = 0;
  const lottery = await makeLottery(ctx);
  for (const who of [1, 3, 4, 5]) {
    const { sessionId } = await order(ctx, lottery, 1, buyer(who));
    for (let i = 0; i < before; i++) await loadResult(who, `success=true&session_id=${sessionId}`);
  }
  expect(providerRequests).toBeLessThanOrEqual(times - before);
  expect(providerRequests).toBeGreaterThan(0);
});
