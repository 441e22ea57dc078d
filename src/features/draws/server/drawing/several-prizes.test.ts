/** Draws of several prizes: picks, winners, replacements and handovers of each. */
import { setTimeout } from "node:timers/promises";
import { parsePrize, parseProof, proofJson, verifyDraw } from "@concours/draw-protocol";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { findLottery } from "#features/lotteries/server/find-lottery.ts";
import { exportWinnerRecords } from "#features/lotteries/server/prize/winner-records.ts";
import { setPhotoUrl } from "#features/lotteries/server/stock-store.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { winnerRow } from "../../rules/draws-calls.ts";
import { asOnePrize, pastDraw } from "../../rules/past-draw.ts";
import { csvOf, DAY, filledDraw, freezeAsBefore } from "../draws.fixture.ts";
import { listWinnersAfter } from "../reading/draws-call-store.ts";
import { findDraw, findProof, listDrawLog } from "../reading/find-draw.ts";
import { listPastDraws, listResults, listWins } from "../reading/list-results.ts";
import { discloseWinner } from "../winners/disclose-winner.ts";
import { hideName, hideWinnerName } from "../winners/hide-name.ts";
import { isIdentityFixed } from "../winners/keep-identity.ts";
import { listCandidates } from "../winners/list-candidates.ts";
import { listWinners } from "../winners/list-winners.ts";
import { exportPrizes, recordPrizeStep } from "../winners/record-prize-step.ts";
import { replaceWinner } from "../winners/replace-winner.ts";
import { removeWinnerPhoto, setWinnerPhoto } from "../winners/winner-photo.ts";
import { drawWinner } from "./draw-winner.ts";
import { requestDraw } from "./request-draw.ts";
import { lockLottery } from "./step-store.ts";

const COMMAND = { kind: "command" } as const;
const reason = { code: "declined", text: "The winner declined the prize in writing." };
const further = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      title: { en: `Watch ${index + 2}`, fr: `Montre ${index + 2}` },
      value_pence: 300_000,
      details: { en: "Steel", fr: "Acier" },
    })),
  );
const start = new Date("2026-11-18T12:00:00Z");
let ctx: TestCtx;
beforeAll(async () => {
  const connected = await testCtx();
  const beacon = demoBeacon({ secretKey: new Uint8Array(32).fill(7), genesisTime: 1_760_000_000, now: connected.now });
  ctx = { ...connected, beacon };
});
beforeEach(() => ctx.setNow(start));
afterAll(() => ctx.close());

type Change = Parameters<typeof filledDraw>[1];

/** Drawn by the use-cases, as in a shop. */
async function drawn(change: Change = {}): Promise<string> {
  const { id } = await filledDraw(ctx, { sold: 60, players: 30, further_prizes: further(2), ...change });
  expect(await requestDraw(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true, value: { name: "frozen" } });
  ctx.setNow(new Date(ctx.now().getTime() + 10_000));
  expect(await drawWinner(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true });
  return id;
}
async function resultOf(id: string) {
  const draw = await findDraw(ctx, id);
  if (!draw?.result) throw new Error("the draw has a result");
  return { ...draw.result, winnerId: draw.lottery.winnerId };
}
async function proofOf(id: string) {
  const found = await findProof(ctx, id);
  const read = parseProof(found ? proofJson(found) : "");
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}
async function verdict(id: string): Promise<boolean> {
  const proof = await proofOf(id);
  return verifyDraw({ proof, csv: await csvOf(ctx, id), trustedChain: ctx.beacon.chain }).agrees;
}

