/** Two processes on one database share rate limits and sessions. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiClientOf, newApiClient } from "./api-client.fixture.ts";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";

let shop: Shop;
let second: Shop;
beforeAll(async () => {
  const env = { RATE_LIMITS: "on", AUTH_SECRET: "one secret for both shops, at least 32 long" };
  shop = await startShop({ env });
  second = await startShop({ env: { ...env, DATABASE_URL: shop.databaseUrl } });
}, 120_000);
afterAll(async () => {
  await second?.stop();
  await shop?.stop();
});

/** The demonstration has messages of its own. */
const ADA = "ada@example.com";

it("two processes count the same attempts", async () => {
  const write = async ({ url }: Shop) => {
    const body = JSON.stringify({ name: "Ada", email: ADA, subject: "Hello", message: "How are you?" });
    const reply = await fetch(`${url}/functions/send-contact-form`, { method: "POST", body });
    return reply.status;
  };
  const statuses: number[] = [];
  for (const each of [shop, second, shop, second, shop, second]) statuses.push(await write(each));
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  const [messages, further] = await withDatabase(shop, (db) =>
    Promise.all([
      db.selectFrom("contact_messages").select("id").where("email", "=", ADA).execute(),
      db.selectFrom("conversation_entries").select("id").where("email", "=", ADA).execute(),
    ]),
  );
  // The second and third continue the conversation of the first.
  expect([messages.length, further.length]).toEqual([1, 2]);
});

it("the sixth answer of an hour is refused unchecked, also by a process that saw none of the others", async () => {
  const five = await makeDraw(shop, { title: "Five tries" });
  const other = await makeDraw(shop, { title: "Another question" });
  const guesser = await newApiClient(shop);
  for (let i = 0; i < 5; i++)
    expect(await guesser.checkout(five.id, { answer: "bmw" })).toMatchObject({ status: 422, body: { error: "wrong_answer" } });
  const refused = { status: 429, body: { error: "too_many_tries" } };
  expect(await guesser.checkout(five.id)).toMatchObject(refused);
  expect(await apiClientOf(second, guesser).checkout(five.id)).toMatchObject(refused);
  // Counted by player and draw.
  expect(await guesser.checkout(other.id)).toMatchObject({ status: 200 });
  expect(await (await newApiClient(shop)).checkout(five.id)).toMatchObject({ status: 200 });
});

it("a second process keeps sessions valid, and can end them in both", async () => {
  const player = await newApiClient(shop);
  const headers = { Authorization: `Bearer ${player.token}` };
  expect((await fetch(`${second.url}/api/session`, { headers })).status).toBe(200);
  await fetch(`${second.url}/api/session`, { method: "DELETE", headers });
  expect((await fetch(`${shop.url}/api/session`, { headers })).status).toBe(401);
});
