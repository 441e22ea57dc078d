/** After the result: replacements, prize steps and photos. */
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { PrizeStep } from "../../rules/prize.ts";
import { findReserve } from "../drawing/find-reserve.ts";
import { DAY, drawnDraw, filledDraw } from "../draws.fixture.ts";
import { findDraw } from "../reading/find-draw.ts";
import { listPastDraws } from "../reading/list-results.ts";
import { findDrawRow } from "../reading/reading-store.ts";
import { hideWinnerName } from "./hide-name.ts";
import { recordPrizeStep } from "./record-prize-step.ts";
import { remindOfHandovers } from "./remind-of-handovers.ts";
import { replaceWinner } from "./replace-winner.ts";
import { removeWinnerPhoto, setWinnerPhoto } from "./winner-photo.ts";

const COMMAND = { kind: "command" } as const;
const text = "The winner has no driveway and does not want the car.";
const reason = { code: "declined", text } as const;
let ctx: TestCtx;
let id: string;
let player: Actor;
beforeAll(async () => {
  ctx = await testCtx();
});

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

beforeEach(async () => {
  ctx.setNow(undefined);
  // Until winner and reserves are four people.
  do {
    const draw = await drawnDraw(ctx, { sold: 120, players: 60 });
    id = draw.id;
    player = { kind: "admin", id: draw.playerIds[0] ?? "" };
  } while (new Set(await Promise.all((await resultOf()).picks.map(({ ticketNumber }) => ownerOf(ticketNumber)))).size < 4);
});
afterAll(() => ctx.close());

const prizeOf = async () => (await findDrawRow(ctx.db, id))?.result?.handovers.get(1);
const nextOf = async () => {
  const row = await findDrawRow(ctx.db, id);
  return row?.result && (await findReserve(ctx.db, id, row.result, 1))?.ticketNumber;
};
const useUpReserves = async () => {
  while ((await replaceWinner(ctx, COMMAND, { lotteryId: id, reason })).ok);
};
/** A ticket that was neither drawn nor has won. */
const strangerOf = async () => {
  const { picks } = await resultOf();
  return [1, 2, 3, 4, 5].find((number) => picks.every((pick) => pick.ticketNumber !== number)) ?? 0;
};

describe("another winner", () => {
  it("is the next reserve, with a published reason, and is notified", async () => {
    const before = await resultOf();
    // Reminders about the previous winner do not apply.
    const late = ["winner_not_contacted", "handover_soon", "handover_late"] as const;
    for (const kind of late) await raiseAlert(ctx.db, { kind, subject: { type: "lottery", id }, at: ctx.now() });
    const replaced = await replaceWinner(ctx, COMMAND, {
      lotteryId: id,
      reason: { ...reason, text: ` ${text} `, textFr: " Le gagnant était injoignable. " },
    });
    const open = ctx.db.selectFrom("alerts").select("kind").where("subject_id", "=", id).where("handled_at", "is", null);
    expect(await open.execute()).toEqual([]);
    const after = await resultOf();
    expect(replaced).toEqual({ ok: true, value: { ticketNumber: after.winner.ticketNumber, winnerId: after.winnerId } });
    expect(after.changes).toMatchObject([
      {
        fromTicket: before.winner.ticketNumber,
        toTicket: after.winner.ticketNumber,
        reason: { ...reason, textFr: "Le gagnant était injoignable." },
      },
    ]);
    expect(after.changes[0]?.reserve).toBeGreaterThan(0);
    expect(after.winnerId).toBe(await ownerOf(after.winner.ticketNumber));
    expect(after.winnerId).not.toBe(before.winnerId);
    expect(after.picks).toEqual(before.picks);
    const audit = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).executeTakeFirstOrThrow();
    expect(audit).toMatchObject({ action: "draw.replace_winner", actor: "command line", reason: text });
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("can only be the next reserve while one is left", async () => {
    const { winner, picks } = await resultOf();
    const other = await strangerOf();
    const replace = (ticketNumber: number) => replaceWinner(ctx, COMMAND, { lotteryId: id, ticketNumber, reason });
    for (const none of [0, -1, 1.5, 127, 2 ** 40]) expect(await replace(none)).toEqual({ ok: false, error: "no_valid_ticket" });
    expect(await replace(winner.ticketNumber)).toEqual({ ok: false, error: "is_winner" });
    expect(await replace(other)).toEqual({ ok: false, error: "reserve_first" });
    const next = await nextOf();
    const later = picks.slice(1).find((pick) => pick.ticketNumber !== next);
    expect(await replace(later?.ticketNumber ?? 0)).toEqual({ ok: false, error: "reserve_first" });
    expect((await resultOf()).changes).toEqual([]);
    expect(await replace(next ?? 0)).toMatchObject({ ok: true, value: { ticketNumber: next, proposalId: undefined } });
  });

  it("can be any ticket, chosen manually, once no reserve is left", async () => {
    await useUpReserves();
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason })).toEqual({ ok: false, error: "no_reserve" });
    const other = await strangerOf();
    const replaced = await replaceWinner(ctx, COMMAND, { lotteryId: id, ticketNumber: other, reason });
    // This shop has no second administrator.
    expect(replaced).toMatchObject({ ok: true, value: { proposalId: undefined } });
    expect((await resultOf()).changes.at(-1)).toMatchObject({ toTicket: other, reserve: undefined });
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("is refused to a player, without a reason, and before the result", async () => {
    const { id: open } = await filledDraw(ctx);
    expect(await replaceWinner(ctx, player, { lotteryId: id, reason })).toEqual({ ok: false, error: "forbidden" });
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason: { code: "unreachable", text: " " } })).toEqual({
      ok: false,
      error: "reason_needed",
    });
    for (const text of ["x", "y", "z.", "Gone away"])
      expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason: { code: "unreachable", text: text } })).toEqual({
        ok: false,
        error: "reason_too_short",
      });
    for (const code of ["", "low_sales", "constructor"])
      expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason: { code, text } })).toEqual({
        ok: false,
        error: "reason_code_needed",
      });
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: open, reason })).toEqual({ ok: false, error: "not_drawn" });
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: "x", reason })).toEqual({ ok: false, error: "not_found" });
  });
});

