/** Overdue draws raise alerts, whatever the cause. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { advanceDraws } from "./closing/advance-draws.ts";
import { drawWinner } from "./drawing/draw-winner.ts";
import { requestDraw } from "./drawing/request-draw.ts";
import { watchProofs } from "./drawing/watch-proofs.ts";
import { DAY, filledDraw } from "./draws.fixture.ts";
import { findDraw } from "./reading/find-draw.ts";
import { remindOfDraws } from "./remind-of-draws.ts";
import { recordPrizeStep } from "./winners/record-prize-step.ts";
import { replaceWinner } from "./winners/replace-winner.ts";

const COMMAND = { kind: "command" } as const;
const reason = { code: "declined", text: "The winner has no driveway." } as const;
const start = new Date("2026-11-18T12:00:00Z");
let ctx: TestCtx;
beforeAll(async () => {
  const world = await testCtx();
  const beacon = demoBeacon({ secretKey: new Uint8Array(32).fill(8), genesisTime: 1_760_000_000, now: world.now });
  ctx = { ...world, beacon };
});
beforeEach(() => ctx.setNow(start));
afterAll(() => ctx.close());

const later = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));
const HOUR = DAY / 24;

async function openAlerts(id: string): Promise<string[]> {
  const open = ctx.db.selectFrom("alerts").select("kind").where("subject_id", "=", id).where("handled_at", "is", null);
  return (await open.orderBy("kind").execute()).map(({ kind }) => kind);
}

async function frozen(change: Parameters<typeof filledDraw>[1] = {}): Promise<string> {
  const { id } = await filledDraw(ctx, change);
  expect(await requestDraw(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true, value: { name: "frozen" } });
  return id;
}

/** Only the tables' owner can do this. */
async function turnTag(lotteryId: string, ticket: number): Promise<void> {
  await ctx.owner.query(`ALTER TABLE tickets DISABLE TRIGGER USER;
    UPDATE tickets SET tag = decode(reverse(encode(tag, 'hex')), 'hex') WHERE lottery_id = '${lotteryId}' AND ticket_number = ${ticket};
    ALTER TABLE tickets ENABLE TRIGGER USER`);
}

it("one whose list differs from its commitment raises an alert until it is repaired", async () => {
  const id = await frozen();
  for (let ticket = 1; ticket <= 46; ticket++) await turnTag(id, ticket);
  later(HOUR);
  await advanceDraws(ctx);
  expect((await findDraw(ctx, id))?.state.name).toBe("frozen");
  expect(await openAlerts(id)).toContain("draw_stuck");
  for (let ticket = 1; ticket <= 46; ticket++) await turnTag(id, ticket);
  await advanceDraws(ctx);
  expect((await findDraw(ctx, id))?.state.name).toBe("drawn");
  expect(await openAlerts(id)).not.toContain("draw_stuck");
});

it("one that nobody draws raises an alert a day after its list could have been frozen", async () => {
  const { id } = await filledDraw(ctx);
  const fresh = await makeLottery(ctx, { start_date: "2026-10-01", end_date: "2026-11-11" });
  await remindOfDraws(ctx);
  expect([await openAlerts(id), await openAlerts(fresh)]).toEqual([["draw_stuck"], []]);
  await requestDraw(ctx, COMMAND, { lotteryId: id });
  expect(await openAlerts(id)).toEqual([]);
});

it("an automatic one raises an alert a day after its freeze was due, which waits for the last post", async () => {
  const ended = { start_date: "2026-10-01", end_date: "2026-11-09" };
  const byItself = await makeLottery(ctx, { ...ended, draws_by_itself: true });
  const byHand = await makeLottery(ctx, ended);
  await remindOfDraws(ctx);
  expect([await openAlerts(byItself), await openAlerts(byHand)]).toEqual([[], ["draw_stuck"]]);
  later(DAY);
  await remindOfDraws(ctx);
  expect(await openAlerts(byItself)).toEqual(["draw_stuck"]);
});

it("one whose shop stopped after the freeze raises an alert an hour after its round, and continues automatically", async () => {
  const id = await frozen();
  later(HOUR / 2);
  await remindOfDraws(ctx);
  expect(await openAlerts(id)).toEqual([]);
  later(HOUR);
  await remindOfDraws(ctx);
  expect(await openAlerts(id)).toEqual(["draw_stuck"]);
  await advanceDraws(ctx);
  expect((await findDraw(ctx, id))?.state.name).toBe("drawn");
  expect(await openAlerts(id)).toEqual([]);
});

it("one whose round was chosen by a clock that was days ahead raises an alert", async () => {
  const id = await frozen();
  later(-2 * DAY);
  await remindOfDraws(ctx);
  expect(await openAlerts(id)).toEqual(["draw_stuck"]);
});

it("a winner without a recorded contact raises an alert after a day, and so does the next one", async () => {
  // Every player has one ticket, so that there are reserves.
  const id = await frozen({ players: 46, quantities: [1] });
  later(HOUR / 4);
  await drawWinner(ctx, COMMAND, { lotteryId: id });
  later(DAY - HOUR);
  await remindOfDraws(ctx);
  expect(await openAlerts(id)).toEqual([]);
  later(HOUR);
  await remindOfDraws(ctx);
  expect(await openAlerts(id)).toEqual(["winner_not_contacted"]);
  await recordPrizeStep(ctx, COMMAND, { lotteryId: id, step: "contacted", at: ctx.now() });
  await remindOfDraws(ctx);
  expect(await openAlerts(id)).toEqual([]);

  expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason })).toMatchObject({ ok: true });
  await remindOfDraws(ctx);
  expect(await openAlerts(id)).toEqual([]);
  later(DAY);
  await remindOfDraws(ctx);
  expect(await openAlerts(id)).toEqual(["winner_not_contacted"]);
  expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason })).toMatchObject({ ok: true });
  expect(await openAlerts(id)).toEqual([]);
});

it.each([
  ["a picked ticket's tag", "UPDATE tickets SET tag = decode(reverse(encode(tag, 'hex')), 'hex')"],
  ["the line of the log", "UPDATE draw_log SET commitment = reverse(commitment)"],
  ["the seed", "UPDATE draws SET seed = reverse(seed)"],
])("a draw with an invalid proof raises an alert until it is repaired: %s", async (_, turn) => {
  const id = await frozen();
  later(HOUR / 4);
  await drawWinner(ctx, COMMAND, { lotteryId: id });
  await watchProofs(ctx);
  expect(await openAlerts(id)).toEqual([]);
  const [, table] = turn.split(" ");
  // Each damage has its own repair.
  const run = () =>
    ctx.owner.query(`BEGIN; ALTER TABLE ${table} DISABLE TRIGGER USER; SET CONSTRAINTS ALL DEFERRED;
      ${turn} WHERE lottery_id = '${id}'; ALTER TABLE ${table} ENABLE TRIGGER USER; COMMIT`);
  await run();
  await watchProofs(ctx);
  expect(await openAlerts(id)).toEqual(["proof_broken"]);
  await run();
  await watchProofs(ctx);
  expect(await openAlerts(id)).toEqual([]);
});
