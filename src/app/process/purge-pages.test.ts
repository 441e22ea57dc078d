import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { recordChange } from "#features/access/server/actor.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { openDb } from "#platform/postgres/db.server.ts";
import { MOST_LAG_MS } from "#platform/postgres/reads.server.ts";
import { nameForCaches } from "../http/pages/surrogate-keys.ts";
import { pagePurger } from "./purge-pages.ts";

let ctx: TestCtx;
const told: { readonly headers: IncomingMessage["headers"]; readonly body: string }[] = [];
let answer = 200;
const cache = createServer(async (incoming, outgoing) => {
  told.push({ headers: incoming.headers, body: await text(incoming) });
  outgoing.writeHead(answer).end();
}).listen(0);
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(async () => {
  cache.close();
  await ctx.close();
});

const change = async (subjectType: "lottery" | "user", subjectId: string) =>
  recordChange(ctx.db, { actor: { kind: "command" }, action: "lottery.update", subjectType, subjectId, at: ctx.now() });
const namesOf = (path: string) => {
  const headers = new Headers();
  nameForCaches(headers, path);
  return [headers.get("Surrogate-Key"), headers.get("Cache-Tag")];
};

it("purges changed draws once, after the shop's own cache, and retries failures", async () => {
  const [lottery, other] = [await makeLottery(ctx), await makeLottery(ctx)];
  await change("lottery", other);
  let forgotten = 0;
  const url = `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`;
  const look = pagePurger(ctx, { url, token: "secret" }, () => (forgotten = told.length + 1));
  await look();
  await look();
  expect(told).toEqual([]);

  await change("lottery", lottery);
  await change("lottery", lottery);
  await change("user", (await makeUser(ctx)).id);
  answer = 503;
  await expect(look()).rejects.toThrow("503");
  answer = 200;
  await look();
  await look();
  expect(told).toHaveLength(2);
  expect(forgotten).toBe(2);
  const [, { headers, body } = { headers: {}, body: "" }] = told;
  expect(headers).toMatchObject({
    "surrogate-key": `draws draw-${lottery}`,
    authorization: "Bearer secret",
    "fastly-key": "secret",
  });
  expect(JSON.parse(body)).toEqual({ tags: ["draws", `draw-${lottery}`] });
  for (const path of ["/", "/prize", "/past-draws"]) expect(namesOf(path)).toEqual(["draws", "draws"]);
  for (const path of [`/lottery/${lottery}`, `/lottery/${lottery}/stock.json`])
    expect(namesOf(path)).toEqual([`draw-${lottery}`, `draw-${lottery}`]);
});

it("purges a change whose transaction outlasted a later one", async () => {
  const [slow, quick] = [await makeLottery(ctx), await makeLottery(ctx)];
  const url = `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`;
  const look = pagePurger(ctx, { url, token: "secret" }, () => {});
  await look();
  const at = told.length;
  await ctx.db.transaction().execute(async (tx) => {
    await recordChange(tx, {
      actor: { kind: "command" },
      action: "lottery.update",
      subjectType: "lottery",
      subjectId: slow,
      at: ctx.now(),
    });
    await change("lottery", quick);
    await look();
  });
  await look();
  expect(told.slice(at).map(({ body }) => JSON.parse(body))).toEqual([
    { tags: ["draws", `draw-${quick}`] },
    { tags: ["draws", `draw-${slow}`] },
  ]);
});

it("purges a change again once every replica has it", async () => {
  const url = `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`;
  const lottery = await makeLottery(ctx);
  let at = 0;
  let forgotten = 0;
  const look = pagePurger(
    { db: ctx.db, reads: openDb(ctx.pool) },
    { url, token: undefined },
    () => (forgotten += 1),
    () => at,
  );
  await look();
  const before = told.length;
  await change("lottery", lottery);
  for (at of [0, 500, MOST_LAG_MS - 1]) await look();
  expect([told.length - before, forgotten]).toEqual([1, 1]);
  for (at of [MOST_LAG_MS, MOST_LAG_MS + 500, 3 * MOST_LAG_MS]) await look();
  expect([told.length - before, forgotten]).toEqual([2, 2]);
  expect(told.at(-1)?.headers).toMatchObject({ "surrogate-key": `draws draw-${lottery}` });
});

it("splits purges above a cache's limit", async () => {
  const url = `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`;
  const look = pagePurger(ctx, { url, token: "secret" }, () => {});
  await look();
  const at = told.length;
  const draws = Array.from({ length: 150 }, () => crypto.randomUUID());
  for (const draw of draws) await change("lottery", draw);
  await look();
  const tags = told.slice(at).map(({ body }): string[] => JSON.parse(body).tags);
  expect(tags.map(({ length }) => length)).toEqual([100, 51]);
  expect(tags.flat()).toEqual(["draws", ...draws.map((draw) => `draw-${draw}`)]);
});