it("for unreachability is possible only after the 28 days of the terms, for each winner", async () => {
  const since = async () => {
    const { changes, drawnAt } = await resultOf();
    return changes.at(-1)?.at ?? drawnAt;
  };
  const unreached = { lotteryId: id, reason: { code: "unreachable", text: "No answer to four calls and three letters." } };
  for (let turn = 0; turn < 2; turn++) {
    const wonAt = (await since()).getTime();
    ctx.setNow(new Date(wonAt + 28 * DAY - 1));
    expect(await replaceWinner(ctx, COMMAND, unreached)).toEqual({ ok: false, error: "still_time" });
    ctx.setNow(new Date(wonAt + 28 * DAY));
    expect(await replaceWinner(ctx, COMMAND, unreached)).toMatchObject({ ok: true });
  }
  ctx.setNow(undefined);
});

describe("the prize", () => {
  it("causes reminders after 20 days and after 30, until the hand-over", async () => {
    const drawnAt = (await findDrawRow(ctx.db, id))?.result?.drawnAt ?? ctx.now();
    const daysOn = (days: number) => ({ db: ctx.db, now: () => new Date(drawnAt.getTime() + days * DAY) });
    const open = () =>
      ctx.db.selectFrom("alerts").select("kind").where("subject_id", "=", id).where("handled_at", "is", null).execute();
    await remindOfHandovers(daysOn(19));
    expect(await open()).toEqual([]);
    await remindOfHandovers(daysOn(20));
    expect(await open()).toEqual([{ kind: "handover_soon" }]);
    await remindOfHandovers(daysOn(31));
    expect(await open()).toEqual([{ kind: "handover_late" }]);
    // A reserve has the same time from the replacement on.
    ctx.setNow(daysOn(32).now());
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason })).toMatchObject({ ok: true });
    ctx.setNow(undefined);
    await remindOfHandovers(daysOn(51));
    expect(await open()).toEqual([]);
    await remindOfHandovers(daysOn(52));
    expect(await open()).toEqual([{ kind: "handover_soon" }]);
    await remindOfHandovers(daysOn(62));
    expect(await open()).toEqual([{ kind: "handover_late" }]);
  });

  it("goes step by step, and is reset for another winner", async () => {
    const step = (name: PrizeStep, at: Date | null, actor: Actor = COMMAND, document?: "passport") =>
      recordPrizeStep(ctx, actor, { lotteryId: id, step: name, at, document });
    const now = ctx.now();
    const yesterday = new Date(now.getTime() - DAY);
    expect(await step("contacted", yesterday, player)).toEqual({ ok: false, error: "forbidden" });
    expect(await step("delivered", now)).toEqual({ ok: false, error: "out_of_order" });
    expect((await step("contacted", yesterday)).ok).toBe(true);
    expect((await step("confirmed", now)).ok).toBe(true);
    expect(await step("contacted", null)).toEqual({ ok: false, error: "out_of_order" });
    expect(await prizeOf()).toMatchObject({
      contactedAt: yesterday,
      confirmedAt: now,
      checkedAt: undefined,
      deliveredAt: undefined,
    });
    expect(await step("delivered", now)).toEqual({ ok: false, error: "out_of_order" });
    expect(await step("checked", now)).toEqual({ ok: false, error: "no_document" });
    expect((await step("checked", now, COMMAND, "passport")).ok).toBe(true);
    expect(await prizeOf()).toMatchObject({ checkedAt: now, document: "passport" });
    await replaceWinner(ctx, COMMAND, { lotteryId: id, reason });
    expect(Object.values((await prizeOf()) ?? { never: true }).filter((value) => value !== undefined)).toEqual([]);
  });

  it("cannot be taken from its recipient, unless it was recorded by mistake", async () => {
    const now = ctx.now();
    for (const step of ["contacted", "confirmed", "checked", "delivered"] as const)
      await recordPrizeStep(ctx, COMMAND, { lotteryId: id, step, at: now, document: "passport" });
    const before = await resultOf();
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason })).toEqual({ ok: false, error: "handed_over" });
    expect(await resultOf()).toEqual(before);
    expect((await prizeOf())?.deliveredAt).toEqual(now);
    await recordPrizeStep(ctx, COMMAND, { lotteryId: id, step: "delivered", at: null });
    expect(await replaceWinner(ctx, COMMAND, { lotteryId: id, reason })).toMatchObject({ ok: true });
  });
});

