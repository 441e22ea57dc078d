/** Waiting rooms on a real database: places, turns and passes. */
import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { queueHours } from "#features/lotteries/rules/queue-stage.ts";
import { checkout, order, pay, stateOf } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { DEFAULT_PLAN } from "../rules/admission.ts";
import { positionOf } from "../rules/order.ts";
import { forgetPlaces, leaveQueue, requestEntry, takePlace } from "./enter.ts";
import { closeRoom, findManagedRoom, pauseRoom, setRoom } from "./manage-room.ts";
import { placeCookie, readPlaceNumber } from "./place-cookie.ts";
import { lotteryOf, people, queuedDraw } from "./queue.fixture.ts";
import { insertRoom } from "./store.ts";
import { findLiveQueue, updateRoom } from "./update-room.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

/** In the near future, because the payment simulator's real clock would find older pages expired. */
const OPENS = new Date(Date.now() + 7_200_000);
const at = (seconds: number) => ctx.setNow(new Date(OPENS.getTime() + seconds * 1000));
const COMMAND = { kind: "command" } as const;

/** On sale since the day before; gathering starts half an hour before the room opens. */
async function openingDraw(plan = {}) {
  at(-3600);
  return queuedDraw(ctx, { opensAt: OPENS, ...plan });
}
const take = async (lottery: string, userId: string, cookieNumber?: number) =>
  (await takePlace(ctx, await lotteryOf(ctx, lottery), userId, cookieNumber))?.number;
const enterOrWait = async (lottery: string, userId: string) =>
  (await requestEntry(ctx, await lotteryOf(ctx, lottery), userId)).state;
const live = async (lottery: string) => {
  const queue = await findLiveQueue(ctx, await lotteryOf(ctx, lottery));
  if (!queue) throw new Error("there is no room");
  return queue;
};
const errorOf = (reply: Awaited<ReturnType<typeof checkout>>) => (reply.ok ? undefined : reply.error);

