import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
  ctx.setNow(new Date("2026-11-21T12:00:00Z"));
});
afterAll(() => ctx.close());

it("limits a whole IPv6 site to the attempts of sixteen households, without affecting other sites", async () => {
  const granted = async (site: string, households: number) => {
    let count = 0;
    for (let n = 0; n < households; n++)
      for (let i = 0; i < 31; i++)
        if ((await consumeRateLimit(ctx, "contactByAddress", `${site}:${n.toString(16)}::/64`)) === 0) count++;
    return count;
  };
  expect(await granted("2001:db8:1", 1)).toBe(30);
  expect(await granted("2001:db8:2", 20)).toBe(480);
  expect(await granted("2001:db8:3", 2)).toBe(60);
});

it("does not group IPv4 addresses", async () => {
  for (let n = 0; n < 60; n++) expect(await consumeRateLimit(ctx, "contactByAddress", `203.0.113.${n}`)).toBe(0);
});

it("does not count payment lookups by site, because all of a site's phones would wait for its row", async () => {
  await consumeRateLimit(ctx, "registerByAddress", "2001:db8:9:1::/64");
  await consumeRateLimit(ctx, "paymentLookupByAddress", "2001:db8:9:1::/64");
  const rows = await ctx.db.selectFrom("rate_limits").select("key").execute();
  const rowsOf = (limit: string) => rows.filter(({ key }) => key.startsWith(`${limit}:`)).length;
  expect([rowsOf("registerByAddress"), rowsOf("paymentLookupByAddress")]).toEqual([2, 1]);
});