describe("three prizes", () => {
  it("are sealed in order, drawn from one sequence of picks, and verify", async () => {
    const id = await drawn();
    const proof = await proofOf(id);
    expect(proof.committed).toMatchObject({
      algorithm: "pdraw/3",
      picks: 12,
      prizeRules: { prizes: 3, onePrizeAPerson: false },
    });
    expect(await verdict(id)).toBe(true);
    const sealed = parsePrize(proof.prize ?? "");
    expect(sealed.ok && sealed.value.prizes.map(({ title }) => title.en)).toEqual(["Valmont GT-10", "Watch 2", "Watch 3"]);
    const { prizes, picks, winnerId, winner } = await resultOf(id);
    const tickets = picks.map(({ ticketNumber }) => ticketNumber);
    expect(prizes.map(({ drawn }) => drawn)).toEqual(tickets.slice(0, 3));
    expect(prizes.map(({ reserves }) => reserves)).toEqual([0, 1, 2].map((j) => [3 + j, 6 + j, 9 + j].map((k) => tickets[k])));
    expect([winner.ticketNumber, winner.userId]).toEqual([tickets[0], winnerId]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("have fewer winners than prizes if there are fewer entries", async () => {
    const id = await drawn({ sold: 1, players: 1, further_prizes: further(9), takes_free_entries: true });
    const { prizes } = await resultOf(id);
    // One ticket was sold, and six came by post.
    expect(prizes.map(({ winner }) => winner !== undefined)).toEqual([...Array(7).fill(true), ...Array(3).fill(false)]);
    expect(await verdict(id)).toBe(true);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("are replaced and handed over one by one, each by its own reserves", async () => {
    const id = await drawn();
    const before = await resultOf(id);
    const [, second, third] = before.prizes;
    const replaced = await replaceWinner(ctx, COMMAND, { lotteryId: id, place: 2, reason });
    const after = await resultOf(id);
    expect(replaced).toMatchObject({ ok: true, value: { ticketNumber: after.prizes[1]?.winner?.ticketNumber } });
    const reserve = 1 + Number(second?.reserves.indexOf(after.prizes[1]?.winner?.ticketNumber ?? 0));
    expect(reserve).toBeGreaterThan(0);
    expect(after.changes).toMatchObject([{ place: 2, fromTicket: second?.drawn, reserve }]);
    expect([after.winnerId, after.prizes[0], after.prizes[2]]).toEqual([before.winnerId, before.prizes[0], before.prizes[2]]);

    const shown = third?.winner?.ticketNumber;
    for (const step of ["contacted", "confirmed", "checked", "delivered"] as const) {
      const recording = { lotteryId: id, place: 3, step, at: ctx.now(), document: "passport" as const, shown };
      expect(await recordPrizeStep(ctx, COMMAND, recording)).toMatchObject({ ok: true });
    }
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, place: 3, reason })).toEqual({ ok: false, error: "handed_over" });
    const listed = await listWinners(ctx, COMMAND, { page: 1 });
    const prizes = listed.ok ? listed.value.draws.find((draw) => draw.id === id)?.prizes : undefined;
    expect(prizes?.map(({ won }) => won?.prize.delivered !== undefined)).toEqual([false, false, true]);
    expect(prizes?.map(({ title }) => title.en)).toEqual(["Valmont GT-10", "Watch 2", "Watch 3"]);
    expect(prizes?.map(({ won }) => won?.ticketNumber)).toEqual(after.prizes.map(({ winner }) => winner?.ticketNumber));
    expect(await verdict(id)).toBe(true);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("offer the reserves of their own prize only", async () => {
    const id = await drawn();
    const { prizes } = await resultOf(id);
    const found = await listCandidates(ctx, COMMAND, { lotteryId: id, place: 2, q: "" });
    const reserves = found.ok ? found.value.filter(({ reserve }) => reserve !== undefined) : [];
    expect(reserves.length).toBeGreaterThan(0);
    for (const { ticketNumber, reserve } of reserves) expect(prizes[1]?.reserves[Number(reserve) - 1]).toBe(ticketNumber);
  });

  it("have a record for the regulator each, and keep their winners' identity until each is handed over", async () => {
    const id = await drawn();
    const { prizes } = await resultOf(id);
    for (const { place, winner } of prizes)
      expect(await discloseWinner(ctx, COMMAND, { lotteryId: id, place })).toMatchObject({
        ok: true,
        value: { userId: winner?.userId, place },
      });
    const fixed = (userId = "") => ctx.db.transaction().execute((tx) => isIdentityFixed(tx, userId));
    for (const { winner } of prizes) expect(await fixed(winner?.userId)).toBe(true);
  });
});

describe("the winners of three prizes", () => {
  const callRow = async (id: string) =>
    (await listWinnersAfter(ctx.db, { after: undefined, limit: 100 })).find(({ row }) => row.draw_id === id)?.row;

  it("are listed in the API; another winner of a further prize leaves the first one's", async () => {
    const id = await drawn();
    const before = await callRow(id);
    expect(before?.ticket_number).toBe(before?.prizes[0]?.ticket_number);
    expect(before?.prizes.map(({ prize, ticket_number }) => [prize, ticket_number])).toEqual(
      (await resultOf(id)).prizes.map(({ place, winner }) => [place, winner?.ticketNumber]),
    );
    await replaceWinner(ctx, COMMAND, { lotteryId: id, place: 2, reason });
    const shown = (await resultOf(id)).prizes[2]?.winner?.ticketNumber;
    await recordPrizeStep(ctx, COMMAND, { lotteryId: id, place: 3, step: "contacted", at: ctx.now(), shown });
    const after = await callRow(id);
    expect([after?.ticket_number, after?.user_id]).toEqual([before?.ticket_number, before?.user_id]);
    expect(after?.prizes[1]?.ticket_number).not.toBe(before?.prizes[1]?.ticket_number);
    expect(winnerRow.parse(after).prizes.map(({ contacted_at }) => contacted_at)).toEqual([null, null, ctx.now().toISOString()]);
  });

  it("are named on the page of past draws, on home, in the log and in their own lists of wins", async () => {
    const id = await drawn();
    const { prizes } = await resultOf(id);
    const past = (await listPastDraws(ctx)).find(({ lottery }) => lottery.id === id);
    if (!past) throw new Error("the draw is over");
    const page = pastDraw(past, "en");
    expect(page.furtherPrizes.map(({ title, winner }) => [title, winner?.name])).toEqual(
      prizes.slice(1).map(({ place, winner }) => [`Watch ${place}`, winner?.name]),
    );
    const { title, winnerName, priceValue } = asOnePrize(page, "en");
    for (const { winner } of prizes) expect(winnerName).toContain(winner?.name);
    expect([title, priceValue]).toEqual(["Valmont GT-10, Watch 2 and Watch 3", page.priceValue + 600_000]);
    const carWithoutName = asOnePrize({ ...page, winnerName: undefined }, "en");
    expect([carWithoutName.winnerName, carWithoutName.first.winnerName]).toEqual([undefined, undefined]);
    expect((await listDrawLog(ctx)).find(({ lotteryId }) => lotteryId === id)?.furtherTickets).toEqual(
      prizes.slice(1).map(({ winner }) => winner?.ticketNumber),
    );
    for (const { place, winner } of prizes)
      expect(await listWins(ctx, winner?.userId ?? "")).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            lotteryId: id,
            place,
            title: expect.objectContaining({ en: expect.stringMatching(place === 1 ? /^V/ : `Watch ${place}`) }),
          }),
        ]),
      );
    expect((await listResults(ctx, [id])).get(id)?.prizes).toMatchObject(
      prizes.slice(1).map(({ place, winner }) => ({ place, ticketNumber: winner?.ticketNumber, name: winner?.name })),
    );
  });

  it("have a photo each, which goes with another winner, and with a winner who objects", async () => {
    const id = await drawn();
    const bytes = await sharp({ create: { width: 64, height: 40, channels: 3, background: "navy" } })
      .webp()
      .toBuffer();
    const photos = async () => {
      const listed = await listWinners(ctx, COMMAND, { page: 1 });
      const prizes = listed.ok ? listed.value.draws.find((draw) => draw.id === id)?.prizes : undefined;
      return prizes?.map(({ won }) => won?.photo !== undefined);
    };
    const put = (place: number, shown?: number) => setWinnerPhoto(ctx, COMMAND, { lotteryId: id, place, bytes, shown });
    for (const place of [1, 2, 3]) expect(await put(place)).toMatchObject({ ok: true });
    expect(await put(4)).toEqual({ ok: false, error: "no_winner" });
    expect(await put(2, 999_999)).toEqual({ ok: false, error: "winner_changed" });
    expect(await photos()).toEqual([true, true, true]);
    const [first, , third] = (await resultOf(id)).prizes.map(({ winner }) => winner?.userId ?? "");
    const records = await exportWinnerRecords(ctx, third ?? "");
    expect(records.find(({ lottery_id, place }) => lottery_id === id && place === 3)).toMatchObject({
      prize_title: "Watch 3",
      photo: (await findLottery(ctx, id))?.prizePhotos?.find(({ place }) => place === 3)?.url,
    });

    await replaceWinner(ctx, COMMAND, { lotteryId: id, place: 2, reason });
    expect(await photos()).toEqual([true, false, true]);
    expect(await removeWinnerPhoto(ctx, COMMAND, { lotteryId: id, place: 1 })).toMatchObject({ ok: true });
    expect(await photos()).toEqual([false, false, true]);
    if (third !== first) await hideWinnerName(ctx, COMMAND, { lotteryId: id, place: 3, isHidden: true });
    expect(await photos()).toEqual([false, false, third === first]);
    expect(await ctx.media.list()).toHaveLength(third === first ? 1 : 0);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("lose a photo that is stored while they object", async () => {
    const id = await drawn({ one_prize_a_person: true });
    const winnerId = (await resultOf(id)).prizes[1]?.winner?.userId ?? "";
    const hiding = await ctx.db.transaction().execute(async (tx) => {
      await lockLottery(tx, id);
      const hidden = hideName(ctx, winnerId, { isHidden: true, source: "profile" });
      await Promise.race([hidden, setTimeout(300)]);
      await setPhotoUrl(tx, id, { place: 2, winnerId, url: "/media/winner-photos/x-64.webp", at: ctx.now() });
      return { hidden };
    });
    await hiding.hidden;
    expect((await findLottery(ctx, id))?.prizePhotos ?? []).toEqual([]);
  });

  it("read of the handover of their own prize only in their data", async () => {
    const id = await drawn();
    const third = { lottery_id: id, place: 3 };
    expect(await exportPrizes(ctx, [third])).toMatchObject([{ ...third, contacted_at: null }]);
    const shown = (await resultOf(id)).winner.ticketNumber;
    await recordPrizeStep(ctx, COMMAND, { lotteryId: id, place: 1, step: "contacted", at: ctx.now(), shown });
    expect(await exportPrizes(ctx, [third])).toMatchObject([{ ...third, contacted_at: null }]);
    expect(await exportPrizes(ctx, [{ lottery_id: id, place: 1 }])).toMatchObject([{ place: 1, contacted_at: ctx.now() }]);
  });
});

describe("one prize a person", () => {
  const rule = { one_prize_a_person: true, further_prizes: further(3) };

  it("passes over the picks of people who have won, and still verifies", async () => {
    // Few players with many tickets each, so that several picks have the same owner.
    let passed = 0;
    for (let i = 0; i < 6; i++) {
      const id = await drawn({ ...rule, sold: 60, players: 3, quantities: [20] });
      const { prizes } = await resultOf(id);
      const winners = prizes.flatMap(({ winner }) => winner?.userId ?? []);
      expect(new Set(winners).size).toBe(winners.length);
      passed += prizes.flatMap(({ passedOver }) => passedOver).length;
      expect(await verdict(id)).toBe(true);
    }
    expect(passed).toBeGreaterThan(0);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("skips a reserve who has won another prize, until no one is left", async () => {
    const id = await drawn({ ...rule, sold: 60, players: 3, quantities: [20] });
    for (let i = 0; i < 3; i++) await replaceWinner(ctx, COMMAND, { lotteryId: id, place: 2, reason });
    const { prizes } = await resultOf(id);
    const winners = prizes.flatMap(({ winner }) => winner?.userId ?? []);
    expect(new Set(winners).size).toBe(winners.length);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("counts entries by post that were joined to an account as that person's", async () => {
    const id = await filledDraw(ctx, { ...rule, sold: 1, players: 1 });
    const owners = await ctx.db.selectFrom("tickets").select("user_id").distinct().where("lottery_id", "=", id.id).execute();
    const [first, ...others] = owners.map(({ user_id }) => user_id);
    for (const other of others)
      await ctx.owner.query("UPDATE users SET joined_to = $1 WHERE id = $2 AND id <> $1", [first, other]);
    await requestDraw(ctx, COMMAND, { lotteryId: id.id });
    ctx.setNow(new Date(ctx.now().getTime() + 10_000));
    await drawWinner(ctx, COMMAND, { lotteryId: id.id });
    const { prizes } = await resultOf(id.id);
    expect(prizes.map(({ winner }) => winner !== undefined)).toEqual([true, false, false, false]);
    expect(await verdict(id.id)).toBe(true);
  });
});

it("a draw with one prize commits with pdraw/3 and has four picks as before", async () => {
  const id = await drawn({ further_prizes: "[]" });
  const { committed } = await proofOf(id);
  expect([committed.algorithm, committed.picks, committed.prizeRules]).toEqual([
    "pdraw/3",
    4,
    { prizes: 1, onePrizeAPerson: false },
  ]);
  expect((await resultOf(id)).prizes).toHaveLength(1);
  ctx.setNow(new Date(ctx.now().getTime() + DAY));
  expect(await verdict(id)).toBe(true);
});

it("a draw that was committed with pdraw/2 is drawn, replaced and verified as before", async () => {
  const { id } = await filledDraw(ctx, { sold: 60, players: 30 });
  await freezeAsBefore(ctx, id, "pdraw/2");
  ctx.setNow(new Date(ctx.now().getTime() + 20_000));
  expect(await drawWinner(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true });
  const { committed } = await proofOf(id);
  expect([committed.algorithm, committed.picks, committed.prizeRules]).toEqual(["pdraw/2", 4, undefined]);
  expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason })).toMatchObject({ ok: true });
  expect(await verdict(id)).toBe(true);
  expect(await findBrokenInvariants(ctx)).toEqual([]);
});
