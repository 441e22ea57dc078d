import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { LOCALES } from "#shared/language/locale.ts";
import { createFloodGate, refusedPage } from "./refused-page.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const client = "198.51.100.1";
const flooded = { isOver: () => true };

it("begins after 40 whole pages in ten seconds, and ends with that window", () => {
  let now = 0;
  const gate = createFloodGate(() => now);
  expect(Array.from({ length: 42 }, () => gate.isOver("a"))).toEqual([...Array(40).fill(false), true, true]);
  now = 9_999;
  expect(gate.isOver("a")).toBe(true);
  now = 10_000;
  expect(gate.isOver("a")).toBe(false);
});

it("spares other clients, until changing addresses reach the ceiling", () => {
  const gate = createFloodGate(() => 0);
  for (let i = 0; i < 100; i++) gate.isOver("flood");
  expect([1, 2, 3, 4].map(() => gate.isOver("honest"))).toEqual([false, false, false, true]);
  for (let i = 0; i < 100; i++) gate.isOver(`flood ${i}`);
  expect(gate.isOver("late")).toBe(true);
});

it.each(LOCALES.flatMap((locale) => [404, 405, 429].map((status) => [locale, status] as const)))(
  "explains in %s a %d in both languages, and keeps the route's headers",
  async (locale, status) => {
    const headers = new Headers({ "Retry-After": "60", "Cache-Control": "no-store" });
    const reply = refusedPage(ctx, { status, headers, locale, client }, flooded);
    expect([reply?.status, reply?.headers.get("Retry-After"), reply?.headers.get("Cache-Control")]).toEqual([
      status,
      "60",
      "no-store",
    ]);
    expect(reply?.headers.get("Content-Security-Policy")).toContain("default-src 'none'; style-src 'nonce-");
    const html = (await reply?.text()) ?? "";
    const titles = status === 429 ? ["Please wait", "Patientez"] : ["We can’t find this page", "Cette page est introuvable"];
    const [first = "", second = ""] = locale === "en" ? titles : titles.toReversed();
    expect(html).toMatch(new RegExp(`<html lang="${locale}">[\\s\\S]*<h1>${first}[\\s\\S]*<h2>${second}`));
    expect(html).toContain('<a href="/?lng=fr">');
    expect(html.length).toBeLessThan(4_000);
  },
);

it("is for refusals only, and never where limits are off", () => {
  const asked = { headers: new Headers(), locale: "en", client } as const;
  for (const status of [200, 400, 422, 503]) expect(refusedPage(ctx, { ...asked, status }, flooded)).toBeUndefined();
  const off = { ...ctx, env: { ...ctx.env, rateLimits: false } };
  expect(refusedPage(off, { ...asked, status: 404 }, flooded)).toBeUndefined();
});
