/** From the end of sales to the result: conditions, refusals and idempotence of each step. */
import { QUICKNET, verifyDraw } from "@concours/draw-protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { demoBeacon, newestAt } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { advanceDraws } from "../closing/advance-draws.ts";
import { closeSales } from "../closing/close-sales.ts";
import { freezeEntries } from "../closing/freeze-entries.ts";
import { csvOf, DAY, filledDraw } from "../draws.fixture.ts";
import { findDraw, findProof } from "../reading/find-draw.ts";
import { drawWinner } from "./draw-winner.ts";
import { requestDraw, setAutoDraw } from "./request-draw.ts";

const COMMAND = { kind: "command" } as const;
/** No more entries are possible. */
const soldOut = { takes_free_entries: false, tickets_available: 40 };
const start = new Date("2026-11-18T12:00:00Z");
let ctx: TestCtx;
beforeAll(async () => {
  const connected = await testCtx();
  // Rounds are published by the test's clock.
  const beacon = demoBeacon({ secretKey: new Uint8Array(32).fill(7), genesisTime: 1_760_000_000, now: connected.now });
  ctx = { ...connected, beacon };
});
beforeEach(() => ctx.setNow(start));
afterAll(() => ctx.close());

const later = (seconds: number) => ctx.setNow(new Date(ctx.now().getTime() + seconds * 1000));

async function drawsOf(lotteryId: string) {
  return ctx.db.selectFrom("draws").selectAll().where("lottery_id", "=", lotteryId).execute();
}
async function auditOf(lotteryId: string): Promise<string[]> {
  const rows = await ctx.db.selectFrom("audit_log").select("action").where("subject_id", "=", lotteryId).orderBy("id").execute();
  return rows.map((row) => row.action);
}

