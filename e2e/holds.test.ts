/** One account cannot hold more of a draw than the limit, with three calls or with many tabs. */
import { expect, inject, it } from "vitest";
import { type ApiClient, newApiClient } from "./api-client.fixture.ts";
import { expectInvariantsHold, makeDraw, payAtProvider, readLedger, sessionIdOf, ticketsLeft } from "./books.fixture.ts";

const shop = inject("shop");
const ask = async (client: ApiClient, lotteryId: string, quantity: number) => {
  const reply = await client.checkout(lotteryId, { tickets: { quantity, unitPrice: 29.99 } });
  return reply.status === 200 ? "opened" : (reply.body as { error: string }).error;
};

it("three free calls of one new account hold what the last of them asked for", async () => {
  const draw = await makeDraw(shop, { title: "Three calls", available: 4840 });
  const client = await newApiClient(shop);
  expect(await ask(client, draw.id, 4838)).toBe("newcomer_limit");
  const pages: string[] = [];
  for (const quantity of [484, 400, 300]) {
    const { url } = await client.openPage(draw.id, quantity);
    pages.push(sessionIdOf(url));
  }
  expect(await ticketsLeft(shop, draw)).toBe(4540);
  const { sessions } = await readLedger(shop);
  expect(pages.map((id) => sessions.find((session) => session.id === id)?.status)).toEqual(["expired", "expired", "open"]);
  expect((await payAtProvider(shop, pages[0] ?? "")).status).toBe(400);
});

it("states the reason in the buyer's language, and how many can be chosen", async () => {
  const draw = await makeDraw(shop, { title: "Too many", available: 400 });
  const client = await newApiClient(shop);
  const reply = await client.checkout(draw.id, { tickets: { quantity: 51, unitPrice: 29.99 } });
  expect(reply).toMatchObject({
    status: 409,
    body: { error: "newcomer_limit", message: expect.stringContaining("up to 50 at a time") },
  });
  const service = await newApiClient(shop);
  for (const one of [client, service]) expect(await ask(one, draw.id, 45)).toBe("opened");
  const third = await newApiClient(shop);
  expect(await ask(third, draw.id, 45)).toBe("busy");
});

it("one page is open at a time, however many tabs ask at once", async () => {
  const draw = await makeDraw(shop, { title: "Many tabs" });
  const client = await newApiClient(shop);
  await Promise.all(Array.from({ length: 8 }, (_, tab) => ask(client, draw.id, tab + 1)));
  const { sessions } = await readLedger(shop);
  const held = 1000 - (await ticketsLeft(shop, draw));
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThanOrEqual(8);
  expect(sessions.filter((session) => session.status === "open").length).toBeGreaterThan(0);
  await expectInvariantsHold(shop);
});
