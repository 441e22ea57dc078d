/** A popular draw is sold while the primary of its database fails repeatedly, in every possible way. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { seededRandom } from "#demo/random.ts";
import { withClient } from "#platform/postgres/db-client.server.ts";
import type { Node } from "#platform/postgres/fixtures/cluster-node.fixture.ts";
import type { Cluster } from "#platform/postgres/fixtures/cluster.fixture.ts";
import { type ApiClient, newApiClient, type Ticket } from "./api-client.fixture.ts";
import { type Draw, makeDraw, makeKnown, payAtProvider, readLedger, sessionIdOf, withDatabase } from "./books.fixture.ts";
import type { FaultyShop } from "./faulty-shop.fixture.ts";
import { calmDown, expectAllKept, type Told } from "./promises.fixture.ts";

export const LOSSES = {
  "machine killed": { lose: (node: Node) => node.kill(), back: (node: Node) => node.start() },
  "PostgreSQL killed": { lose: async (node: Node) => node.killDatabase(), back: () => undefined },
  "machine frozen": { lose: async (node: Node) => node.freeze(), back: (node: Node) => node.thaw() },
  "machine cut off": { lose: async (node: Node) => node.cutOff(), back: (node: Node) => node.join() },
} as const;
export type Loss = keyof typeof LOSSES;

/** Allowed replies of a shop without a database; any other one is a bug. */
const EXPECTED = new Set([200, 400, 409, 429, 502, 503]);
/** Remaining tickets of the draws for one failover each: fewer than the buyers want. */
const SCARCE = 60;
const SELLING_MS = 3_000;
const LONGEST_MS = 60_000;

export type Lost = { readonly loss: Loss; readonly sellingAfterMs: number };
export type Weathered = {
  readonly losses: Lost[];
  /** A checkout that returned a payment page. */
  readonly promised: { readonly orderId: string; readonly sessionId: string; readonly begun: number }[];
  readonly answers: Record<string, number>;
  readonly unexpected: string[];
  tickets: number;
  pagesNobodyWasTold: number;
};
type Selling = { draws: Draw[]; seen: Weathered; told: Told[]; isOver: boolean };
type Options = { readonly losses: readonly Loss[]; readonly buyers: number; readonly seed: number };
type ShopOnCluster = Pick<FaultyShop, "shop" | "simulator"> & { readonly cluster: Cluster };

export async function clusterStorm(on: ShopOnCluster, { losses, buyers, seed }: Options): Promise<Weathered> {
  const hot = await makeDraw(on.shop, { title: "A hot draw", available: 1_000_000 });
  const people = await Promise.all(Array.from({ length: buyers }, () => newApiClient(on.shop)));
  await makeKnown(on.shop, people);
  const seen: Weathered = { losses: [], promised: [], answers: {}, unexpected: [], tickets: 0, pagesNobodyWasTold: 0 };
  const selling: Selling = { draws: [hot], seen, told: [], isOver: false };
  const begun = new Date();
  const buying = people.map((buyer, i) => buyOn(on, selling, { buyer, seed: seed + i }));
  const scarce: Draw[] = [];
  try {
    for (const loss of losses) {
      const draw = await makeDraw(on.shop, { title: `The last ${SCARCE}`, available: SCARCE });
      scarce.push(draw);
      await sleep(SELLING_MS);
      selling.draws = [hot, draw];
      seen.losses.push(await losePrimary(on, selling, loss));
      selling.draws = [hot];
    }
  } finally {
    selling.isOver = true;
    await Promise.all(buying);
  }
  await calmDown(on);
  await expectAllKept(on, { people, told: selling.told, begun });
  await expectPromisesKept(on, seen);
  await expectNotOversold(on, scarce);
  return seen;
}

