/** Wrong clocks freeze nothing, and a real authority (openssl) stamps commitments. */
import { createServer, type Server } from "node:http";
import { closingRound, QUICKNET, verifyDraw } from "@concours/draw-protocol";
import { timestampRequest, witnessesOf } from "@concours/draw-protocol/timestamp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { newestAt } from "#platform/beacon/beacon.server.ts";
import { createTimestamper } from "#platform/beacon/timestamp.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { err, ok } from "#shared/result.ts";
import { opensslAuthority } from "../../../../../packages/draw-protocol/test/openssl-authority.fixture.ts";
import { advanceDraws } from "../closing/advance-draws.ts";
import { freezeEntries } from "../closing/freeze-entries.ts";
import { csvOf, filledDraw } from "../draws.fixture.ts";
import { findDraw, findProof } from "../reading/find-draw.ts";
import { drawWinner } from "./draw-winner.ts";
import { requestDraw } from "./request-draw.ts";

const COMMAND = { kind: "command" } as const;
const authority = opensslAuthority();
const stranger = opensslAuthority();
let ctx: TestCtx;
let server: Server;
let base = "";
const requestedUrls: string[] = [];

beforeAll(async () => {
  ctx = await testCtx();
  server = createServer(async (request, reply) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    requestedUrls.push(request.url ?? "");
    const answers: Record<string, () => Uint8Array> = {
      "/true": () => authority.reply(body),
      "/stranger": () => stranger.reply(body),
      "/other": () => authority.reply(timestampRequest("00".repeat(32), "01")),
      "/noise": () => Buffer.from("<html>"),
    };
    const answer = answers[request.url ?? ""];
    reply.writeHead(answer ? 200 : 503).end(answer?.());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === "object" && address?.port}`;
});
afterAll(async () => {
  server.close();
  await ctx.close();
});

const withAuthorities = (...paths: string[]) => ({
  ...ctx,
  timestamps: createTimestamper({ urls: paths.map((path) => base + path), random: ctx.random, roots: [authority.root] }),
});

async function frozen(world: TestCtx = ctx): Promise<string> {
  const { id } = await filledDraw(world);
  const requested = await requestDraw(world, COMMAND, { lotteryId: id });
  expect(requested).toMatchObject({ ok: true, value: { name: "frozen" } });
  return id;
}
const stampsOf = (id: string) => ctx.db.selectFrom("draw_timestamps").selectAll().where("lottery_id", "=", id).execute();

describe("a commitment", () => {
  it("is stamped right after the freeze by every authority that answers correctly, and the proof contains the stamps", async () => {
    const world = withAuthorities("/away", "/stranger", "/other", "/noise", "/true");
    const id = await frozen(world);
    await advanceDraws(world);
    expect((await stampsOf(id)).map(({ url, authority: name }) => [url, name])).toEqual([[`${base}/true`, "Tests · authority"]]);
    const draw = await findDraw(ctx, id);
    expect(draw?.committed?.stamps).toMatchObject([{ authority: "Tests · authority" }]);

    await expect.poll(async () => (await drawWinner(ctx, COMMAND, { lotteryId: id })).ok, { timeout: 20_000 }).toBe(true);
    const proof = await findProof(ctx, id);
    if (!proof || !draw?.committed) throw new Error("there is no proof");
    const { commitment } = draw.committed;
    const trustedChain = ctx.beacon.chain;
    expect(await witnessesOf({ proof, commitment, roots: [authority.root], trustedChain })).toMatchObject({
      verdict: "witnessed",
      witnesses: [{ ok: true, value: { authority: "Tests · authority" } }],
    });
    // Only authorities that the reader knows are trusted.
    expect(await witnessesOf({ proof, commitment, roots: [stranger.root], trustedChain })).toMatchObject({ verdict: "differs" });
    expect(await witnessesOf({ proof, commitment: "00".repeat(32), roots: [authority.root], trustedChain })).toMatchObject({
      verdict: "differs",
      witnesses: [{ error: "other_hash" }],
    });
    // A stamp of today for a draw of the past is after its round.
    const past = { ...proof, committed: { ...proof.committed, closedAt: proof.committed.closedAt - 86_400 } };
    expect(await witnessesOf({ proof: past, commitment, roots: [authority.root], trustedChain })).toMatchObject({
      verdict: "differs",
      witnesses: [{ error: "late" }],
    });
    expect(await witnessesOf({ proof: { ...proof, timestamps: [] }, commitment, roots: [], trustedChain })).toMatchObject({
      verdict: "not_witnessed",
    });
  });

  it("covers the prize, and the whole proof agrees", async () => {
    const id = await frozen();
    await expect.poll(async () => (await drawWinner(ctx, COMMAND, { lotteryId: id })).ok, { timeout: 20_000 }).toBe(true);
    const proof = await findProof(ctx, id);
    if (!proof) throw new Error("there is no proof");
    expect(proof.committed.algorithm).toBe("pdraw/3");
    expect(proof.prize).toContain('"title":{"en":"Valmont GT-10"');
    expect(verifyDraw({ proof, csv: await csvOf(ctx, id), trustedChain: ctx.beacon.chain }).agrees).toBe(true);
  });

  it("is not stamped once the winner is drawn", async () => {
    const id = await frozen();
    await expect.poll(async () => (await drawWinner(ctx, COMMAND, { lotteryId: id })).ok, { timeout: 20_000 }).toBe(true);
    await advanceDraws(withAuthorities("/true"));
    expect(await stampsOf(id)).toEqual([]);
    const late = { lottery_id: id, url: "x", authority: "x", stamped_at: new Date(), token: Buffer.from("x") };
    await expect(ctx.db.insertInto("draw_timestamps").values(late).execute()).rejects.toThrow("is drawn");
  });

  it("accepts no stamp that may be later than the round by the authority's accuracy, as the proof would be false", async () => {
    const id = await frozen({ ...ctx, timestamps: { ...ctx.timestamps, urls: [] } });
    const due = (await findDraw(ctx, id))?.committed?.roundAt.getTime() ?? 0;
    const stampAt = (ms: number) => ({
      token: Buffer.from("x"),
      authority: "Tests",
      at: new Date(due - ms),
      latest: new Date(due - ms + 1000),
    });
    const beacon: TestCtx["beacon"] = { ...ctx.beacon, fetchRound: async () => err("not_yet") };
    const world = (ms: number) => ({ ...ctx, beacon, timestamps: { urls: ["x"], stamp: async () => ok(stampAt(ms)) } });
    ctx.setNow(new Date(due - 1500));
    await advanceDraws(world(1000));
    expect(await stampsOf(id)).toEqual([]);
    await advanceDraws(world(1001));
    expect(await stampsOf(id)).toMatchObject([{ authority: "Tests" }]);
    ctx.setNow(undefined);
  });

  it("without a stamp raises an alert, and the draw continues", async () => {
    const world = withAuthorities("/away");
    const id = await frozen(world);
    const at = (await findDraw(ctx, id))?.committed?.frozenAt.getTime() ?? 0;
    ctx.setNow(new Date(at + 5000));
    await advanceDraws(world);
    ctx.setNow(undefined);
    const alerts = await ctx.db.selectFrom("alerts").select("kind").where("subject_id", "=", id).execute();
    expect(alerts).toEqual([{ kind: "commitment_not_witnessed" }]);
    await expect.poll(async () => (await drawWinner(ctx, COMMAND, { lotteryId: id })).ok, { timeout: 20_000 }).toBe(true);
  });
});

describe("a wrong clock", () => {
  const quicknetAt = (world: TestCtx, real: Date): TestCtx => ({
    ...world,
    beacon: {
      ...world.beacon,
      chain: QUICKNET,
      isDemo: false,
      timeOf: (round) => QUICKNET.genesisTime + (round - 1) * QUICKNET.periodSeconds,
      newestRound: async () => ({ ok: true, value: newestAt(QUICKNET, real) }),
    },
  });

  it.each([
    ["an hour slow", -3_600_000],
    ["eleven minutes slow", -660_000],
    ["an hour fast", 3_600_000],
  ])("that is %s freezes nothing, and raises an alert", async (_, offset) => {
    const real = new Date();
    ctx.setNow(new Date(real.getTime() + offset));
    const world = quicknetAt(ctx, real);
    const { id } = await filledDraw(world);
    const answered = await requestDraw(world, COMMAND, { lotteryId: id });
    expect(answered).toMatchObject({ ok: true, value: { name: "ready" } });
    await advanceDraws(world);
    expect((await findDraw(world, id))?.committed).toBeUndefined();
    const alerts = await ctx.db.selectFrom("alerts").select(["kind", "handled_at"]).where("subject_id", "=", id).execute();
    expect(alerts).toMatchObject([{ kind: "wrong_clock" }]);

    // Once corrected, the draw continues automatically.
    ctx.setNow(real);
    await advanceDraws(world);
    const committed = (await findDraw(world, id))?.committed;
    expect(committed?.inputs.round).toBe(closingRound(QUICKNET, Math.floor(real.getTime() / 1000)));
    ctx.setNow(undefined);
  });

  const aYearOn = () => new Date(Date.now() + 365 * 86_400_000);

  it("that is a year fast ends no sales early, whatever the request", async () => {
    const { id } = await filledDraw(ctx, { ended: -10 });
    const world = quicknetAt(ctx, new Date());
    ctx.setNow(aYearOn());
    expect(await requestDraw(world, COMMAND, { lotteryId: id })).toEqual({ ok: false, error: "too_early" });
    ctx.setNow(undefined);
    expect((await findDraw(ctx, id))?.lottery.salesState).toBe("open");
  });

  it("that was a year fast during a sale does not delay the draw by a year", async () => {
    const { id } = await filledDraw(ctx, { ended: -1 });
    const { orderId, sessionId } = await order(ctx, id, 2);
    await pay(ctx, sessionId);
    ctx.setNow(aYearOn());
    await settleOrder(ctx, sessionId);
    ctx.setNow(undefined);
    const { rows } = await ctx.owner.query("SELECT max(purchase_date) AS last FROM tickets WHERE order_id = $1", [orderId]);
    expect(rows[0].last.getTime()).toBeLessThan(Date.now() + 120_000);

    const { id: older } = await filledDraw(ctx);
    const setLast = (at: Date) =>
      ctx.owner.query("UPDATE tickets SET purchase_date = $2 WHERE lottery_id = $1 AND ticket_number = 1", [older, at]);
    await setLast(aYearOn());
    await requestDraw(ctx, COMMAND, { lotteryId: older });
    expect(await freezeEntries(ctx, COMMAND, { lotteryId: older })).toEqual({ ok: false, error: "wrong_clock" });
    expect((await findDraw(ctx, older))?.lottery.salesState).toBe("closing");
    await setLast(new Date());
    await advanceDraws(ctx);
    expect((await findDraw(ctx, older))?.committed).toBeDefined();
  });

  it("cannot be detected without relays, so the draw waits for one", async () => {
    const unreachable: TestCtx = {
      ...ctx,
      beacon: { ...ctx.beacon, newestRound: async () => ({ ok: false, error: "unreachable" }) },
    };
    const { id } = await filledDraw(ctx);
    await requestDraw(unreachable, COMMAND, { lotteryId: id });
    await advanceDraws(unreachable);
    expect((await findDraw(ctx, id))?.committed).toBeUndefined();
    await advanceDraws(ctx);
    expect((await findDraw(ctx, id))?.committed).toBeDefined();
  });
});

describe("a beacon that is silent for more than ten minutes", () => {
  const alertsOf = async (id: string) =>
    (await ctx.db.selectFrom("alerts").select(["kind", "handled_at"]).where("subject_id", "=", id).execute())
      .filter(({ kind }) => kind === "beacon_unreachable")
      .map(({ handled_at }) => (handled_at ? "over" : "open"));
  const later = (from: Date, minutes: number) => ctx.setNow(new Date(from.getTime() + minutes * 60_000));

  it("raises an alert if it delays a freeze, until the list is frozen", async () => {
    const begun = new Date();
    const unreachable: TestCtx = { ...ctx, beacon: { ...ctx.beacon, newestRound: async () => err("unreachable") } };
    const { id } = await filledDraw(ctx);
    await requestDraw(unreachable, COMMAND, { lotteryId: id });
    await advanceDraws(unreachable);
    later(begun, 9);
    await advanceDraws(unreachable);
    expect(await alertsOf(id)).toEqual([]);
    later(begun, 11);
    await advanceDraws(unreachable);
    expect(await alertsOf(id)).toEqual(["open"]);
    ctx.setNow(undefined);
    await advanceDraws(ctx);
    expect((await findDraw(ctx, id))?.committed).toBeDefined();
    expect(await alertsOf(id)).toEqual(["over"]);
  });

  it("raises an alert if its relays answer without an overdue round", async () => {
    const id = await frozen({ ...ctx, timestamps: { ...ctx.timestamps, urls: [] } });
    const due = (await findDraw(ctx, id))?.committed?.roundAt ?? new Date();
    const late: TestCtx = { ...ctx, beacon: { ...ctx.beacon, fetchRound: async () => err("not_yet") } };
    later(due, 9);
    await advanceDraws(late);
    expect(await alertsOf(id)).toEqual([]);
    later(due, 11);
    await advanceDraws(late);
    expect(await alertsOf(id)).toEqual(["open"]);
    ctx.setNow(undefined);
    await expect.poll(async () => (await drawWinner(ctx, COMMAND, { lotteryId: id })).ok, { timeout: 20_000 }).toBe(true);
    expect(await alertsOf(id)).toEqual(["over"]);
  });
});