describe("an opening", () => {
  it("draws the waiting people by the committed seed, and puts later ones behind", async () => {
    const lottery = await openingDraw({ perMinute: 60_000, mostInside: 1000 });
    const early = await people(ctx, 40);
    expect(await take(lottery, early[0]?.id ?? "")).toBeUndefined();
    at(-1000);
    const numbers = await Promise.all(early.map(({ id }) => take(lottery, id)));
    expect(numbers.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    const before = await live(lottery);
    expect(before).toMatchObject({ phase: "gathering", places: 40, admitted: 0, seed: undefined, drawn: undefined });
    expect(JSON.stringify(before)).not.toContain("seed");
    expect(await enterOrWait(lottery, early[0]?.id ?? "")).toBe("waiting");

    at(0);
    const late = await people(ctx, 3);
    for (const { id } of late) await take(lottery, id);
    const after = await live(lottery);
    expect(after).toMatchObject({ phase: "open", drawn: 40, commitment: before.commitment });
    const seed = after.seed ?? "";
    expect(createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex")).toBe(before.commitment);
    const positions = [...numbers, 41, 42, 43].map((number) => positionOf(number ?? 0, { drawn: 40, seed }));
    expect(new Set(positions).size).toBe(43);
    expect(positions.slice(40)).toEqual([41, 42, 43]);
  });

  it("is drawn once, also with twenty simultaneous readers", async () => {
    const lottery = await openingDraw();
    at(-60);
    for (const { id } of await people(ctx, 12)) await take(lottery, id);
    at(1);
    const draw = await lotteryOf(ctx, lottery);
    const seen = await Promise.all(Array.from({ length: 20 }, () => updateRoom(ctx, draw)));
    expect(new Set(seen.map((room) => room?.drawn))).toEqual(new Set([12]));
    await expect(ctx.owner.query("UPDATE waiting_rooms SET drawn = 11 WHERE lottery_id = $1", [lottery])).rejects.toThrow(
      "drawn once",
    );
  });
});

describe("an account", () => {
  it("has one place, from any number of devices", async () => {
    const lottery = await openingDraw();
    at(-60);
    const ten = await people(ctx, 10);
    const requests = Array.from({ length: 1000 }, (_, index) => ten[index % 10]?.id ?? "");
    const numbers = new Map<string, Set<number | undefined>>(ten.map(({ id }) => [id, new Set()]));
    const hurry = async (part: number) => {
      for (const id of requests.filter((_, index) => index % 25 === part)) numbers.get(id)?.add(await take(lottery, id));
    };
    await Promise.all(Array.from({ length: 25 }, (_, part) => hurry(part)));
    expect([...numbers.values()].every((own) => own.size === 1)).toBe(true);
    expect([...numbers.values()].flatMap((own) => [...own]).toSorted((a = 0, b = 0) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(await live(lottery)).toMatchObject({ places: 10 });
  });

  it("that leaves starts at the end, whatever its cookie says", async () => {
    const lottery = await openingDraw();
    at(-60);
    const [leaver, other] = await people(ctx, 2);
    expect(await take(lottery, leaver?.id ?? "")).toBe(1);
    expect(await take(lottery, other?.id ?? "")).toBe(2);
    at(1);
    expect((await live(lottery)).drawn).toBe(2);
    await leaveQueue(ctx, { lotteryId: lottery, userId: leaver?.id ?? "" });
    expect(await take(lottery, leaver?.id ?? "", 1)).toBe(3);
  });

  it("that leaves and returns before the opening is drawn with its own number, however often", async () => {
    const lottery = await openingDraw();
    at(-60);
    const [leaver, other] = await people(ctx, 2);
    expect(await take(lottery, leaver?.id ?? "")).toBe(1);
    expect(await take(lottery, other?.id ?? "")).toBe(2);
    for (let times = 0; times < 20; times += 1) {
      await leaveQueue(ctx, { lotteryId: lottery, userId: leaver?.id ?? "" });
      expect(await take(lottery, leaver?.id ?? "")).toBe(1);
    }
    expect(await live(lottery)).toMatchObject({ places: 2 });
  });

  it("that leaves and returns repeatedly delays nobody", async () => {
    const lottery = await openingDraw({ perMinute: 60, mostInside: 10 });
    at(-60);
    const [first, ...others] = await people(ctx, 4);
    await take(lottery, first?.id ?? "");
    at(0);
    await live(lottery);
    const restless = await people(ctx, 2);
    for (let times = 0; times < 50; times += 1)
      for (const { id } of restless) {
        await take(lottery, id);
        await leaveQueue(ctx, { lotteryId: lottery, userId: id });
      }
    const numbers = [];
    for (const { id } of others) numbers.push(await take(lottery, id));
    for (const { id } of restless) await take(lottery, id);
    expect(numbers).toEqual([102, 103, 104]);
    at(2);
    const queue = await live(lottery);
    expect(queue.admitted).toBe(103);
    // The pace counts only turns with a holder.
    at(30);
    expect(await live(lottery)).toMatchObject({ admitted: 106, places: 106, pace: 12 });
    expect(await enterOrWait(lottery, others[0]?.id ?? "")).toBe("in");
  });

  it("restores its number from its cookie after a database crash lost the place", async () => {
    const lottery = await openingDraw();
    at(-60);
    const [one, two, three] = await people(ctx, 3);
    expect(await take(lottery, one?.id ?? "")).toBe(1);
    expect(await take(lottery, two?.id ?? "")).toBe(2);
    await ctx.db
      .deleteFrom("waiting_places")
      .where("user_id", "=", two?.id ?? "")
      .execute();
    expect(await take(lottery, two?.id ?? "", 2)).toBe(2);
    expect(await take(lottery, three?.id ?? "")).toBe(3);
    // Also if the crash lost the counter.
    expect(await take(lottery, (await people(ctx, 1))[0]?.id ?? "", 9)).toBe(9);
    expect(await live(lottery)).toMatchObject({ places: 9 });
  });
});

it("a number is valid only unchanged for its account, draw and room, for a week", async () => {
  at(0);
  const [userId, lotteryId] = ["a".repeat(36), "b".repeat(36)];
  const owner = { userId, lotteryId, commitment: "c".repeat(64) };
  const cookie = placeCookie(ctx, owner, 17).split(";")[0] ?? "";
  expect(readPlaceNumber(ctx, `theme=dark; ${cookie}; more=1`, owner)).toBe(17);
  const copied = { ...owner, userId: "d".repeat(36) };
  const elsewhere = { ...owner, lotteryId: "e".repeat(36) };
  const earlier = { ...owner, commitment: "f".repeat(64) };
  for (const other of [copied, elsewhere, earlier]) expect(readPlaceNumber(ctx, cookie, other)).toBeUndefined();
  for (const forged of [cookie.replace("=17.", "=1."), cookie.slice(0, -4), "place=1.", "place=", "", null])
    expect(readPlaceNumber(ctx, forged, owner)).toBeUndefined();
  at(7 * 86_400 - 1);
  expect(readPlaceNumber(ctx, cookie, owner)).toBe(17);
  // By now the place may be deleted and was used.
  at(7 * 86_400);
  expect(readPlaceNumber(ctx, cookie, owner)).toBeUndefined();
});

describe("buying", () => {
  it("takes a turn, by API and by pages, and the pass is extended with each step", async () => {
    const lottery = await openingDraw({ perMinute: 60, mostInside: 1 });
    at(-60);
    const [first, second] = await people(ctx, 2);
    for (const one of [first, second]) await take(lottery, one?.id ?? "");
    expect(errorOf(await checkout(ctx, lottery, 1, first))).toBe("no_turn");
    at(0);
    const entries = [await enterOrWait(lottery, first?.id ?? ""), await enterOrWait(lottery, second?.id ?? "")];
    expect(entries.toSorted()).toEqual(["in", "waiting"]);
    const [lucky, next] = entries[0] === "in" ? [first, second] : [second, first];
    expect(errorOf(await checkout(ctx, lottery, 1, next))).toBe("no_turn");
    at(590);
    expect(await enterOrWait(lottery, lucky?.id ?? "")).toBe("in");
    // Loading the page again extends the pass.
    at(900);
    const bought = await order(ctx, lottery, 1, lucky);
    // A buyer with held tickets makes room.
    at(902);
    expect(await enterOrWait(lottery, next?.id ?? "")).toBe("in");
    await pay(ctx, bought.sessionId);
    await settleOrder(ctx, bought.sessionId);
    expect(await stateOf(ctx, bought.orderId)).toBe("paid");
    // After the pass has expired, its holder starts at the end.
    at(902 + 601);
    expect(errorOf(await checkout(ctx, lottery, 1, next))).toBe("no_turn");
    expect(await take(lottery, next?.id ?? "")).toBe(3);
  });

  it("is not interrupted for buyers with held tickets, and takes nobody's turn before the opening", async () => {
    const lottery = await openingDraw();
    const [buyer] = await people(ctx, 1);
    const held = await order(ctx, lottery, 1, buyer);
    at(-60);
    expect(await enterOrWait(lottery, (await people(ctx, 1))[0]?.id ?? "")).toBe("waiting");
    const again = await order(ctx, lottery, 2, buyer);
    await pay(ctx, again.sessionId);
    await settleOrder(ctx, again.sessionId);
    expect([await stateOf(ctx, held.orderId), await stateOf(ctx, again.orderId)]).toEqual(["expired", "paid"]);
    expect(errorOf(await checkout(ctx, lottery, 1, buyer))).toBe("no_turn");
  });

  it("is open while there is capacity, and limited to it", async () => {
    at(-3600);
    const lottery = await queuedDraw(ctx, { perMinute: 60_000, mostInside: 8 });
    const crowd = await people(ctx, 30);
    expect(await enterOrWait(lottery, crowd[0]?.id ?? "")).toBe("in");
    at(-3599);
    const entries = await Promise.all(crowd.map(({ id }) => enterOrWait(lottery, id)));
    for (let second = -3598; second < -3590; second += 1) {
      at(second);
      entries.push(...(await Promise.all(crowd.map(({ id }) => enterOrWait(lottery, id)))));
      const managed = await findManagedRoom(ctx, COMMAND, lottery);
      expect(managed.ok && managed.value.inside).toBeLessThanOrEqual(8);
    }
    const managed = await findManagedRoom(ctx, COMMAND, lottery);
    expect(managed.ok && managed.value.inside).toBe(8);
    expect(new Set(entries)).toEqual(new Set(["in", "waiting"]));
  });
});

it("late returns to unused turns are limited by the capacity", async () => {
  const lottery = await openingDraw({ perMinute: 60_000, mostInside: 5 });
  at(-60);
  const crowd = await people(ctx, 20);
  for (const { id } of crowd) await take(lottery, id);
  for (let second = 0; second <= 400; second += 20) {
    at(second);
    await live(lottery);
  }
  expect((await live(lottery)).admitted).toBe(20);
  const entries = await Promise.all(crowd.map(({ id }) => enterOrWait(lottery, id)));
  expect(entries.toSorted()).toEqual([...Array(15).fill("full"), ...Array(5).fill("in")]);
});

it("a process that dies with the lock blocks no reader", async () => {
  const lottery = await openingDraw({ perMinute: 60 });
  at(-60);
  const [one] = await people(ctx, 1);
  await take(lottery, one?.id ?? "");
  at(0);
  await live(lottery);
  for (const { id } of await people(ctx, 5)) await take(lottery, id);
  const client = new pg.Client({ connectionString: ctx.databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("BEGIN");
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pg_backend_pid() AS pid FROM waiting_rooms WHERE lottery_id = $1 FOR NO KEY UPDATE",
    [lottery],
  );
  at(2);
  // The reader gets the current state without waiting.
  expect((await live(lottery)).admitted).toBe(1);
  await ctx.pool.query("SELECT pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
  expect((await live(lottery)).admitted).toBe(3);
});

it("a clock that was hours ahead stops the room for a minute at most", async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const lottery = await openingDraw({ perMinute: 60, mostInside: 100 });
  at(-60);
  for (const { id } of await people(ctx, 12)) await take(lottery, id);
  at(0);
  await live(lottery);
  // It admits some before the clock is corrected.
  at(7200);
  await live(lottery);
  at(7201);
  for (const { id } of await people(ctx, 3)) await take(lottery, id);
  const { admitted } = await live(lottery);
  at(30);
  expect((await live(lottery)).admitted).toBe(admitted);
  const start = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => start + 61_000);
  at(91);
  expect((await live(lottery)).admitted).toBe(admitted);
  at(93);
  expect((await live(lottery)).admitted).toBe(admitted + 2);
  at(110);
  expect(await live(lottery)).toMatchObject({ admitted: admitted + 7, places: 15, pace: 60 });
});

describe("staff", () => {
  it("pause a room, and close it: then everyone may buy, and a new room has no old places", async () => {
    const lottery = await openingDraw({ perMinute: 60_000 });
    at(-60);
    const [one, two] = await people(ctx, 2);
    await take(lottery, one?.id ?? "");
    await take(lottery, two?.id ?? "");
    at(0);
    expect((await pauseRoom(ctx, COMMAND, { lotteryId: lottery, isPaused: true })).ok).toBe(true);
    expect(await live(lottery)).toMatchObject({ phase: "held", drawn: 2, admitted: 0 });
    expect(await enterOrWait(lottery, one?.id ?? "")).toBe("waiting");
    expect(await pauseRoom(ctx, COMMAND, { lotteryId: lottery, isPaused: true })).toMatchObject({ error: "already" });
    await pauseRoom(ctx, COMMAND, { lotteryId: lottery, isPaused: false });
    at(2);
    expect(await enterOrWait(lottery, one?.id ?? "")).toBe("in");
    expect((await closeRoom(ctx, COMMAND, lottery)).ok).toBe(true);
    expect((await live(lottery)).phase).toBe("off");
    expect((await checkout(ctx, lottery, 1, two)).ok).toBe(true);
    const { commitment } = await live(lottery);
    await setRoom(ctx, COMMAND, { lotteryId: lottery, plan: DEFAULT_PLAN });
    const anew = await live(lottery);
    expect(anew).toMatchObject({ places: 0, admitted: 0 });
    expect(anew.commitment).not.toBe(commitment);
  });

  it("cannot move an opening after the draw, and cannot set values that are no number", async () => {
    const lottery = await openingDraw();
    at(-60);
    await take(lottery, (await people(ctx, 1))[0]?.id ?? "");
    at(5);
    await live(lottery);
    const plan = { opensAt: new Date(OPENS.getTime() + 3_600_000), gatherMinutes: 5, perMinute: 30, mostInside: 40 };
    expect((await setRoom(ctx, COMMAND, { lotteryId: lottery, plan })).ok).toBe(true);
    const draw = await lotteryOf(ctx, lottery);
    expect(draw.queue && queueHours(draw, draw.queue).opens).toEqual(OPENS);
    const managed = await findManagedRoom(ctx, COMMAND, lottery);
    expect(managed.ok && managed.value.plan).toMatchObject({ perMinute: 30, mostInside: 40 });
    for (const wrong of [{ perMinute: 0 }, { mostInside: 0.5 }, { gatherMinutes: 1441 }, { perMinute: Number.NaN }])
      expect(await setRoom(ctx, COMMAND, { lotteryId: lottery, plan: { ...plan, ...wrong } })).toMatchObject({
        error: "bad_plan",
      });
  });

  it("switch a room on at once: there is one room, and the others learn that a colleague was first", async () => {
    const lottery = await makeLottery(ctx);
    const switchOn = () => setRoom(ctx, COMMAND, { lotteryId: lottery, plan: DEFAULT_PLAN, version: "" });
    const set = await Promise.all(Array.from({ length: 5 }, switchOn));
    expect(set.filter(({ ok }) => ok)).toHaveLength(1);
    for (const each of set) if (!each.ok) expect(["changed_meanwhile", "already"]).toContain(each.error);
  });

  it("never replace a room that a colleague has opened meanwhile", async () => {
    const lottery = await makeLottery(ctx);
    expect((await setRoom(ctx, COMMAND, { lotteryId: lottery, plan: DEFAULT_PLAN })).ok).toBe(true);
    const { commitment } = await live(lottery);
    const insert = (tx: Tx) => insertRoom(tx, lottery, { plan: DEFAULT_PLAN, seed: ctx.random(32) });
    expect(await ctx.db.transaction().execute(insert)).toBe(false);
    expect(await live(lottery)).toMatchObject({ commitment });
  });

  it("need the right to change draws, and are recorded in the audit log", async () => {
    const lottery = await openingDraw();
    const player = await registered(ctx);
    const actor = { kind: "admin", id: player.userId } as const;
    expect(await setRoom(ctx, actor, { lotteryId: lottery, plan: DEFAULT_PLAN })).toMatchObject({ error: "forbidden" });
    expect(await closeRoom(ctx, actor, lottery)).toMatchObject({ error: "forbidden" });
    expect(await findManagedRoom(ctx, actor, lottery)).toMatchObject({ error: "forbidden" });
    await setRoom(ctx, COMMAND, { lotteryId: lottery, plan: { ...DEFAULT_PLAN, opensAt: OPENS, perMinute: 50 } });
    const rows = await ctx.db.selectFrom("audit_log").select("action").where("subject_id", "=", lottery).orderBy("id").execute();
    expect(rows.map(({ action }) => action)).toEqual(["queue.open", "queue.set"]);
  });
});

it("places are deleted after a week", async () => {
  const lottery = await openingDraw();
  at(-60);
  const [one, two] = await people(ctx, 2);
  await take(lottery, one?.id ?? "");
  await take(lottery, two?.id ?? "");
  await leaveQueue(ctx, { lotteryId: lottery, userId: one?.id ?? "" });
  const left = async () =>
    (await ctx.db.selectFrom("waiting_places").select("user_id").where("lottery_id", "=", lottery).execute()).map(
      (row) => row.user_id,
    );
  at(6 * 86_400);
  await forgetPlaces(ctx);
  expect(await left()).toHaveLength(2);
  at(8 * 86_400);
  await forgetPlaces(ctx);
  expect(await left()).toEqual([two?.id]);
  at(40 * 86_400);
  await forgetPlaces(ctx);
  expect(await left()).toEqual([]);
});
