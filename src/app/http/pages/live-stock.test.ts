import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { get } from "#features/lotteries/shop/stock-route.ts";
import { order } from "#features/orders/server/orders.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { ctxKey } from "#platform/request/request.server.ts";
import { createCachedPages } from "./cached-pages.ts";

const CROWD = 1000;
const AT_ONCE = 20;
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

let looks = 0;
async function look(request: Request): Promise<Response> {
  looks += 1;
  const context = new RouterContextProvider();
  context.set(ctxKey, ctx);
  const url = new URL(request.url);
  const params = { lotteryId: url.pathname.split("/")[2] ?? "" };
  return get({ params, request, context });
}

it("a thousand requests cost one query a second", async () => {
  const lottery = await makeLottery(ctx, { tickets_available: 100 });
  await order(ctx, lottery, 3);
  const front = createCachedPages({
    render: look,
    hint: () => undefined,
    edge: (_, outgoing) => outgoing.writeHead(500).end(),
  });
  const server = createServer(front.listener).listen(0);
  const { port } = server.address() as AddressInfo;
  const address = `http://localhost:${port}/lottery/${lottery}/stock.json`;
  const begun = performance.now();
  let asked = 0;
  const statuses = new Set<number>();
  const asking = Array.from({ length: AT_ONCE }, async () => {
    for (; asked < CROWD;) {
      asked += 1;
      const reply = await fetch(address, { headers: { cookie: `session=${asked}`, "Accept-Language": asked % 2 ? "fr" : "en" } });
      statuses.add(reply.status);
      await reply.arrayBuffer();
    }
  });
  await Promise.all(asking);
  const most = Math.floor((performance.now() - begun) / 1000) + 1;
  expect([...statuses]).toEqual([200]);
  expect(looks).toBeLessThanOrEqual(most);

  const reply = await fetch(address);
  expect(await reply.json()).toMatchObject({ total: 100, sold: 0, held: 3, phase: "on_sale" });
  expect(reply.headers.get("Cache-Control")).toContain("s-maxage=1");
  const again = await fetch(address, { headers: { "If-None-Match": reply.headers.get("ETag") ?? "" } });
  expect(again.status).toBe(304);
  server.close();
});

it("an unknown address is refused without a query", async () => {
  const lottery = await makeLottery(ctx);
  expect((await look(new Request(`http://localhost/lottery/${lottery}/stock.json?mine`))).status).toBe(400);
});
