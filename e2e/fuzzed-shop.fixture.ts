/** A shop for fuzzing, with roles from stranger to administrator, and ids of existing records. */
import { listAddresses } from "./addresses.fixture.ts";
import { newApiClient } from "./api-client.fixture.ts";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { fuzz, type Role, throwInputs } from "./fuzz.fixture.ts";
import { callAsDescribed } from "./openapi.fixture.ts";
import type { Shop } from "./shop.fixture.ts";

export type FuzzedShop = {
  /** Both kinds of fuzzing. @returns faults, and errors of the shop's log */
  throwAt(options: { seed: number; count: number; described: number }): Promise<Thrown>;
  /** The number of routes, and of described API calls. */
  readonly addresses: number;
};
/** `statuses`: replies by status. */
type Thrown = { tried: number; readonly wrong: string[]; readonly statuses: Record<string, number> };

/** Tokens live five minutes, and an input may delete an account. */
const WITH_THE_SAME_PEOPLE = 1_000;

export async function fuzzedShop(shop: Shop, origin = shop.url): Promise<FuzzedShop> {
  const target = { url: shop.url, origin };
  const addresses = await listAddresses();
  return {
    addresses: addresses.length,
    async throwAt({ seed, count, described }) {
      const before = shop.complaints.length;
      const total: Thrown = { tried: 0, wrong: [], statuses: {} };
      for (let done = 0; done < count; done += WITH_THE_SAME_PEOPLE) {
        const people = await newPeople(shop);
        const size = Math.min(WITH_THE_SAME_PEOPLE, count - done);
        const thrown = await fuzz(target, throwInputs(addresses, { count: size, seed: seed + done, ...people }), 8);
        add(total, thrown);
      }
      add(total, await callAsDescribed(target, { seed, each: described, ...(await newPeople(shop)) }));
      total.wrong.push(...shop.complaints.slice(before).map((line) => `an error in the log: ${line.slice(0, 600)}`));
      return total;
    },
  };
}

function add(total: Thrown, { tried, wrong, statuses }: Thrown): void {
  total.tried += tried;
  total.wrong.push(...wrong);
  for (const [status, n] of Object.entries(statuses)) total.statuses[status] = (total.statuses[status] ?? 0) + n;
}

/** A stranger, a player with an open purchase and an administrator, with ids that they may know. */
async function newPeople(shop: Shop): Promise<{ roles: Role[]; known: string[] }> {
  const draw = await makeDraw(shop, { title: "Thrown at" });
  const [player, administrator] = await Promise.all([newApiClient(shop), newApiClient(shop)]);
  const page = await player.openPage(draw.id, 1);
  const known = await withDatabase(shop, async (db) => {
    await db.insertInto("admin_user").values({ id: administrator.userId }).execute();
    const lotteries = await db.selectFrom("lotteries").select("id").orderBy("short_number").limit(6).execute();
    return [...lotteries.map(({ id }) => id), draw.id, player.userId, page.orderId];
  });
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const roles = [
    { name: "stranger", headers: {} },
    { name: "player", headers: bearer(player.token) },
    { name: "administrator", headers: bearer(administrator.token) },
  ];
  return { roles, known };
}