it("the winner's name and its log line are hidden together, or not at all", async () => {
  const { winnerId = "" } = await resultOf();
  const isHidden = async () =>
    (await ctx.db.selectFrom("users").select("name_hidden").where("id", "=", winnerId).executeTakeFirstOrThrow()).name_hidden;
  await ctx.owner.query(`
    CREATE FUNCTION refuse_line() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the log is full'; END $$;
    CREATE TRIGGER refuse_line BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_line()`);
  await expect(hideWinnerName(ctx, COMMAND, { lotteryId: id, isHidden: true })).rejects.toThrow("the log is full");
  expect(await isHidden()).toBe(false);
  await ctx.owner.query("DROP TRIGGER refuse_line ON audit_log; DROP FUNCTION refuse_line()");
  expect(await hideWinnerName(ctx, COMMAND, { lotteryId: id, isHidden: true })).toEqual({ ok: true });
  expect(await isHidden()).toBe(true);
});

/** As good as a large one here, and resized quickly. */
const smallPhoto = () =>
  sharp({ create: { width: 64, height: 40, channels: 3, background: "navy" } })
    .webp()
    .toBuffer();

describe("the winner's photo", () => {
  it("is set, shown, and removed with its files; a file that is no picture is refused", { timeout: 60_000 }, async () => {
    const bytes = await smallPhoto();
    const put = (what: Uint8Array, actor: Actor = COMMAND) => setWinnerPhoto(ctx, actor, { lotteryId: id, bytes: what });
    expect(await put(bytes, player)).toEqual({ ok: false, error: "forbidden" });
    expect(await put(Buffer.from("<svg/>"))).toEqual({ ok: false, error: "not_a_picture" });
    const { id: open } = await filledDraw(ctx);
    expect(await setWinnerPhoto(ctx, COMMAND, { lotteryId: open, bytes })).toEqual({ ok: false, error: "no_winner" });
    expect(await ctx.media.list()).toEqual([]);

    const stored = await put(bytes);
    const url = stored.ok ? stored.value.url : "";
    expect((await resultOf()).photo).toBe(url);
    expect(await ctx.media.open(url.split("/").at(-1) ?? "")).toMatchObject({ type: "image/webp" });
    expect((await removeWinnerPhoto(ctx, COMMAND, { lotteryId: id })).ok).toBe(true);
    expect((await resultOf()).photo).toBeUndefined();
    expect(await ctx.media.list()).toEqual([]);
  });

  it("is removed with a replacement, because it shows another person", { timeout: 60_000 }, async () => {
    const bytes = await smallPhoto();
    await setWinnerPhoto(ctx, COMMAND, { lotteryId: id, bytes });
    await replaceWinner(ctx, COMMAND, { lotteryId: id, reason });
    expect((await resultOf()).photo).toBeUndefined();
    expect(await ctx.media.list()).toEqual([]);
  });

  it(
    "is refused from a page that shows the previous winner, like a prize step or an objection",
    {
      timeout: 60_000,
    },
    async () => {
      const shown = (await resultOf()).winner.ticketNumber;
      await replaceWinner(ctx, COMMAND, { lotteryId: id, reason });
      const { winnerId = "" } = await resultOf();
      const changed = { ok: false, error: "winner_changed" };
      expect(await setWinnerPhoto(ctx, COMMAND, { lotteryId: id, bytes: await smallPhoto(), shown })).toEqual(changed);
      expect(await recordPrizeStep(ctx, COMMAND, { lotteryId: id, step: "contacted", at: ctx.now(), shown })).toEqual(changed);
      expect(await hideWinnerName(ctx, COMMAND, { lotteryId: id, isHidden: true, shown })).toEqual(changed);
      expect((await resultOf()).photo).toBeUndefined();
      expect(await ctx.media.list()).toEqual([]);
      expect(await prizeOf()).toMatchObject({ contactedAt: undefined });
      const person = ctx.db.selectFrom("users").select("name_hidden").where("id", "=", winnerId);
      expect(await person.executeTakeFirst()).toEqual({ name_hidden: false });

      const now = (await resultOf()).winner.ticketNumber;
      expect(await hideWinnerName(ctx, COMMAND, { lotteryId: id, isHidden: true, shown: now })).toEqual({ ok: true });
    },
  );

  it(
    "is removed with its files when the winner is erased; the name becomes a player",
    {
      timeout: 60_000,
    },
    async () => {
      const bytes = await smallPhoto();
      await setWinnerPhoto(ctx, COMMAND, { lotteryId: id, bytes });
      const { winner_id: winner } = await ctx.db
        .selectFrom("lotteries")
        .select("winner_id")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(await eraseUser(ctx, winner ?? "", { tickets: "keep" })).toEqual({ ok: true });
      const [past] = (await listPastDraws(ctx)).filter(({ lottery }) => lottery.id === id);
      expect([past?.lottery.winnerPhotoUrl, past?.winnerName]).toEqual([undefined, undefined]);
      expect((await resultOf()).photo).toBeUndefined();
      expect(await ctx.media.list()).toEqual([]);

      // A new one is refused.
      expect(await setWinnerPhoto(ctx, COMMAND, { lotteryId: id, bytes })).toEqual({ ok: false, error: "winner_erased" });
      expect((await resultOf()).photo).toBeUndefined();
      expect(await ctx.media.list()).toEqual([]);
    },
  );

  it("is removed when the winner objects to being named, and none is accepted meanwhile", { timeout: 60_000 }, async () => {
    const bytes = await smallPhoto();
    await setWinnerPhoto(ctx, COMMAND, { lotteryId: id, bytes });
    const name = (isHidden: boolean) => hideWinnerName(ctx, COMMAND, { lotteryId: id, isHidden });
    await name(true);
    expect(await setWinnerPhoto(ctx, COMMAND, { lotteryId: id, bytes })).toEqual({ ok: false, error: "winner_unnamed" });
    expect((await resultOf()).photo).toBeUndefined();
    expect(await ctx.media.list()).toEqual([]);
    await name(false);
    expect(await setWinnerPhoto(ctx, COMMAND, { lotteryId: id, bytes })).toMatchObject({ ok: true });
    await removeWinnerPhoto(ctx, COMMAND, { lotteryId: id });
  });

  it("leaves no file when the winner leaves during the upload", { timeout: 60_000 }, async () => {
    // A large one, so that resizing takes longer than the erasure.
    const bytes = await readFile(new URL("../../../../../demo/pictures/teaser.webp", import.meta.url));
    const lottery = ctx.db.selectFrom("lotteries").select("winner_id").where("id", "=", id);
    const { winner_id: winner } = await lottery.executeTakeFirstOrThrow();
    const [left] = await Promise.all([
      eraseUser(ctx, winner ?? "", { tickets: "keep" }),
      setWinnerPhoto(ctx, COMMAND, { lotteryId: id, bytes }),
    ]);
    expect(left).toEqual({ ok: true });
    expect((await resultOf()).photo).toBeUndefined();
    expect(await ctx.media.list()).toEqual([]);
  });
});
