import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type CachedPage, createPageCache, isPersonal, sharedFor } from "./page-cache.ts";

const html = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
const get = (url: string, headers: Record<string, string> = {}) => ({ method: "GET", url, headers });
const MARK = "MARKMARKMARKMARKMARKMA==";
const textOf = async (page: CachedPage | Promise<CachedPage | undefined>) => (await page)?.body.toString();

describe("shared pages", () => {
  it.each([
    ["/", true],
    ["/lottery/3f2b8f2e-0000-4000-8000-000000000001", true],
    ["/lottery/3f2b8f2e-0000-4000-8000-000000000001?quantity=25", false],
    ["/prize", true],
    ["/past-draws", true],
    ["/lottery/3f2b8f2e-0000-4000-8000-000000000001/stock.json", true],
    ["/lottery/3f2b8f2e-0000-4000-8000-000000000001/queue.json", true],
    ["/draws/3f2b8f2e-0000-4000-8000-000000000001/live", true],
    ["/draws/3f2b8f2e-0000-4000-8000-000000000001/live?lng=fr", true],
    ["/draws/3f2b8f2e-0000-4000-8000-000000000001/live.json", true],
    ["/draws/3f2b8f2e-0000-4000-8000-000000000001/proof.json", true],
    ["/draws/3f2b8f2e-0000-4000-8000-000000000001/entries.csv", false],
    ["/draws/3f2b8f2e-0000-4000-8000-000000000001", false],
    ["/lottery/3f2b8f2e-0000-4000-8000-000000000001/queue", false],
    ["/lottery/3f2b8f2e-0000-4000-8000-000000000001/stock.json?1", false],
    ["/prizes", false],
    ["/prize/1", false],
    ["/?lng=fr", true],
    ["/prize?lng=en", true],
    ["/lottery/3f2b8f2e-0000-4000-8000-000000000001?lng=fr", true],
    ["/?lng=fr&lng=keep", false],
    ["http://elsewhere.example/", false],
    ["/quiz/3f2b8f2e-0000-4000-8000-000000000001", false],
    ["/success", false],
    ["/login", false],
  ])("%s: %s", (path, shared) => {
    expect(sharedFor(get(path)) !== undefined).toBe(shared);
  });

  const DRAW = "/lottery/3f2b8f2e-0000-4000-8000-000000000001";
  it.each([
    ["/?fbclid=IwAR0x", "/"],
    [`${DRAW}?utm_source=facebook&utm_medium=cpc&gclid=1&msclkid=2`, DRAW],
    ["/prize?fbclid=1&lng=fr&utm_source=x", "/prize?lng=fr"],
    ["/?UTM_Source=x&LNG=fr&Quantity=3", "/"],
    ["/?%6C%6Eg=fr&a=b", "/?lng=fr"],
    ["/?", "/"],
    ["/?&&=&a", "/"],
    ["/?lng=", "/"],
    ["/?lng=de&a", "/"],
    ["/?quantity=25", "/"],
    [`/?${"a=b&".repeat(50)}`, "/"],
    ["/?a=%ZZ&b=%00&c=\u{1f697}", "/"],
    ["/?lng=fr&lng=en", undefined],
    ["/?lng=fr&utm_source=x&lng=keep", undefined],
    ["/?a=b#&lng=fr", undefined],
    ["/past-draws?fbclid=1&page=2", undefined],
    [`${DRAW}?utm_source=x&quantity=25`, undefined],
    [`${DRAW}?fbclid=1&qu%61ntity=25`, undefined],
    [`${DRAW}?code=VIP-1`, undefined],
  ])("of all parameters, %s keeps those that its page reads", (url, address) => {
    expect(sharedFor(get(url))?.address).toBe(address);
    expect(sharedFor(get(url, { cookie: "session=abc" }))?.address).toBe(address);
  });

  it("exclude addresses that are refused for length or number of parameters", () => {
    expect(sharedFor(get(`/?${"a".repeat(4_000)}`))).toBeDefined();
    for (const search of ["a".repeat(5_000), "a=1&".repeat(100)]) expect(sharedFor(get(`/?${search}`))).toBeUndefined();
  });

  it("depend on the language, and are the same for crawlers and people", () => {
    expect(sharedFor(get("/"))?.locale).toBe("en");
    expect(sharedFor(get("/", { cookie: "lang=fr" }))?.locale).toBe("fr");
    expect(sharedFor(get("/?lng=en", { cookie: "lang=fr" }))?.locale).toBe("en");
    expect(sharedFor(get("/", { "accept-language": "fr-CA, en;q=0.5" }))?.locale).toBe("fr");
    expect(sharedFor(get("/", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }))?.locale).toBe("en");
  });

  it("exclude requests with a body", () => {
    expect(sharedFor(get("/", { "content-length": "5" }))).toBeUndefined();
    expect(sharedFor(get("/", { "transfer-encoding": "chunked" }))).toBeUndefined();
  });

  it.each([
    ["a session", { cookie: "lang=fr; session=abc" }, true],
    ["a session over HTTPS", { cookie: "__Host-session=abc" }, true],
    ["a bearer token", { authorization: "Bearer x" }, true],
    ["a message for the next page", { cookie: "flash=saved" }, false],
    ["another site's cookie", { cookie: "lang=fr; mysession=abc" }, false],
  ])("are the same with %s, which makes other pages personal", (_name, headers, personal) => {
    expect(isPersonal(headers)).toBe(personal);
    expect(sharedFor(get("/prize?lng=fr", headers))).toEqual(sharedFor(get("/prize?lng=fr")));
  });

  it("exclude methods other than GET and HEAD", () => {
    expect(sharedFor({ ...get("/"), method: "POST" })).toBeUndefined();
    expect(sharedFor({ ...get("/"), method: "HEAD" })?.locale).toBe("en");
  });
});

