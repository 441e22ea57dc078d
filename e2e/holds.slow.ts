/** Nobody keeps a draw from everybody else without paying: crowds of new accounts against a shop as its owner starts it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, apiClientOf, newApiClient } from "./api-client.fixture.ts";
import { expectInvariantsHold, makeDraw, makeKnown, ticketsLeft } from "./books.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";

const CROWD = 50;
const QUANTITIES = [120, 50, 25, 1];
/** How often each attacker asks, for another quantity each time; more in earnest (`SIEGE_ROUNDS=40`). */
const ROUNDS = Number(process.env.SIEGE_ROUNDS ?? 2);

let shop: Shop;
let people: ApiClient[];
beforeAll(async () => {
  shop = await startShop({ env: { TRUSTED_PROXIES: "127.0.0.1,::1" } });
  people = [];
  // Eight at a time, as many as a small machine registers without haste.
  while (people.length < CROWD) {
    const next = Array.from({ length: Math.min(8, CROWD - people.length) }, () => newApiClient(at("198.51.100.30")));
    people.push(...(await Promise.all(next)));
  }
}, 120_000);
afterAll(() => shop.stop());

const at = (clientAddress: string) => ({ ...shop, clientAddress });
/** The same people for every siege, each at an address of it: what they held of another draw is theirs no more once they ask for this one. */
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
        // In the middle of the rush, and after it.
        seen.push(await ask(honest, draw.id, 15));
        await Promise.all(siege);
        seen.push(await ask(honest, draw.id, 15));
      }
      expect(new Set(seen)).toEqual(new Set(["opened"]));
      // The honest buyer's fifteen, and a quarter.
      expect(available - (await ticketsLeft(shop, draw))).toBeLessThanOrEqual(15 + available / 4);
      await expectInvariantsHold(shop);
    },
    240_000,
  );

  it("of fifty addresses leave half to whoever has bought before", async () => {
    const draw = await makeDraw(shop, { title: "Besieged from everywhere", available: 1000 });
    const attackers = crowdAt((i) => `203.0.113.${i + 100}`);
    const known = await newApiClient(at("198.51.100.21"));
    await makeKnown(shop, [known]);
    await Promise.all(attackers.map((attacker) => ask(attacker, draw.id, 50)));
    expect(await ticketsLeft(shop, draw)).toBe(500);
    expect(await ask(known, draw.id, 500)).toBe("opened");
  }, 120_000);
});
