/** A shop with a lagging replica: buyers see their purchases at once, other visitors within seconds. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Pair, startPair } from "#platform/postgres/fixtures/standby.fixture.ts";
import { newApiClient, PASSWORD } from "./api-client.fixture.ts";
import { makeDraw, payAtProvider, sessionIdOf } from "./books.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";

const TIMEOUTS = { timeout: 60_000, interval: 100 };
let pair: Pair;
let shop: Shop;
beforeAll(async () => {
  pair = await startPair();
  shop = await startShop({ env: { DATABASE_URL: pair.primary.url, DATABASE_READ_URL: pair.standby.url } });
}, 180_000);
// Also after a failure: a retry would wait forever for a paused replica.
afterEach(() => pair.standby.query("SELECT pg_wal_replay_resume()"));
afterAll(async () => {
  await shop.stop();
  await pair.stop();
});

async function listed(): Promise<string[]> {
  const reply = await fetch(`${shop.url}/api/lotteries`);
  return ((await reply.json()) as { id: string }[]).map(({ id }) => id);
}

/** Whether the shop has queried the replica for draws. */
async function isRead(): Promise<boolean> {
  await listed();
  const { rows } = await pair.standby.query(
    "SELECT FROM pg_stat_activity WHERE application_name = 'concours' AND pid <> pg_backend_pid() AND query LIKE '%lotteries%'",
  );
  return rows.length > 0;
}

/** Like a browser, with a cookie. */
async function profileOf(email: string): Promise<string> {
  const body = new URLSearchParams({ email, password: PASSWORD });
  const reply = await fetch(`${shop.url}/login`, { method: "POST", redirect: "manual", headers: { Origin: shop.url }, body });
  const cookie = reply.headers.getSetCookie().find((each) => each.startsWith("session="));
  const page = await fetch(`${shop.url}/profile`, { headers: { Cookie: cookie?.split(";")[0] ?? "" } });
  expect(page.status).toBe(200);
  return page.text();
}

it("buyers see a new purchase that the replica does not have yet", { timeout: 180_000 }, async () => {
  const draw = await makeDraw(shop, { title: "A car far from its replica" });
  await expect.poll(isRead, TIMEOUTS).toBe(true);
  await expect.poll(listed, TIMEOUTS).toContain(draw.id);
  await pair.standby.query("SELECT pg_wal_replay_pause()");

  const buyer = await newApiClient(shop);
  const { orderId, url } = await buyer.openPage(draw.id, 2);
  const sessionId = sessionIdOf(url);
  await payAtProvider(shop, sessionId);
  await expect.poll(async () => (await buyer.tickets(sessionId)).length, TIMEOUTS).toBe(2);
  expect(await profileOf(buyer.email)).toContain("A car far from its replica");
  // Meanwhile the replica knows neither the order nor the buyer.
  for (const [table, id] of [
    ["orders", orderId],
    ["users", buyer.userId],
  ] as const)
    expect((await pair.standby.query(`SELECT FROM ${table} WHERE id = '${id}'`)).rows).toEqual([]);

  const next = await makeDraw(shop, { title: "A car that the replica will not hear of" });
  await expect.poll(listed, TIMEOUTS).toContain(next.id);
  expect((await pair.standby.query(`SELECT FROM lotteries WHERE id = '${next.id}'`)).rows).toEqual([]);
  expect(shop.complaints).toEqual([]);
});