/** The machine returns after a purchase without it. */
async function losePrimary({ cluster }: ShopOnCluster, { seen }: Selling, loss: Loss): Promise<Lost> {
  await sleep(200);
  const primary = await cluster.primary();
  const lostAt = performance.now();
  await LOSSES[loss].lose(primary);
  const isSelling = () => seen.promised.some(({ begun }) => begun > lostAt + 50);
  while (!isSelling() && performance.now() - lostAt < LONGEST_MS) await sleep(20);
  const sellingAfterMs = Math.round(performance.now() - lostAt);
  await sleep(SELLING_MS);
  await LOSSES[loss].back(primary);
  await cluster.untilHealthy();
  // HAProxy routes to both again.
  const isStandby = async (url: string) =>
    (await withClient(url, (client) => client.query<{ is: boolean }>("SELECT pg_is_in_recovery() AS is"))).rows[0]?.is;
  await expect.poll(() => isStandby(cluster.url).catch(String), { timeout: 30_000 }).toBe(false);
  await expect.poll(() => isStandby(cluster.standbyUrl).catch(String), { timeout: 30_000 }).toBe(true);
  return { loss, sellingAfterMs };
}

async function buyOn(on: ShopOnCluster, selling: Selling, { buyer, seed }: { buyer: ApiClient; seed: number }): Promise<void> {
  const luck = seededRandom(seed);
  const { seen, told } = selling;
  while (!selling.isOver) {
    const draw = luck.pick(selling.draws);
    const begun = performance.now();
    try {
      const reply = await buyer.checkout(draw.id, { tickets: { quantity: luck.between(1, 3), unitPrice: 29.99 } });
      seen.answers[reply.status] = (seen.answers[reply.status] ?? 0) + 1;
      if (!EXPECTED.has(reply.status)) seen.unexpected.push(`checkout ${reply.status} ${JSON.stringify(reply.body)}`);
      if (reply.status !== 200) {
        await sleep(100);
        continue;
      }
      const { orderId, url } = reply.body as { orderId: string; url: string };
      const sessionId = sessionIdOf(url);
      seen.promised.push({ orderId, sessionId, begun });
      if (luck.between(1, 10) <= 9) await payAtProvider(on.shop, sessionId);
      const tickets = await ticketsOf(buyer, sessionId);
      seen.tickets += tickets.length;
      if (tickets.length > 0) told.push({ buyer, sessionId, tickets });
    } catch {
      seen.answers.broken = (seen.answers.broken ?? 0) + 1;
      await sleep(100);
    }
  }
}

/** Polls like the result page. */
async function ticketsOf(buyer: ApiClient, sessionId: string): Promise<Ticket[]> {
  for (let asked = 0; asked < 10; asked += 1) {
    const tickets = await buyer.tickets(sessionId);
    if (tickets.length > 0) return tickets;
    await sleep(100);
  }
  return [];
}

/** Every payment page that a buyer received belongs to an order, although holds do not wait for the disk. */
async function expectPromisesKept({ shop }: ShopOnCluster, seen: Weathered): Promise<void> {
  const rows = await withDatabase(shop, (db) => db.selectFrom("orders").select(["id", "payment_session_id"]).execute());
  const pages = new Map(rows.map((row) => [row.id, row.payment_session_id]));
  expect(seen.promised.filter(({ orderId, sessionId }) => pages.get(orderId) !== sessionId)).toEqual([]);
  const known = new Set(pages.values());
  const strangers = (await readLedger(shop)).sessions.filter(({ id }) => !known.has(id));
  expect(strangers.filter(({ payment_status: status }) => status === "paid")).toEqual([]);
  seen.pagesNobodyWasTold = strangers.length;
}

async function expectNotOversold({ shop }: ShopOnCluster, draws: readonly Draw[]): Promise<void> {
  for (const { id } of draws) {
    const tickets = await withDatabase(shop, (db) =>
      db.selectFrom("tickets").select("ticket_number").where("lottery_id", "=", id).where("void_at", "is", null).execute(),
    );
    expect(tickets.length).toBeLessThanOrEqual(SCARCE);
    expect(new Set(tickets.map((row) => row.ticket_number)).size).toBe(tickets.length);
  }
}
