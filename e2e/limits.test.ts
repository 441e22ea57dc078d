/** Limits as they are where nobody has switched them off: five wrong answers an hour, which a restart does not forget. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiClientOf, newApiClient } from "./api-client.fixture.ts";
import { makeDraw } from "./books.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";

const env = { RATE_LIMITS: "on" };
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ env });
});
afterAll(async () => {
  await shop.stop();
  await rm(shop.dataDir, { recursive: true, force: true });
});

it("the sixth answer of an hour is not looked at, right or wrong, before and after a restart", async () => {
  const draw = await makeDraw(shop, { title: "Five tries" });
  const other = await makeDraw(shop, { title: "Another question" });
  const player = await newApiClient(shop);
  for (let i = 0; i < 5; i++)
    expect(await player.checkout(draw.id, { answer: "bmw" })).toMatchObject({ status: 422, body: { error: "wrong_answer" } });
  const refused = { status: 429, body: { error: "too_many_tries" } };
  expect(await player.checkout(draw.id)).toMatchObject(refused);

  const port = Number(new URL(shop.url).port);
  await shop.stop({ keepData: true });
  shop = await startShop({ env, dataDir: shop.dataDir, port });
  const back = apiClientOf(shop, player);
  expect(await back.checkout(draw.id)).toMatchObject(refused);
  // Counted for each player and draw.
  expect(await back.checkout(other.id)).toMatchObject({ status: 200 });
  expect(await (await newApiClient(shop)).checkout(draw.id)).toMatchObject({ status: 200 });
});
