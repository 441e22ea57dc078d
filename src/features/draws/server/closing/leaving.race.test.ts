/** Draws against simultaneous erasures: tickets are in the list or not, and winners stay reachable. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import { deleteUser } from "#features/orders/server/players/delete-user.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { drawWinner } from "../drawing/draw-winner.ts";
import { requestDraw } from "../drawing/request-draw.ts";
import { filledDraw } from "../draws.fixture.ts";
import { findDraw } from "../reading/find-draw.ts";
import { forgetContacts } from "../winners/forget-contacts.ts";

const COMMAND = { kind: "command" } as const;

let ctx: TestCtx;
beforeAll(async () => {
  const world = await testCtx();
  const genesisTime = Math.floor(Date.now() / 1000) - 86_400 * 365;
  // A beacon on the test's clock.
  ctx = { ...world, beacon: demoBeacon({ secretKey: new Uint8Array(32).fill(5), genesisTime, now: world.now }) };
});
beforeEach(() => ctx.setNow(new Date()));
afterAll(() => ctx.close());

const ticketsOf = (id: string) =>
  ctx.db.selectFrom("tickets").select(["ticket_number", "user_id", "void_at"]).where("lottery_id", "=", id).execute();
const nOf = async (id: string) =>
  (await ctx.db.selectFrom("draws").select("n").where("lottery_id", "=", id).executeTakeFirstOrThrow()).n;
const roundCame = () => ctx.setNow(new Date(ctx.now().getTime() + 10_000));
const draw = async (id: string) => {
  roundCame();
  expect(await drawWinner(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true });
};
const isErased = async (id: string) =>
  (await ctx.db.selectFrom("users").select("erased_at").where("id", "=", id).executeTakeFirstOrThrow()).erased_at !== null;

it(
  "a player who gives up tickets during the freeze has none in the list, or all and can be reached",
  {
    timeout: 60_000,
  },
  async () => {
    const { id, playerIds } = await filledDraw(ctx, { sold: 90, players: 12 });
    const leaving = playerIds.slice(0, 8);
    const give = async (userId: string) => eraseUser(ctx, userId, { tickets: "give_up" });
    const [first, ...others] = leaving;
    // One has left before, the others leave during the freeze.
    expect(await give(first ?? "")).toEqual({ ok: true });
    const [requested, ...left] = await Promise.all([requestDraw(ctx, COMMAND, { lotteryId: id }), ...others.map(give)]);
    expect(requested).toMatchObject({ ok: true, value: { name: "frozen" } });
    expect(left).toEqual(others.map(() => ({ ok: true })));

    const tickets = await ticketsOf(id);
    const valid = tickets.filter((ticket) => ticket.void_at === null);
    expect(await nOf(id)).toBe(valid.length);
    const contacts = await listContacts(ctx, leaving);
    for (const userId of leaving) {
      const [mine, live] = [tickets, valid].map((list) => list.filter((ticket) => ticket.user_id === userId).length);
      expect([0, mine]).toContain(live);
      expect(contacts.has(userId)).toBe(live !== 0);
    }
    await draw(id);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  },
);

it("a player deleted by staff meanwhile is refunded and out, or stays until the result", { timeout: 60_000 }, async () => {
  const { id, playerIds } = await filledDraw(ctx, { sold: 60, players: 8 });
  const removing = playerIds.slice(0, 5);
  const [, ...removed] = await Promise.all([
    requestDraw(ctx, COMMAND, { lotteryId: id }),
    ...removing.map((userId) => deleteUser(ctx, COMMAND, userId)),
  ]);
  const valid = (await ticketsOf(id)).filter((ticket) => ticket.void_at === null);
  expect(await nOf(id)).toBe(valid.length);
  for (const [i, userId] of removing.entries()) {
    const isIn = valid.some((ticket) => ticket.user_id === userId);
    expect(removed[i]).toEqual(isIn ? { ok: false, error: "frozen" } : { ok: true });
    expect(await isErased(userId)).toBe(!isIn);
  }
  await draw(id);
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});

it(
  "a player who leaves during the draw can be reached as winner until the hand-over",
  {
    timeout: 60_000,
  },
  async () => {
    const { id, playerIds } = await filledDraw(ctx, { sold: 40, players: 6 });
    await requestDraw(ctx, COMMAND, { lotteryId: id });
    const [, ...left] = await Promise.all([
      draw(id),
      ...playerIds.map((userId, i) =>
        new Promise((resolve) => setTimeout(resolve, i * 5)).then(() => eraseUser(ctx, userId, { tickets: "keep" })),
      ),
    ]);
    expect(left).toEqual(playerIds.map(() => ({ ok: true })));
    await forgetContacts(ctx);
    const winnerId = (await findDraw(ctx, id))?.lottery.winnerId ?? "";
    expect((await listContacts(ctx, [winnerId])).get(winnerId)).toMatchObject({ firstName: "Amelia" });
    expect((await findDraw(ctx, id))?.result?.winner.name).toBeUndefined();
    const picked = await ctx.db
      .selectFrom("draw_picks as p")
      .innerJoin("tickets as t", (join) =>
        join.onRef("t.lottery_id", "=", "p.lottery_id").onRef("t.ticket_number", "=", "p.ticket_number"),
      )
      .select("t.user_id")
      .where("p.lottery_id", "=", id)
      .execute();
    const retainedContacts = await ctx.db
      .selectFrom("retained_contacts")
      .select("user_id")
      .where("user_id", "in", playerIds)
      .execute();
    expect(new Set(retainedContacts.map((row) => row.user_id))).toEqual(new Set(picked.map((row) => row.user_id)));

    await ctx.db.updateTable("draws").set({ prize_delivered_at: ctx.now() }).where("lottery_id", "=", id).execute();
    await forgetContacts(ctx);
    expect((await listContacts(ctx, playerIds)).size).toBe(0);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  },
);

it("a player who has just won and leaves can still be reached", async () => {
  const { id } = await filledDraw(ctx, { sold: 10, players: 5 });
  await requestDraw(ctx, COMMAND, { lotteryId: id });
  await draw(id);
  const winnerId = (await findDraw(ctx, id))?.lottery.winnerId ?? "";
  expect(await eraseUser(ctx, winnerId, { tickets: "give_up" })).toEqual({ ok: true });
  expect((await listContacts(ctx, [winnerId])).get(winnerId)).toMatchObject({ firstName: "Amelia" });
});
