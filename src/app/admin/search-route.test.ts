/** The JSON of the back office's search: players, orders and draws, as far as the role may see them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import type { Role } from "#features/access/rules/rights.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { order } from "#features/orders/server/orders.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { get, type SearchReply } from "./search-route.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

async function searchAs(role: Role): Promise<(q: string) => Promise<SearchReply>> {
  const { userId, sessionToken } = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: userId, role }).execute();
  const cookie = sessionCookie(ctx, sessionToken).split(";")[0] ?? "";
  return async (q) => {
    const request = new Request(`http://localhost:3000/admin/search?${new URLSearchParams({ q })}`, { headers: { cookie } });
    const reply = await get({ request, context: requestContext(ctx), params: {} });
    return (await reply.json()) as SearchReply;
  };
}

it("finds a player, the player's orders and a draw, and only what the role may see", async () => {
  const draw = await makeLottery(ctx, { title: "Étoile GT" });
  const zoe = await makeUser(ctx, { first_name: "Zoë", last_name: "Dûpont" });
  const { orderId } = await order(ctx, draw, 2, zoe);
  const owner = await searchAs("owner");
  expect(await owner("dupont")).toMatchObject({
    players: [{ id: zoe.id, name: "Zoë Dûpont", email: zoe.email }],
    orders: [{ id: orderId, player: "Zoë Dûpont", draw: "Étoile GT" }],
    draws: [],
  });
  expect(await owner("etoile")).toMatchObject({ players: [], draws: [{ id: draw, title: "Étoile GT", status: "active" }] });
  expect(await owner("  ")).toEqual({ players: [], orders: [], draws: [] });

  const marketing = await searchAs("marketing");
  expect(await marketing("dupont")).toEqual({ players: [], orders: [], draws: [] });
  expect((await marketing("etoile")).draws).toHaveLength(1);
});
