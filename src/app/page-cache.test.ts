/** What is shared between visitors, and what never is. */
import { describe, expect, it } from "vitest";
import { createPageCache, sharedPageKey } from "./page-cache.ts";

const html = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
const stranger = { locale: "en", isRobot: false, isSignedOut: true };
const get = (path: string) => new Request(`http://localhost${path}`);

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
    ["/quiz/3f2b8f2e-0000-4000-8000-000000000001", false],
    ["/success", false],
    ["/login", false],
  ])("%s: %s", (path, shared) => {
    expect(sharedPageKey(get(path), stranger) !== undefined).toBe(shared);
  });

  it("are kept for each language, apart for crawlers, and never for somebody signed in", () => {
    const keys = [stranger, { ...stranger, locale: "fr" }, { ...stranger, isRobot: true }].map((visitor) =>
      sharedPageKey(get("/"), visitor),
    );
    expect(new Set(keys).size).toBe(3);
    expect(sharedPageKey(get("/"), { ...stranger, isSignedOut: false })).toBeUndefined();
    expect(sharedPageKey(new Request("http://localhost/", { method: "POST" }), stranger)).toBeUndefined();
  });
});

describe("a kept page", () => {
  it("is rendered once for a crowd and carries each visitor's own nonce", async () => {
    const cache = createPageCache("MARK");
    let renderings = 0;
    const render = async (nonce: string) => {
      renderings++;
      return html(`<script nonce="${nonce}"></script><style nonce="${nonce}"></style>`);
    };
    const replies = await Promise.all(["one", "two", "three"].map((nonce) => cache.answer("en /", nonce, render)));
    expect(renderings).toBe(1);
    expect(await replies[1]?.text()).toBe('<script nonce="two"></script><style nonce="two"></style>');
    expect(await replies[2]?.text()).toContain('nonce="three"');
  });

  it("is rendered again when its moment is over", async () => {
    let time = 0;
    let renderings = 0;
    const cache = createPageCache("MARK", () => time);
    const render = async () => html(String(++renderings));
    expect(await (await cache.answer("k", "n", render))?.text()).toBe("1");
    time = 999;
    expect(await (await cache.answer("k", "n", render))?.text()).toBe("1");
    time = 1000;
    expect(await (await cache.answer("k", "n", render))?.text()).toBe("2");
  });

  it.each([
    ["sets a cookie", html("x", { "Set-Cookie": "flash=; Max-Age=0" })],
    ["is an error", html("x", {}, 500)],
    ["is not a page", new Response("{}", { headers: { "Content-Type": "application/json" } })],
  ])("is not made of a reply that %s", async (_name, reply) => {
    expect(await createPageCache("MARK").answer("k", "n", async () => reply)).toBeUndefined();
  });

  it("forgets a rendering that failed", async () => {
    const cache = createPageCache("MARK");
    await expect(cache.answer("k", "n", async () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
    expect(await (await cache.answer("k", "n", async () => html("well")))?.text()).toBe("well");
  });
});
