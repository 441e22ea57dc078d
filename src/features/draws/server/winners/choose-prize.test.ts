/** Prize or cash: who may choose until when, and what the payment does to the books. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeUser } from "#demo/makers.ts";
import { bookAll } from "#features/books/server/journal/update-journal.ts";
import { listProfits } from "#features/books/server/read-books.ts";
import { setVat } from "#features/books/server/set-vat.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import type { PrizeStep } from "../../rules/prize.ts";
import { DAY, drawnDraw } from "../draws.fixture.ts";
import { findDrawRow } from "../reading/reading-store.ts";
import { chooseOwnPrize, findOwnChoice, recordPrizeChoice } from "./choose-prize.ts";
import { listWinners } from "./list-winners.ts";
import { recordPrizeStep } from "./record-prize-step.ts";
import { replaceWinner } from "./replace-winner.ts";

const COMMAND = { kind: "command" } as const;
const CASH = 9_000_000;
let ctx: TestCtx;
let id: string;
let winner: string;
beforeAll(async () => {
  ctx = await testCtx();
});

async function winnerOf(lotteryId: string) {
  const row = await ctx.db.selectFrom("lotteries").select("winner_id").where("id", "=", lotteryId).executeTakeFirstOrThrow();
  return row.winner_id ?? "";
}

beforeEach(async () => {
  ctx.setNow(undefined);
  id = (await drawnDraw(ctx, { cash_alternative_pence: CASH, cash_choice_days: 14, price_value_pence: 8_500_000 })).id;
  winner = await winnerOf(id);
});
afterAll(() => ctx.close());

const prizeOf = async () => (await findDrawRow(ctx.db, id))?.result?.handovers.get(1);
const own = (choice: "prize" | "cash", userId = winner) => chooseOwnPrize(ctx, userId, { lotteryId: id, choice });
const step = (name: PrizeStep, at: Date | null, reference?: string) =>
  recordPrizeStep(ctx, COMMAND, { lotteryId: id, step: name, at, document: "passport", reference });
async function upToHandover(at: Date) {
  for (const name of ["contacted", "confirmed", "checked"] as const) expect((await step(name, at)).ok, name).toBe(true);
}
const costs = () =>
  ctx.db
    .selectFrom("prize_costs")
    .select(["amount_pence", "day", "note", "is_cash"])
    .where("lottery_id", "=", id)
    .orderBy("entered_at")
    .execute();
const costBooked = async () => {
  const listed = await listProfits(ctx, COMMAND, 1);
  return listed.ok ? listed.value.draws.find(({ lotteryId }) => lotteryId === id)?.sums : undefined;
};

it("the winner chooses, and may change their mind until the end of the last day in London", async () => {
  expect(await findOwnChoice(ctx, winner, id)).toMatchObject({ cash: CASH, days: 14, isOpen: true, endsAt: undefined });
  expect(await own("cash")).toEqual({ ok: true, value: undefined });
  const contacted = ctx.now();
  await step("contacted", contacted);
  expect(await own("prize")).toMatchObject({ ok: true });
  expect(await prizeOf()).toMatchObject({ choice: "prize" });

  ctx.setNow(new Date(contacted.getTime() + 14 * DAY));
  expect(await own("cash")).toMatchObject({ ok: true });
  ctx.setNow(new Date(contacted.getTime() + 15 * DAY));
  expect(await own("prize")).toEqual({ ok: false, error: "too_late" });
  expect(await findOwnChoice(ctx, winner, id)).toMatchObject({ isOpen: false, choice: "cash" });
  const { action, actor } = await ctx.db
    .selectFrom("audit_log")
    .select(["action", "actor"])
    .where("subject_id", "=", id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect([action, actor]).toEqual(["winner.choose", "account owner"]);
});

it("other people learn nothing, and a draw without a cash alternative has nothing to choose", async () => {
  const other = (await makeUser(ctx)).id;
  expect(await own("cash", other)).toEqual({ ok: false, error: "not_found" });
  expect(await findOwnChoice(ctx, other, id)).toBeUndefined();
  const player = { kind: "admin", id: other } as const;
  expect(await recordPrizeChoice(ctx, player, { lotteryId: id, choice: "cash" })).toEqual({ ok: false, error: "forbidden" });
  const plain = (await drawnDraw(ctx)).id;
  const choosing = chooseOwnPrize(ctx, await winnerOf(plain), { lotteryId: plain, choice: "cash" });
  expect(await choosing).toEqual({ ok: false, error: "no_cash" });
  expect(await findOwnChoice(ctx, await winnerOf(plain), plain)).toBeUndefined();
});

it("staff record a choice at any time before the handover, for the winner whom they saw", async () => {
  const contacted = ctx.now();
  await upToHandover(contacted);
  ctx.setNow(new Date(contacted.getTime() + 20 * DAY));
  expect(await recordPrizeChoice(ctx, COMMAND, { lotteryId: id, choice: "cash", shown: 999_999 })).toEqual({
    ok: false,
    error: "winner_changed",
  });
  expect(await recordPrizeChoice(ctx, COMMAND, { lotteryId: id, choice: "cash" })).toMatchObject({ ok: true });
  expect((await step("delivered", ctx.now(), "FP 1")).ok).toBe(true);
  const late = await recordPrizeChoice(ctx, COMMAND, { lotteryId: id, choice: "prize" });
  expect(late).toEqual({ ok: false, error: "handed_over" });
});

it("the prize is not handed over while the winner may still choose; without a choice in time, it is", async () => {
  const contacted = ctx.now();
  await upToHandover(contacted);
  expect(await step("delivered", ctx.now())).toEqual({ ok: false, error: "no_choice" });
  ctx.setNow(new Date(contacted.getTime() + 15 * DAY));
  expect((await step("delivered", ctx.now())).ok).toBe(true);
  expect(await costs()).toEqual([]);
});

it("cash is paid with a reference, and is the draw's prize cost without VAT; undoing it takes the cost back", async () => {
  const rate = { appliesTo: "prizes", code: "20%", points: 2000, from: londonDate(new Date(ctx.now().getTime() + DAY)) } as const;
  expect((await setVat(ctx, COMMAND, rate)).ok).toBe(true);
  ctx.setNow(new Date(ctx.now().getTime() + 2 * DAY));
  const now = ctx.now();
  await own("cash");
  await upToHandover(now);
  expect(await step("delivered", now)).toEqual({ ok: false, error: "no_reference" });
  expect((await step("delivered", now, " FP 20261129 ")).ok).toBe(true);
  expect(await prizeOf()).toMatchObject({ deliveredAt: now, cashReference: "FP 20261129" });
  const paid = { amount_pence: CASH, day: londonDate(now), note: "Cash alternative: FP 20261129", is_cash: true };
  expect(await costs()).toEqual([paid]);
  expect(await costBooked()).toMatchObject({ prize_costs: CASH, owed_for_prizes: -CASH });
  const listed = await listWinners(ctx, COMMAND, { page: 1 });
  const shown = listed.ok ? listed.value.draws.find((draw) => draw.id === id)?.prizes[0]?.won?.cash : undefined;
  expect(shown).toMatchObject({ amount: CASH, choice: "cash", reference: "FP 20261129" });

  expect((await step("delivered", null)).ok).toBe(true);
  expect(await costs()).toEqual([paid, { ...paid, amount_pence: -CASH }]);
  await bookAll(ctx);
  expect(await costBooked()).toMatchObject({ prize_costs: 0 });
  expect(await prizeOf()).toMatchObject({ deliveredAt: undefined, cashReference: undefined, choice: "cash" });
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});

it("the cash is never less than the prize, whose value has gone up since", async () => {
  const raised = (await drawnDraw(ctx, { cash_alternative_pence: CASH, cash_choice_days: 7, price_value_pence: CASH + 100 })).id;
  expect(await findOwnChoice(ctx, await winnerOf(raised), raised)).toMatchObject({ cash: CASH + 100 });
});

it("another winner chooses anew", async () => {
  await own("cash");
  const reason = { code: "declined", text: "The winner does not want it." } as const;
  expect((await replaceWinner(ctx, COMMAND, { lotteryId: id, reason })).ok).toBe(true);
  expect(await prizeOf()).toMatchObject({ choice: undefined, chosenAt: undefined });
});
