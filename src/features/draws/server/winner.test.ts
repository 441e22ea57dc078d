/** After the result: reserves and other tickets take the place, the prize goes its way, the photo comes and goes. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/invariants.ts";
import type { Actor } from "#features/accounts/server/actor.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { DAY, drawnDraw, filledDraw, voidTickets } from "./draws.fixture.ts";
import { findDraw } from "./find-draw.ts";
import { findPrize, recordPrizeStep } from "./record-prize-step.ts";
import { replaceWinner } from "./replace-winner.ts";
import { removeWinnerPhoto, setWinnerPhoto } from "./winner-photo.ts";

const COMMAND = { kind: "command" } as const;
const reason = "The winner could not be reached for 28 days.";
let ctx: TestCtx;
let id: string;
let player: Actor;
beforeAll(async () => {
  ctx = await testCtx();
});
beforeEach(async () => {
  const draw = await drawnDraw(ctx, { sold: 120, players: 60 });
  id = draw.id;
  player = { kind: "admin", id: draw.playerIds[0] ?? "" };
});
afterAll(() => ctx.close());

async function resultOf() {
  const draw = await findDraw(ctx, id);
  if (!draw?.result) throw new Error("the draw has a result");
  return { ...draw.result, winnerId: draw.lottery.winnerId, photo: draw.lottery.winnerPhotoUrl };
}
const ownerOf = async (ticket: number) =>
  (
    await ctx.db
      .selectFrom("tickets")
      .select("user_id")
      .where("lottery_id", "=", id)
      .where("ticket_number", "=", ticket)
      .executeTakeFirstOrThrow()
  ).user_id;

describe("another winner", () => {
  it("is the next reserve, with a reason that everybody can read, and is told", async () => {
    const before = await resultOf();
    const replaced = await replaceWinner(ctx, COMMAND, { lotteryId: id, reason: ` ${reason} ` });
    const after = await resultOf();
    expect(replaced).toEqual({ ok: true, value: { ticketNumber: after.winner.ticketNumber, winnerId: after.winnerId } });
    expect(after.changes).toMatchObject([
      { fromTicket: before.winner.ticketNumber, toTicket: after.winner.ticketNumber, reason },
    ]);
    expect(after.changes[0]?.reserve).toBeGreaterThan(0);
    expect(after.winnerId).toBe(await ownerOf(after.winner.ticketNumber));
    expect(after.winnerId).not.toBe(before.winnerId);
    expect(after.picks).toEqual(before.picks);
    const audit = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).executeTakeFirstOrThrow();
    expect(audit).toMatchObject({ action: "draw.replace_winner", actor: "command line", reason });
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("may be the holder of any valid ticket, and of no other", async () => {
    const { winner, picks } = await resultOf();
    const other = [1, 2, 3, 4, 5].find((number) => picks.every((pick) => pick.ticketNumber !== number)) ?? 0;
    const replace = (ticketNumber: number) => replaceWinner(ctx, COMMAND, { lotteryId: id, ticketNumber, reason });
    for (const none of [0, -1, 1.5, 127, 2 ** 40]) expect(await replace(none)).toEqual({ ok: false, error: "no_valid_ticket" });
    expect(await replace(winner.ticketNumber)).toEqual({ ok: false, error: "is_winner" });
    expect(await replace(other)).toMatchObject({ ok: true });
    expect((await resultOf()).changes).toMatchObject([{ toTicket: other, reserve: undefined }]);
  });

  it("is nobody when all reserves had their turn, and whose ticket is void is passed over", async () => {
    const { picks } = await resultOf();
    const reserves = picks.slice(1).map((pick) => pick.ticketNumber);
    await voidTickets(ctx, id, reserves);
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason })).toEqual({ ok: false, error: "no_reserve" });
  });

  it("is refused to a player, without a reason, and before the result", async () => {
    const { id: open } = await filledDraw(ctx);
    expect(await replaceWinner(ctx, player, { lotteryId: id, reason })).toEqual({ ok: false, error: "forbidden" });
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason: " " })).toEqual({ ok: false, error: "reason_needed" });
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: open, reason })).toEqual({ ok: false, error: "not_drawn" });
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: "x", reason })).toEqual({ ok: false, error: "not_found" });
  });
});

describe("the prize", () => {
  it("goes step by step, and begins anew with another winner", async () => {
    const step = (name: "contacted" | "confirmed" | "delivered", at: Date | null, actor: Actor = COMMAND) =>
      recordPrizeStep(ctx, actor, { lotteryId: id, step: name, at });
    const now = ctx.now();
    const yesterday = new Date(now.getTime() - DAY);
    expect(await step("contacted", yesterday, player)).toEqual({ ok: false, error: "forbidden" });
    expect(await step("delivered", now)).toEqual({ ok: false, error: "out_of_order" });
    expect((await step("contacted", yesterday)).ok).toBe(true);
    expect((await step("confirmed", now)).ok).toBe(true);
    expect(await step("contacted", null)).toEqual({ ok: false, error: "out_of_order" });
    expect(await findPrize(ctx, id)).toEqual({ contacted: yesterday, confirmed: now, delivered: undefined });
    await replaceWinner(ctx, COMMAND, { lotteryId: id, reason });
    expect(await findPrize(ctx, id)).toEqual({ contacted: undefined, confirmed: undefined, delivered: undefined });
  });
});

describe("the winner's photo", () => {
  it("is put, shown, and taken away with its files; a file that is no picture is refused", { timeout: 60_000 }, async () => {
    const bytes = await readFile(new URL("../../../../demo/pictures/teaser.webp", import.meta.url));
    const put = (what: Uint8Array, actor: Actor = COMMAND) => setWinnerPhoto(ctx, actor, { lotteryId: id, bytes: what });
    expect(await put(bytes, player)).toEqual({ ok: false, error: "forbidden" });
    expect(await put(Buffer.from("<svg/>"))).toEqual({ ok: false, error: "not_a_picture" });
    const { id: open } = await filledDraw(ctx);
    expect(await setWinnerPhoto(ctx, COMMAND, { lotteryId: open, bytes })).toEqual({ ok: false, error: "no_winner" });
    expect(await ctx.media.list()).toEqual([]);

    const kept = await put(bytes);
    const url = kept.ok ? kept.value.url : "";
    expect((await resultOf()).photo).toBe(url);
    expect(await ctx.media.open(url.split("/").at(-1) ?? "")).toMatchObject({ type: "image/webp" });
    expect((await removeWinnerPhoto(ctx, COMMAND, { lotteryId: id })).ok).toBe(true);
    expect((await resultOf()).photo).toBeUndefined();
    expect(await ctx.media.list()).toEqual([]);
  });

  it("goes when somebody else wins: it shows the wrong person", { timeout: 60_000 }, async () => {
    const bytes = await readFile(new URL("../../../../demo/pictures/teaser.webp", import.meta.url));
    await setWinnerPhoto(ctx, COMMAND, { lotteryId: id, bytes });
    await replaceWinner(ctx, COMMAND, { lotteryId: id, reason });
    expect((await resultOf()).photo).toBeUndefined();
    expect(await ctx.media.list()).toEqual([]);
  });
});
