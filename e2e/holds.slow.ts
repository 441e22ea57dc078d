/** Unpaid holds cannot block a draw: crowds of new accounts against a shop with default settings. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, apiClientOf, newApiClient } from "./api-client.fixture.ts";
import { expectInvariantsHold, makeDraw, makeKnown, ticketsLeft } from "./books.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";

const CROWD = 50;
const QUANTITIES = [120, 50, 25, 1];
/** Requests of each attacker, each for another quantity; `SIEGE_ROUNDS=40` for a long run. */
const ROUNDS = Number(process.env.SIEGE_ROUNDS ?? 2);

let shop: Shop;
let people: ApiClient[];
beforeAll(async () => {
  shop = await startShop({ env: { TRUSTED_PROXIES: "127.0.0.1,::1" } });
  people = [];
  // Eight at a time, which a small machine can register.
  while (people.length < CROWD) {
    const next = Array.from({ length: Math.min(8, CROWD - people.length) }, () => newApiClient(at("198.51.100.30")));
    people.push(...(await Promise.all(next)));
  }
}, 120_000);
afterAll(() => shop.stop());

const at = (clientAddress: string) => ({ ...shop, clientAddress });
/** The same accounts for every attack, each with its own address; a new hold replaces an earlier one. */
const crowdAt = (addressOf: (i: number) => string) => people.map((person, i) => apiClientOf(at(addressOf(i)), person));
const ask = async (client: ApiClient, lotteryId: string, quantity: number) => {
  const reply = await client.checkout(lotteryId, { tickets: { quantity, unitPrice: 29.99 } });
  return reply.status === 200 ? "opened" : (reply.body as { error: string }).error;
};

describe("fifty fresh accounts", () => {
  it.each([
    ["of one address", () => "203.0.113.9", 1200],
    ["of one site with a network for each", (i: number) => `2001:db8:7:${i.toString(16)}::1`, 1200],
  ] as const)(
    "%s cannot keep an honest buyer out",
    async (_, addressOf, available) => {
      const draw = await makeDraw(shop, { title: "Besieged", available });
      const attackers = crowdAt(addressOf);
      const honest = await newApiClient(at("198.51.100.20"));
      const seen: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const siege = attackers.map((attacker, i) => ask(attacker, draw.id, QUANTITIES[(i + round) % QUANTITIES.length] ?? 1));
        // During the attack and after it.
        seen.push(await ask(honest, draw.id, 15));
        await Promise.all(siege);
        seen.push(await ask(honest, draw.id, 15));
      }
      expect(new Set(seen)).toEqual(new Set(["opened"]));
      // The buyer's fifteen, and a quarter.
      expect(available - (await ticketsLeft(shop, draw))).toBeLessThanOrEqual(15 + available / 4);
      await expectInvariantsHold(shop);
    },
    240_000,
  );

  it("of fifty addresses leave half to earlier buyers", async () => {
    const draw = await makeDraw(shop, { title: "Besieged from everywhere", available: 1000 });
    const attackers = crowdAt((i) => `203.0.113.${i + 100}`);
    const known = await newApiClient(at("198.51.100.21"));
    await makeKnown(shop, [known]);
    await Promise.all(attackers.map((attacker) => ask(attacker, draw.id, 50)));
    expect(await ticketsLeft(shop, draw)).toBe(500);
    expect(await ask(known, draw.id, 500)).toBe("opened");
  }, 120_000);
});
