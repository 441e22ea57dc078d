/** What is shared between visitors, and what never is. */
import { describe, expect, it } from "vitest";
import { createPageCache, createRobotCheck, isPersonal, type KeptPage, sharedFor } from "./page-cache.ts";

const html = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
const get = (url: string, headers: Record<string, string> = {}) => ({ method: "GET", url, headers });
const MARK = "MARKMARKMARKMARKMARKMA==";
const NONCE = "1234567890123456789012==";
const textOf = async (page: KeptPage | Promise<KeptPage | undefined>) => (await page)?.body.fill(NONCE).toString();

describe("pages that are shared", () => {
  it.each([
    ["/", true],
    ["/lottery/3f2b8f2e-0000-4000-8000-000000000001", true],
    ["/lottery/3f2b8f2e-0000-4000-8000-000000000001?quantity=25", false],
    ["/prize", true],
    ["/past-draws", true],
    ["/prizes", false],
    ["/prize/1", false],
    ["/?lng=fr", false],
    ["http://elsewhere.example/", false],
    ["/quiz/3f2b8f2e-0000-4000-8000-000000000001", false],
    ["/success", false],
    ["/login", false],
  ])("%s: %s", (path, shared) => {
    expect(sharedFor(get(path)) !== undefined).toBe(shared);
  });

  it("are for a language, and for crawlers or people", () => {
    expect(sharedFor(get("/"))).toEqual({ locale: "en", isRobot: false });
    expect(sharedFor(get("/", { cookie: "lang=fr" }))).toEqual({ locale: "fr", isRobot: false });
    expect(sharedFor(get("/", { "accept-language": "fr-CA, en;q=0.5" }))?.locale).toBe("fr");
    expect(sharedFor(get("/", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }))?.isRobot).toBe(true);
  });

  it.each([
    ["a session", { cookie: "lang=fr; session=abc" }],
    ["a session on https", { cookie: "__Host-session=abc" }],
    ["a message for the next page", { cookie: "flash=saved" }],
    ["a bearer token", { authorization: "Bearer x" }],
  ])("are never for somebody with %s", (_name, headers) => {
    expect(isPersonal(headers)).toBe(true);
    expect(sharedFor(get("/", headers))).toBeUndefined();
    expect(isPersonal({ cookie: "lang=fr; mysession=abc" })).toBe(false);
  });

  it("are only looked at", () => {
    expect(sharedFor({ ...get("/"), method: "POST" })).toBeUndefined();
    expect(sharedFor({ ...get("/"), method: "HEAD" })).toBeUndefined();
  });

  it("know a crawler again", () => {
    const isRobot = createRobotCheck();
    for (const _time of [1, 2]) {
      expect(isRobot("Mozilla/5.0 (compatible; bingbot/2.0)")).toBe(true);
      expect(isRobot("Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")).toBe(false);
    }
  });
});

describe("a kept page", () => {
  it("is rendered once for a crowd and carries each visitor's own nonce", async () => {
    const cache = createPageCache(MARK);
    let renderings = 0;
    const render = async () => {
      renderings++;
      return html(`<script nonce="${MARK}"></script><style nonce="${MARK}"></style>`, {
        "Content-Security-Policy": `'nonce-${MARK}'`,
      });
    };
    const pages = await Promise.all([1, 2, 3].map(() => cache.find("en /", render)));
    expect(renderings).toBe(1);
    const [page] = pages;
    if (!page) throw new Error("nothing was kept");
    expect(page.body.fill(NONCE).toString()).toBe(`<script nonce="${NONCE}"></script><style nonce="${NONCE}"></style>`);
    expect(page.body.fill(MARK.toLowerCase()).toString()).not.toContain(NONCE);
    expect(page.nonceHeaders).toEqual([["content-security-policy", `'nonce-${MARK}'`]]);
    expect(page.headers).toEqual([["content-type", "text/html; charset=utf-8"]]);
    expect(cache.find("en /", render)).toBe(page);
  });

  it("is rendered again when its moment is over", async () => {
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
    ["is an error", html("x", {}, 500)],
    ["is not a page", new Response("{}", { headers: { "Content-Type": "application/json" } })],
  ])("is not made of a reply that %s", async (_name, reply) => {
    expect(await createPageCache(MARK).find("k", async () => reply)).toBeUndefined();
  });

  it("forgets a rendering that failed", async () => {
    const cache = createPageCache(MARK);
    await expect(cache.find("k", async () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
    expect(await textOf(cache.find("k", async () => html("well")))).toBe("well");
  });
});