describe("drawing manually", () => {
  it("closes, freezes and commits at once, waits for the round, and gives a result that verifies", async () => {
    const { id } = await filledDraw(ctx);
    const requested = await requestDraw(ctx, COMMAND, { lotteryId: id });
    expect(requested).toMatchObject({ ok: true, value: { name: "frozen" } });
    const [frozen] = await drawsOf(id);
    expect(frozen).toMatchObject({ n: 46, prizes: 4, is_demo: true, early_reason: null, drawn_at: null });
    const log = await ctx.db.selectFrom("draw_log").selectAll().where("lottery_id", "=", id).executeTakeFirstOrThrow();
    expect(log.commitment).toBe(frozen?.commitment);

    expect(await drawWinner(ctx, COMMAND, { lotteryId: id })).toEqual({ ok: false, error: "waiting" });
    later(10);
    const drawn = await drawWinner(ctx, COMMAND, { lotteryId: id });
    expect(drawn).toMatchObject({ ok: true });
    const proof = await findProof(ctx, id);
    expect(proof && verifyDraw({ proof, csv: await csvOf(ctx, id), trustedChain: ctx.beacon.chain }).agrees).toBe(true);
    const draw = await findDraw(ctx, id);
    expect(draw).toMatchObject({ state: { name: "drawn" }, lottery: { status: "completed", salesState: "drawn" } });
    const owner = await ctx.db
      .selectFrom("tickets")
      .select("user_id")
      .where("lottery_id", "=", id)
      .where("ticket_number", "=", drawn.ok ? drawn.value.ticketNumber : 0)
      .executeTakeFirstOrThrow();
    expect(draw?.lottery.winnerId).toBe(owner.user_id);
    expect(await auditOf(id)).toEqual(["draw.close", "draw.request", "draw.freeze", "draw.result"]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("is refused to a player, for an unknown draw, without tickets, and if it is not active", async () => {
    const { id, playerIds } = await filledDraw(ctx);
    const player: Actor = { kind: "admin", id: playerIds[0] ?? "" };
    const empty = await makeLottery(ctx, { start_date: "2026-10-01", end_date: "2026-10-20" });
    const cancelled = await makeLottery(ctx, { status: "cancelled", sales_state: "cancelled" });
    const refusals = [
      [player, id, "forbidden"],
      [COMMAND, "00000000-0000-4000-8000-000000000000", "not_found"],
      [COMMAND, "no uuid", "not_found"],
      [COMMAND, empty, "no_tickets"],
      [COMMAND, cancelled, "not_active"],
      [COMMAND, await makeLottery(ctx, { status: "draft" }), "not_active"],
    ] as const;
    for (const [actor, lotteryId, error] of refusals)
      expect(await requestDraw(ctx, actor, { lotteryId })).toEqual({ ok: false, error });
    expect(await auditOf(id)).toEqual([]);
    for (const act of [closeSales, freezeEntries, drawWinner])
      expect(await act(ctx, player, { lotteryId: id })).toEqual({ ok: false, error: "forbidden" });
    expect(await setAutoDraw(ctx, player, { lotteryId: id, isOn: true })).toEqual({ ok: false, error: "forbidden" });
  });

  it.each([
    ["tickets can be bought", { ended: -10, takes_free_entries: false }],
    ["cards can be posted, with every ticket sold", { ended: -10, tickets_available: 40 }],
    ["cards that were posted in time may arrive", { ended: 1, tickets_available: 40 }],
  ])("is never early while %s, whatever the reason: the closing date is a promise", async (_, draw) => {
    const { id } = await filledDraw(ctx, draw);
    const reason = "The car is needed at a show.";
    expect(await requestDraw(ctx, COMMAND, { lotteryId: id, reason })).toEqual({ ok: false, error: "too_early" });
    expect((await findDraw(ctx, id))?.earlyReason).toBeUndefined();
    expect(await auditOf(id)).toEqual([]);
  });

  it("waits for a single ticket that is being paid for", async () => {
    const { id } = await filledDraw(ctx, { sold: 1 });
    expect(await requestDraw(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true, value: { name: "frozen" } });
  });

  it("early needs a reason, which is published; later none is stored", async () => {
    const { id } = await filledDraw(ctx, { ended: -10, ...soldOut });
    expect(await requestDraw(ctx, COMMAND, { lotteryId: id })).toEqual({ ok: false, error: "reason_needed" });
    expect(await requestDraw(ctx, COMMAND, { lotteryId: id, reason: "  " })).toEqual({ ok: false, error: "reason_needed" });
    expect(await requestDraw(ctx, COMMAND, { lotteryId: id, reason: "x".repeat(501) })).toEqual({
      ok: false,
      error: "reason_too_long",
    });
    expect(await closeSales(ctx, COMMAND, { lotteryId: id })).toEqual({ ok: false, error: "too_early" });
    const requested = await requestDraw(ctx, COMMAND, {
      lotteryId: id,
      reason: " The car is needed at a show. ",
      reasonFr: "La voiture est attendue à un salon.",
    });
    expect(requested).toMatchObject({ ok: true, value: { name: "frozen" } });
    const inBoth = { text: "The car is needed at a show.", textFr: "La voiture est attendue à un salon." };
    expect((await findDraw(ctx, id))?.earlyReason).toEqual(inBoth);

    const due = await filledDraw(ctx);
    await requestDraw(ctx, COMMAND, { lotteryId: due.id, reason: "not needed" });
    expect((await findDraw(ctx, due.id))?.earlyReason).toBeUndefined();
  });

  it("requested early and delayed until it is no longer early", async () => {
    const { id } = await filledDraw(ctx, { ended: -2, ...soldOut, tickets_available: 41 });
    await ctx.db.updateTable("lotteries").set({ tickets_held: 1 }).where("id", "=", id).execute();
    const reason = "The car is needed at a show.";
    expect(await requestDraw(ctx, COMMAND, { lotteryId: id, reason })).toMatchObject({ ok: true, value: { name: "closing" } });
    expect((await findDraw(ctx, id))?.earlyReason).toEqual({ text: reason, textFr: undefined });
    await ctx.db.updateTable("lotteries").set({ tickets_held: 0 }).where("id", "=", id).execute();
    later((4 * DAY) / 1000);
    expect(await freezeEntries(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true });
    expect((await findDraw(ctx, id))?.earlyReason).toBeUndefined();
  });

  it("requested fifty times at once makes one commitment and one result", { timeout: 60_000 }, async () => {
    const { id } = await filledDraw(ctx, { sold: 200 });
    const clicks = await Promise.all(Array.from({ length: 50 }, () => requestDraw(ctx, COMMAND, { lotteryId: id })));
    expect(clicks.every((click) => click.ok)).toBe(true);
    expect(await drawsOf(id)).toHaveLength(1);
    later(10);
    const results = await Promise.all(Array.from({ length: 50 }, () => drawWinner(ctx, COMMAND, { lotteryId: id })));
    const late = await drawWinner(ctx, COMMAND, { lotteryId: id });
    expect(late.ok).toBe(true);
    expect(new Set([...results, late].map((result) => JSON.stringify(result))).size).toBe(1);
    expect((await auditOf(id)).filter((action) => action === "draw.result")).toHaveLength(1);
    expect(await requestDraw(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true, value: { name: "drawn" } });
  });
});

describe("the timer", () => {
  it("closes sales at their midnight, waits for cards, and runs automatic draws", async () => {
    const { id } = await filledDraw(ctx, { ended: 0, end_date: "2026-11-18" });
    expect(await setAutoDraw(ctx, COMMAND, { lotteryId: id, isOn: true })).toEqual({ ok: true, value: undefined });
    const stateAt = async (time: string) => {
      ctx.setNow(new Date(time));
      await advanceDraws(ctx);
      return (await findDraw(ctx, id))?.state.name;
    };
    expect(await stateAt("2026-11-18T23:59:59Z")).toBe("open");
    expect(await stateAt("2026-11-19T00:00:00Z")).toBe("awaiting_post");
    expect(await stateAt("2026-11-25T23:59:59Z")).toBe("awaiting_post");
    // Cards of Wednesday the 25th can still be keyed in on Thursday.
    expect(await stateAt("2026-11-26T23:59:59Z")).toBe("ready");
    expect((await findDraw(ctx, id))?.state).toEqual({ name: "ready", isRequested: false });
    expect(await stateAt("2026-11-27T00:00:00Z")).toBe("frozen");
    expect(await setAutoDraw(ctx, COMMAND, { lotteryId: id, isOn: false })).toEqual({ ok: false, error: "already_frozen" });
    expect(await stateAt("2026-11-27T00:00:05Z")).toBe("frozen");
    expect(await stateAt("2026-11-27T00:00:12Z")).toBe("drawn");
    expect(await auditOf(id)).toEqual(["draw.by_itself", "draw.close", "draw.freeze", "draw.result"]);
  });

  it("only closes draws that nobody requested", async () => {
    const { id } = await filledDraw(ctx);
    await advanceDraws(ctx);
    expect((await findDraw(ctx, id))?.state).toEqual({ name: "ready", isRequested: false });
    expect(await drawsOf(id)).toEqual([]);
  });

  it("waits for the committed round if the beacon is late, and takes no other", async () => {
    const { id } = await filledDraw(ctx);
    const requestedRounds: number[] = [];
    const fetchRound = async (round: number) => {
      requestedRounds.push(round);
      return { ok: false, error: "unreachable" } as const;
    };
    const late = { ...ctx, beacon: { ...ctx.beacon, fetchRound } };
    await requestDraw(late, COMMAND, { lotteryId: id });
    for (const day of [0, 1, 30, 400]) {
      ctx.setNow(new Date(start.getTime() + day * DAY));
      await advanceDraws(late);
    }
    const [frozen] = await drawsOf(id);
    expect(requestedRounds.filter((round) => round === frozen?.round)).toHaveLength(4);
    await advanceDraws(ctx);
    expect(await drawsOf(id)).toMatchObject([{ round: frozen?.round, commitment: frozen?.commitment }]);
    expect((await findDraw(ctx, id))?.state.name).toBe("drawn");
  });
});

describe("the freeze", () => {
  it("waits until nothing is held, and reports other obstacles", async () => {
    const { id } = await filledDraw(ctx, { ended: 2 });
    const freeze = () => freezeEntries(ctx, COMMAND, { lotteryId: id });
    expect(await freeze()).toEqual({ ok: false, error: "sales_open" });
    const { id: user_id } = await makeUser(ctx);
    await ctx.db.updateTable("lotteries").set({ tickets_held: 2 }).where("id", "=", id).execute();
    const hold = {
      kind: "paid" as const,
      state: "reserved" as const,
      lottery_id: id,
      user_id,
      quantity: 2,
      unit_price_pence: 2999,
      total_pence: 5998,
    };
    await ctx.db
      .insertInto("orders")
      .values({ ...hold, created_at: new Date(start.getTime() - 30 * DAY), pay_by: ctx.now() })
      .execute();
    expect(await closeSales(ctx, COMMAND, { lotteryId: id })).toEqual({ ok: true, value: { held: 2 } });
    expect(await freeze()).toEqual({ ok: false, error: "not_drained" });
    await ctx.db.updateTable("orders").set({ state: "expired" }).where("user_id", "=", user_id).execute();
    await ctx.db.updateTable("lotteries").set({ tickets_held: 0 }).where("id", "=", id).execute();
    expect(await freeze()).toEqual({ ok: false, error: "awaiting_post" });
    later((8 * DAY) / 1000);
    expect(await freeze()).toMatchObject({ ok: true, value: { n: 46 } });
    expect(await freeze()).toEqual({ ok: false, error: "already_frozen" });
  });

  it("excludes void tickets, and keeps the index of each picked ticket", async () => {
    const { id } = await filledDraw(ctx, { sold: 60 });
    const free = await ctx.db.selectFrom("orders").select("id").where("lottery_id", "=", id).where("kind", "=", "free").execute();
    const gone = free[2]?.id ?? "";
    await ctx.db.updateTable("tickets").set({ void_at: ctx.now() }).where("order_id", "=", gone).execute();
    await ctx.db.updateTable("orders").set({ state: "void" }).where("id", "=", gone).execute();
    await requestDraw(ctx, COMMAND, { lotteryId: id });
    later(10);
    await drawWinner(ctx, COMMAND, { lotteryId: id });
    const proof = await findProof(ctx, id);
    expect(proof?.committed.n).toBe(65);
    expect(proof && verifyDraw({ proof, csv: await csvOf(ctx, id), trustedChain: ctx.beacon.chain }).agrees).toBe(true);
  });

  it.each(["purchase_date", "void_at"])(
    "comes after the last ticket, even if the clock that wrote its %s is ahead",
    async (at) => {
      const { id } = await filledDraw(ctx);
      const ahead = new Date(start.getTime() + 5_000);
      // More than a whole millisecond.
      const last = `UPDATE tickets SET ${at} = $2::timestamptz + interval '400 microseconds' WHERE lottery_id = $1 AND ticket_number =
        (SELECT min(ticket_number) FROM tickets t JOIN orders o ON o.id = t.order_id AND o.kind = 'paid' WHERE t.lottery_id = $1)`;
      await ctx.owner.query(last, [id, ahead]);
      if (at === "void_at")
        await ctx.owner.query(
          "UPDATE lotteries SET tickets_sold = (SELECT count(*) FROM tickets t JOIN orders o ON o.id = t.order_id AND o.kind = 'paid' WHERE t.lottery_id = $1 AND t.void_at IS NULL) WHERE id = $1",
          [id],
        );
      await requestDraw(ctx, COMMAND, { lotteryId: id });
      expect((await drawsOf(id)).map((draw) => draw.frozen_at)).toEqual([new Date(ahead.getTime() + 1)]);
      later(20);
      expect(await drawWinner(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true });
      const proof = await findProof(ctx, id);
      expect(proof?.committed.n).toBe(at === "void_at" ? 45 : 46);
      expect(proof && verifyDraw({ proof, csv: await csvOf(ctx, id), trustedChain: ctx.beacon.chain }).agrees).toBe(true);
    },
  );

  it("is rolled back and repeated with a later time if the round is published before the commit", async () => {
    const { id } = await filledDraw(ctx);
    await closeSales(ctx, COMMAND, { lotteryId: id });
    const before = await ctx.db.selectFrom("draw_log").selectAll().execute();
    let looks = 0;
    // The first attempt takes a minute.
    const slow = { ...ctx, now: () => new Date(start.getTime() + (looks++ < 2 ? 0 : 60_000)) };
    const frozen = await freezeEntries(slow, COMMAND, { lotteryId: id });
    const [draw] = await drawsOf(id);
    expect(frozen.ok && frozen.value.commitment).toBe(draw?.commitment);
    expect(draw?.closed_at).toBe(start.getTime() / 1000 + 60);
    const after = await ctx.db.selectFrom("draw_log").selectAll().orderBy("sequence").execute();
    expect(after.length).toBe(before.length + 1);
    expect(after.map((line) => line.sequence)).toEqual(after.map((_, i) => i + 1));
    expect((await auditOf(id)).filter((action) => action === "draw.freeze")).toHaveLength(1);
  });

  it("on quicknet leaves ten minutes, and its draw does not accept another beacon", async () => {
    const { id } = await filledDraw(ctx);
    const chain = QUICKNET;
    const quicknet = {
      ...ctx,
      beacon: {
        ...ctx.beacon,
        chain,
        isDemo: false,
        timeOf: (round: number) => chain.genesisTime + (round - 1) * 3,
        newestRound: async () => ({ ok: true, value: newestAt(chain, ctx.now()) }) as const,
      },
    };
    const requested = await requestDraw(quicknet, COMMAND, { lotteryId: id });
    const roundAt = requested.ok && requested.value.name === "frozen" ? requested.value.roundAt.getTime() : 0;
    expect((roundAt - start.getTime()) / 1000).toBeGreaterThanOrEqual(600);
    expect((roundAt - start.getTime()) / 1000).toBeLessThan(603);
    expect(await findDraw(ctx, id)).toMatchObject({ isDemo: false });
    await expect(drawWinner(ctx, COMMAND, { lotteryId: id })).rejects.toThrow("another beacon");
  });
});
