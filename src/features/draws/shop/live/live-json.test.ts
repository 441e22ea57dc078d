/** What live pages poll: the same bytes for all, from before the seal to the recording. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createCachedPages } from "#app/http/pages/cached-pages.ts";
import { actorOf } from "#features/access/server/actor.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { ctxKey } from "#platform/request/request.server.ts";
import type { LiveDraw } from "../../rules/live/live-draw.ts";
import { drawWinner } from "../../server/drawing/draw-winner.ts";
import { requestDraw } from "../../server/drawing/request-draw.ts";
import { filledDraw } from "../../server/draws.fixture.ts";
import { findDraw } from "../../server/reading/find-draw.ts";
import { hideName } from "../../server/winners/hide-name.ts";
import { replaceWinner } from "../../server/winners/replace-winner.ts";
import { setDrawVideo } from "../../server/winners/set-video.ts";
import { get as getProof } from "../check/proof-json-route.ts";
import { get } from "./live-json-route.ts";

const COMMAND = { kind: "command" } as const;
const VIDEO = "https://video.example/watch?v=1";
const start = new Date("2026-11-18T12:00:00Z");
let ctx: TestCtx;
beforeAll(async () => {
  const connected = await testCtx({ RATE_LIMITS: "off" });
  const beacon = demoBeacon({ secretKey: new Uint8Array(32).fill(7), genesisTime: 1_760_000_000, now: connected.now });
  ctx = { ...connected, beacon };
});
beforeEach(() => ctx.setNow(start));
afterAll(() => ctx.close());

let readings = 0;
async function look(path: string): Promise<Response> {
  readings += 1;
  const request = new Request(`http://localhost${path}`);
  const context = new RouterContextProvider();
  context.set(ctxKey, ctx);
  const handler = path.includes("proof.json") ? getProof : get;
  return handler({ request, context, params: { lotteryId: path.split("/")[2] ?? "" } });
}
const liveOf = async (id: string) => (await (await look(`/draws/${id}/live.json`)).json()) as LiveDraw;
const later = (ms: number) => ctx.setNow(new Date(ctx.now().getTime() + ms));

async function sealedDraw(change: Parameters<typeof filledDraw>[1] = {}): Promise<string> {
  const { id } = await filledDraw(ctx, { sold: 60, players: 30, ...change });
  expect(await requestDraw(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true, value: { name: "frozen" } });
  return id;
}
async function drawnDraw(change: Parameters<typeof filledDraw>[1] = {}): Promise<string> {
  const id = await sealedDraw(change);
  later(10_000);
  expect(await drawWinner(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true });
  return id;
}

describe("live.json", () => {
  it("follows a draw from its sale to the result, with the first name and no other personal data", async () => {
    const { id } = await filledDraw(ctx, { sold: 60, players: 30 });
    expect(await liveOf(id)).toEqual({ state: "closing", isDemo: true });
    await requestDraw(ctx, COMMAND, { lotteryId: id });
    const waiting = await liveOf(id);
    expect(waiting).toMatchObject({ state: "waiting", sealed: { n: 66 } });
    expect(waiting.drawn).toBeUndefined();
    expect((waiting.sealed?.roundAt ?? 0) - ctx.now().getTime()).toBeGreaterThan(5_000);

    later(10_000);
    await drawWinner(ctx, COMMAND, { lotteryId: id });
    const live = await liveOf(id);
    const draw = await findDraw(ctx, id);
    const person = await ctx.db
      .selectFrom("users")
      .select(["first_name", "last_name", "email"])
      .where("id", "=", draw?.lottery.winnerId ?? "")
      .executeTakeFirstOrThrow();
    const tickets = draw?.result?.picks.map(({ ticketNumber }) => ticketNumber) ?? [];
    expect(live.drawn?.prizes).toEqual([
      { place: 1, ticket: tickets[0], reserves: tickets.slice(1), firstName: person.first_name, isReplaced: false },
    ]);
    const text = JSON.stringify(live);
    for (const secret of [person.last_name, person.email, draw?.lottery.winnerId ?? ""]) expect(text).not.toContain(secret);
  });

  it("has the tickets of several prizes, and says of which another ticket has the prize now", async () => {
    const second = { title: { en: "Watch" }, value_pence: 300_000, details: { en: "" } };
    const id = await drawnDraw({ further_prizes: JSON.stringify([second]) });
    const before = await liveOf(id);
    expect(before.drawn?.prizes.map(({ place, reserves, isReplaced }) => [place, reserves.length, isReplaced])).toEqual([
      [1, 3, false],
      [2, 3, false],
    ]);
    await replaceWinner(ctx, COMMAND, {
      lotteryId: id,
      place: 2,
      reason: { code: "declined", text: "The winner declined the prize in writing." },
    });
    const [first, replaced] = (await liveOf(id)).drawn?.prizes ?? [];
    expect(first).toEqual(before.drawn?.prizes[0]);
    expect(replaced).toMatchObject({ ticket: before.drawn?.prizes[1]?.ticket, isReplaced: true });
    expect(replaced?.firstName).toBeUndefined();
  });

  it("omits the name of a winner who objects to it", async () => {
    const id = await drawnDraw();
    const winner = (await findDraw(ctx, id))?.lottery.winnerId ?? "";
    await hideName(ctx, winner, { isHidden: true, source: "profile" });
    expect((await liveOf(id)).drawn?.prizes[0]?.firstName).toBeUndefined();
  });

  it("is refused with parameters, for unknown draws and for drafts", async () => {
    const { id } = await filledDraw(ctx, { sold: 0, players: 1 });
    expect((await look(`/draws/${id}/live.json?1`)).status).toBe(400);
    expect((await look("/draws/nothing/live.json")).status).toBe(404);
  });

  it("and the proof cost one reading a second, however many visitors there are", async () => {
    const id = await drawnDraw();
    const front = createCachedPages({
      render: (request) => look(new URL(request.url).pathname),
      hint: () => undefined,
      edge: (_, reply) => reply.writeHead(500).end(),
    });
    const server = createServer(front.listener).listen(0);
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    for (const file of ["live", "proof"]) {
      readings = 0;
      const begun = performance.now();
      const address = `http://localhost:${port}/draws/${id}/${file}.json`;
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, i) =>
          fetch(address, { headers: { cookie: `session=${i}`, "Accept-Language": i % 2 ? "fr" : "en" } }),
        ),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(await Promise.all(replies.map((reply) => reply.text()))).size).toBe(1);
      expect(readings).toBeLessThanOrEqual(Math.floor((performance.now() - begun) / 1000) + 1);
      const etag = replies[0]?.headers.get("ETag") ?? "";
      // Two tags in one header would match no request.
      expect(etag).toMatch(/^"[^",]+"$/);
      const again = await fetch(address, { headers: { "If-None-Match": etag } });
      expect([again.status, again.headers.has("Date")]).toEqual([304, true]);
    }
  });
});

describe("the recording", () => {
  it("is linked after the draw, logged, and removed again", async () => {
    const id = await drawnDraw();
    expect((await liveOf(id)).videoUrl).toBeUndefined();
    expect(await setDrawVideo(ctx, COMMAND, { lotteryId: id, url: ` ${VIDEO} ` })).toEqual({ ok: true });
    expect(await setDrawVideo(ctx, COMMAND, { lotteryId: id, url: VIDEO })).toEqual({ ok: true });
    expect((await liveOf(id)).videoUrl).toBe(VIDEO);
    expect(await setDrawVideo(ctx, COMMAND, { lotteryId: id, url: "" })).toEqual({ ok: true });
    expect((await liveOf(id)).videoUrl).toBeUndefined();
    const log = await ctx.db
      .selectFrom("audit_log")
      .select(["before", "after"])
      .where("action", "=", "draw.video")
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute();
    expect(log).toEqual([
      { before: { video_url: null }, after: { video_url: VIDEO } },
      { before: { video_url: VIDEO }, after: { video_url: null } },
    ]);
  });

  it("is refused before the result, for an address that is not https, and to players", async () => {
    const id = await sealedDraw();
    expect(await setDrawVideo(ctx, COMMAND, { lotteryId: id, url: VIDEO })).toEqual({ ok: false, error: "not_found" });
    const drawn = await drawnDraw();
    expect(await setDrawVideo(ctx, COMMAND, { lotteryId: drawn, url: "http://video.example" })).toEqual({
      ok: false,
      error: "not_a_link",
    });
    const { userId } = await registered(ctx);
    const player = actorOf({ id: userId, reauthAt: undefined });
    expect(await setDrawVideo(ctx, player, { lotteryId: drawn, url: VIDEO })).toEqual({ ok: false, error: "forbidden" });
  });
});
