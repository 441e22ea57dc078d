/** No draw waits for ever without anybody hearing of it, whatever keeps it. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { demoBeacon } from "#platform/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { advanceDraws } from "./advance-draws.ts";
import { drawWinner } from "./draw-winner.ts";
import { DAY, filledDraw } from "./draws.fixture.ts";
import { findDraw } from "./find-draw.ts";
import { recordPrizeStep } from "./record-prize-step.ts";
import { remindOfDraws } from "./remind-of-draws.ts";
import { replaceWinner } from "./replace-winner.ts";
import { requestDraw } from "./request-draw.ts";
import { watchProofs } from "./watch-proofs.ts";

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

/** As nobody can but the owner of the tables. */
async function turnTag(lotteryId: string, ticket: number): Promise<void> {
  await ctx.owner.query(`ALTER TABLE tickets DISABLE TRIGGER USER;
    UPDATE tickets SET tag = decode(reverse(encode(tag, 'hex')), 'hex') WHERE lottery_id = '${lotteryId}' AND ticket_number = ${ticket};
    ALTER TABLE tickets ENABLE TRIGGER USER`);
}

it("one whose list is not what was committed to is told of at once, and no more once it is mended", async () => {
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

it("one that nobody draws is told of a day after its list might have been sealed, until it is", async () => {
  const { id } = await filledDraw(ctx);
  const fresh = await makeLottery(ctx, { start_date: "2026-10-01", end_date: "2026-11-11" });
  await remindOfDraws(ctx);
  expect([await openAlerts(id), await openAlerts(fresh)]).toEqual([["draw_stuck"], []]);
  await requestDraw(ctx, COMMAND, { lotteryId: id });
  expect(await openAlerts(id)).toEqual([]);
});

it("one that runs by itself is told of a day after it should have sealed its list, which waits for the last post to be keyed in", async () => {
  const ended = { start_date: "2026-10-01", end_date: "2026-11-09" };
  const byItself = await makeLottery(ctx, { ...ended, draws_by_itself: true });
  const byHand = await makeLottery(ctx, ended);
  await remindOfDraws(ctx);
  expect([await openAlerts(byItself), await openAlerts(byHand)]).toEqual([[], ["draw_stuck"]]);
  later(DAY);
  await remindOfDraws(ctx);
  expect(await openAlerts(byItself)).toEqual(["draw_stuck"]);
});

it("one whose shop stopped after the freeze is told of an hour after its round, and goes on by itself", async () => {
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

it("one whose round was chosen by a clock that was days ahead is told of", async () => {
  const id = await frozen();
  later(-2 * DAY);
  await remindOfDraws(ctx);
  expect(await openAlerts(id)).toEqual(["draw_stuck"]);
});

it("a winner whom nobody has noted to be in touch with is told of after a day, and so is the next one", async () => {
  // Every ticket is somebody else's, so that there are reserves.
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
])("a draw whose proof does not hold any more is told of, and no more once it is mended: %s", async (_, turn) => {
  const id = await frozen();
  later(HOUR / 4);
  await drawWinner(ctx, COMMAND, { lotteryId: id });
  await watchProofs(ctx);
  expect(await openAlerts(id)).toEqual([]);
  const [, table] = turn.split(" ");
  // Each way there is its own way back.
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
