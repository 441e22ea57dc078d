/** Cached pages read only the parameters that they declare: the cache key leaves out all others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { LOCALE_PARAM } from "#shared/language/locale.ts";
import { parametersRead } from "#shared/page-parameters.ts";
import { publicPage } from "../tests/public-page.fixture.tsx";

const ADVERTISED = "fbclid=IwAR0&utm_source=a&UTM_SOURCE=b&gclid=1&x=%3Cb%3E&x=2&empty=";
let ctx: TestCtx;
let draw = "";
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  draw = `/lottery/${await makeLottery(ctx, { title: "Valmont" })}`;
  // More than one page of draws, so that links between pages are rendered.
  const draws = Array.from({ length: 13 }, (_, i) => ({
    reference: `r${i}`,
    platform: "Elsewhere",
    title: `Draw ${i}`,
    prize: "A car",
    tickets: 9,
    last_ticket: 9,
    winning_ticket: 1,
    closed_on: "2025-01-01",
    drawn_on: "2025-01-02",
    imported_at: ctx.now(),
    imported_from: "draws.csv",
  }));
  await ctx.db.insertInto("past_draws").values(draws).execute();
});
afterAll(() => ctx.close());
afterEach(() => void vi.restoreAllMocks());

const PATHS = ["/", "/prize", "/past-draws", "/lottery/:lotteryId?"];
const addressOf = (path: string) => (path.startsWith("/lottery") ? draw : path);
/** Without the digits of its countdown. */
const render = async (path: string, query = "") => {
  const html = await publicPage(ctx, path, { address: `${addressOf(path)}${query}`, locale: "en" });
  return html?.replaceAll(/<b[^>]*>\d+<\/b>/g, "");
};

describe.each(PATHS)("%s", (path) => {
  it("is the same page with the parameters of an advertisement, and with those of other pages", async () => {
    // The first renderings load lazy imports.
    let plain = await render(path);
    await expect
      .poll(async () => {
        const before = plain;
        plain = await render(path);
        return before === plain;
      })
      .toBe(true);
    expect(plain).toContain("<h1");
    expect(await render(path, `?${ADVERTISED}`)).toBe(plain);
    const inFrench = await render(path, "?lng=fr");
    expect(await render(path, `?a=1&lng=fr&${ADVERTISED}`)).toBe(inFrench);
  });

  it("reads no parameter that it does not state", async () => {
    const names = new Set<string>();
    for (const method of ["get", "getAll", "has"] as const) {
      const original = URLSearchParams.prototype[method] as (name: string) => never;
      vi.spyOn(URLSearchParams.prototype, method).mockImplementation(function (this: URLSearchParams, name: string) {
        names.add(name);
        return original.call(this, name);
      });
    }
    await render(path);
    const stated = [...(parametersRead(addressOf(path)) ?? []), LOCALE_PARAM];
    // The list of draws shares a function that also reads the parameters of other lists.
    const unused = path === "/past-draws" ? ["q", "sort", "dir"] : [];
    expect([...names].filter((name) => !stated.includes(name) && !unused.includes(name))).toEqual([]);
  });
});

it("Varnish leaves the same parameters to the shop", () => {
  const vcl = readFileSync(join(import.meta.dirname, "../../../deploy/varnish/concours.vcl"), "utf8");
  const [, names = ""] = /\[\?&\]\(([a-z|]+)\)\(=\|&\|\$\)/.exec(vcl) ?? [];
  const stated = ["/", "/past-draws", draw].flatMap((path) => parametersRead(path) ?? []);
  expect(names.split("|").sort()).toEqual([...stated].sort());
});

it("what search engines read of a French address names French addresses, and the picture has a text", async () => {
  const [plain = "", french = ""] = [await render("/lottery/:lotteryId?"), await render("/lottery/:lotteryId?", "?a=1&lng=fr")];
  const addresses = (html: string) =>
    [...html.matchAll(/"(?:url|item)":"([^"]*\/(?:lottery\/[^"]*|prize[^"]*))"/g)].map(([, url]) => url);
  expect(addresses(plain).length).toBeGreaterThanOrEqual(4);
  expect(addresses(plain).filter((url) => url?.includes("?"))).toEqual([]);
  expect(addresses(french)).toEqual(addresses(plain).map((url) => `${url}?lng=fr`));
  expect(plain).toContain('<meta property="og:image:alt" content="Valmont"/>');
});