describe("a cached page", () => {
  it("is rendered once for concurrent requests, and its policy names its scripts", async () => {
    const cache = createPageCache(MARK, () => 0);
    let renderings = 0;
    const render = async () => {
      renderings++;
      return html(`<script nonce="${MARK}">go()</script>`, {
        "Content-Security-Policy": `script-src 'nonce-${MARK}' 'strict-dynamic'; base-uri 'none'`,
        Vary: "Accept-Encoding",
        "Cache-Control": "private, no-cache",
      });
    };
    const pages = await Promise.all([1, 2, 3].map(() => cache.find("en /", render)));
    expect(renderings).toBe(1);
    const [page] = pages;
    if (!page) throw new Error("nothing was kept");
    expect(page.body.toString()).toBe("<script>go()</script>");
    const lasting = ["cache-control", "private, no-cache", "vary", "Accept-Encoding"];
    expect(page.lasting).toEqual(lasting);
    const policy = `script-src 'self' 'sha256-${hash("sha256", "go()", "base64")}'; base-uri 'none'`;
    expect(page.headers.join()).toBe(
      ["cache-control", "private, no-cache", "content-security-policy", policy]
        .concat(["content-type", "text/html; charset=utf-8", "vary", "Accept-Encoding"])
        .join(),
    );
    expect(cache.find("en /", render)).toBe(page);
  });

  it("is rendered again after it expires", async () => {
    let time = 0;
    let renderings = 0;
    const cache = createPageCache(MARK, () => time);
    const render = async () => html(String(++renderings));
    expect(await textOf(cache.find("k", render))).toBe("1");
    time = 999;
    expect(await textOf(cache.find("k", render))).toBe("1");
    time = 1000;
    expect(await textOf(cache.find("k", render))).toBe("2");
  });

  it.each([
    ["sets a cookie", html("x", { "Set-Cookie": "flash=; Max-Age=0" })],
    ["nobody may keep", html("x", { "Cache-Control": "no-store" })],
    ["is an error", html("x", {}, 500)],
    ["is not a page", new Response("{}", { headers: { "Content-Type": "text/plain" } })],
  ])("is not made of a reply that %s", async (_name, reply) => {
    expect(await createPageCache(MARK).find("k", async () => reply)).toBeUndefined();
  });

  it("forgets a rendering that failed", async () => {
    const cache = createPageCache(MARK);
    await expect(cache.find("k", async () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
    expect(await textOf(cache.find("k", async () => html("well")))).toBe("well");
  });

  it("is not evicted by unknown addresses", async () => {
    const cache = createPageCache(MARK, () => 0);
    let renderings = 0;
    const home = async () => html(`home ${++renderings}`);
    await cache.find("en /", home);
    for (let i = 0; i < 5000; i++) await cache.find(`en /lottery/${i}`, async () => html("nothing", {}, 404));
    expect(await textOf(cache.find("en /", home))).toBe("home 1");
    expect(renderings).toBe(1);
  });

  it("is evicted at the limit, the oldest first", async () => {
    const cache = createPageCache(MARK, () => 0);
    for (let i = 0; i <= 400; i++) await cache.find(`${i}`, async () => html(`first ${i}`));
    const again = (i: number) => textOf(cache.find(`${i}`, async () => html(`again ${i}`)));
    expect(await again(1)).toBe("first 1");
    expect(await again(400)).toBe("first 400");
    expect(await again(0)).toBe("again 0");
  });

  it("is dropped at once after a change, with renderings that began before", async () => {
    const cache = createPageCache(MARK, () => 0);
    let finish = () => {};
    const before = cache.find("k", () => new Promise((resolve) => (finish = () => resolve(html("before")))));
    cache.forget();
    expect(await textOf(cache.find("k", async () => html("after")))).toBe("after");
    finish();
    expect(await textOf(before)).toBe("before");
    expect(await textOf(cache.find("k", async () => html("too late")))).toBe("after");
    cache.forget();
    expect(await textOf(cache.find("k", async () => html("anew")))).toBe("anew");
  });

  it("whose rendering takes too long delays no later request, and replaces nothing newer", async () => {
    let time = 0;
    const cache = createPageCache(MARK, () => time);
    let finish = () => {};
    const slow = cache.find("k", () => new Promise((resolve) => (finish = () => resolve(html("slow")))));
    time = 999;
    expect(cache.find("k", async () => html("joined"))).toBe(slow);
    time = 1000;
    const later = cache.find("k", async () => html("later"));
    expect(later).not.toBe(slow);
    expect(await textOf(later)).toBe("later");
    finish();
    expect(await textOf(slow)).toBe("slow");
    expect(await textOf(cache.find("k", async () => html("anew")))).toBe("later");
  });

  it("that is a 404 is rendered once for an address", async () => {
    const cache = createPageCache(MARK, () => 0);
    let renderings = 0;
    const nothing = async () => {
      renderings++;
      return html("nothing", {}, 404);
    };
    const pages = await Promise.all(Array.from({ length: 500 }, () => cache.find("en /lottery/unknown", nothing)));
    const later = await cache.find("en /lottery/unknown", nothing);
    expect(renderings).toBe(1);
    expect([...new Set([...pages, later].map((page) => page?.status))]).toEqual([404]);
  });
});
