/** Security headers of every kind of reply, cross-site requests, and hostile input. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callName } from "#features/accounts/rules/person/public-name.ts";
import { listAddresses } from "./addresses.fixture.ts";
import { type ApiClient, newApiClient } from "./api-client.fixture.ts";
import { type Draw, expectInvariantsHold, makeDraw, withDatabase } from "./books.fixture.ts";
import { fuzzedShop } from "./fuzzed-shop.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";
import { variants } from "./variants.fixture.ts";

/** The public address, behind a proxy that ends TLS. */
const ORIGIN = "https://concours.example";

let shop: Shop;
let draw: Draw;
let player: ApiClient;
let cookie: string;
beforeAll(async () => {
  shop = await startShop({ env: { PUBLIC_URL: ORIGIN } });
  draw = await makeDraw(shop, { title: "Behind a lock" });
  player = await newApiClient(shop);
  cookie = await cookieOf(player.email);
}, 120_000);
afterAll(() => shop?.stop());

/** As such a proxy forwards it: over http, with any host name. */
const ask = (path: string, init: RequestInit = {}) => fetch(`${shop.url}${path}`, { redirect: "manual", ...init });

async function cookieOf(email: string): Promise<string> {
  const body = new URLSearchParams({ email, password: "Blue7Harbour" });
  const reply = await ask("/login", { method: "POST", body, headers: { Origin: ORIGIN } });
  const set = reply.headers.getSetCookie().find((each) => each.startsWith("__Host-session="));
  if (set === undefined) throw new Error(`Signing in set no cookie: ${reply.status}`);
  expect(set).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
  return set.split(";")[0] ?? "";
}

const PUBLIC = "public, max-age=0, s-maxage=1, stale-while-revalidate=1";
const NONCE_ONLY = /script-src 'nonce-[0-9a-f-]{36}' 'strict-dynamic';/;

/** A page without its time-dependent parts: loader data, and countdowns with their units. */
const withoutTime = (html: string) =>
  html
    .replaceAll(/\b1[0-9]{12}\b/g, "now")
    .replaceAll(/>\d{1,2}<\/b> <small>[^<]*</g, "></b> <small><")
    .replaceAll(/>\d{1,2}</g, "><");

/** Path, request, and the status that identifies the reply. */
const KINDS: Readonly<Record<string, () => [path: string, status: number, init?: RequestInit]>> = {
  "a page that is kept for a moment": () => ["/", 200],
  "a page": () => ["/about", 200],
  "a page for one person": () => ["/profile", 200, { headers: { Cookie: cookie } }],
  "the data of a page": () => ["/about.data", 200],
  "a way elsewhere": () => ["/profile", 302],
  "a page that is not there": () => ["/nowhere", 404],
  "a refused form": () => ["/login", 422, { method: "POST", body: new URLSearchParams(), headers: { Origin: ORIGIN } }],
  "an answer for API clients": () => ["/api/lotteries", 200],
  "a refusal for API clients": () => ["/api/tickets", 401],
  "a method that is not taken": () => ["/api/users", 405],
  "a file of words": () => ["/locales/en/common.json", 200],
  "a picture of a link": () => ["/og/shop.png", 200],
  "a calendar": () => [`/lottery/${draw.id}/closing.ics`, 200],
  "a picture that is not there": () => ["/media/00000000000000000000000000000000-480.webp", 404],
  "robots.txt": () => ["/robots.txt", 200],
  "the map of the site": () => ["/sitemap.xml", 200],
  "a sign of life": () => ["/healthz", 200],
  figures: () => ["/metrics", 200],
  "a request from another site": () => ["/login", 403, { method: "POST", headers: { Origin: "https://evil.example" } }],
  "a body that is too large": () => [
    "/api/session",
    413,
    { method: "POST", body: JSON.stringify({ email: "x".repeat(100_000) }), headers: { Origin: ORIGIN } },
  ],
};

describe("every reply", () => {
  it.each(Object.keys(KINDS))("%s carries what protects its reader", async (kind) => {
    const [path, status, init] = KINDS[kind]?.() ?? ["", 0];
    const { status: seen, headers } = await ask(path, init);
    expect(seen).toBe(status);
    expect(headers.get("Strict-Transport-Security")).toBe("max-age=63072000; includeSubDomains");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe(/^\/(?:media|og)\//.test(path) ? "cross-origin" : "same-origin");
    expect(headers.get("Referrer-Policy")).toMatch(/^(?:strict-origin-when-cross-origin|no-referrer)$/);
    expect(headers.get("Permissions-Policy")).toContain("camera=()");
    expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
    expect(headers.get("X-Powered-By")).toBeNull();
    if (headers.get("Content-Type")?.startsWith("text/html")) {
      const policy = headers.get("Content-Security-Policy") ?? "";
      const scripts =
        kind === "a page that is kept for a moment" ? /script-src 'self'(?: 'sha256-[\w+/=]{44}'){5,};/ : NONCE_ONLY;
      expect(policy).toMatch(scripts);
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    }
  });

  it("keeps its connection open for longer than a proxy does, so that the proxy reuses no closed one", async () => {
    expect((await ask("/healthz")).headers.get("Keep-Alive")).toBe("timeout=75");
  });

  it("that is a page may load what its policy names, and nothing else", async () => {
    const policy = (await ask("/about")).headers.get("Content-Security-Policy") ?? "";
    const nonce = /'(nonce-[^']+)'/.exec(policy)?.[1] ?? "";
    const directives = policy.replaceAll(nonce, "nonce").split("; ").toSorted();
    // The demonstration has payment pages of its own, one per provider.
    const [pays = "", ...rest] = directives.filter((each) => each.startsWith("form-action"));
    expect(pays).toMatch(
      /^form-action 'self' https:\/\/checkout\.stripe\.com http:\/\/127\.0\.0\.1:\d+ https:\/\/pay\.checkout\.com https:\/\/pay\.sandbox\.checkout\.com http:\/\/127\.0\.0\.1:\d+$/,
    );
    expect(rest).toEqual([]);
    expect(directives.filter((each) => each !== pays)).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
      "img-src 'self' data:",
      "manifest-src 'self'",
      "script-src 'nonce' 'strict-dynamic'",
      "style-src 'self'",
      "style-src-attr 'unsafe-inline'",
      "worker-src 'self'",
    ]);
    const again = (await ask("/about")).headers.get("Content-Security-Policy") ?? "";
    expect(again).not.toContain(nonce);
  });

  it("for a signed-in visitor is not cached", async () => {
    for (const path of ["/profile", "/about", "/verify-email", "/api/me"])
      expect((await ask(path, { headers: { Cookie: cookie } })).headers.get("Cache-Control"), path).toBe("no-store");
    const headers = { Authorization: `Bearer ${player.token}` };
    for (const path of ["/api/session", "/api/tickets"])
      expect((await ask(path, { headers })).headers.get("Cache-Control"), path).toBe("no-store");
  });

  it("that is public is identical for all visitors, without personal data and without cookies", async () => {
    const people: Readonly<Record<string, Record<string, string>>> = {
      nobody: {},
      "a reader of French": { "Accept-Language": "fr-CA, en;q=0.5" },
      "who chose French": { Cookie: "lang=fr" },
      "who has been asked about cookies": { Cookie: "cookie-consent=true; device=x" },
      "a crawler": { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" },
      "who is signed in": { Cookie: `${cookie}; signed-in=1` },
      "who reads French and is signed in": { Cookie: `lang=fr; ${cookie}; signed-in=1`, "Accept-Language": "fr" },
      "whose session has ended": { Cookie: "__Host-session=ended; signed-in=0" },
      "who is told something": { Cookie: "flash=choiceSaved" },
      "a program": { Authorization: `Bearer ${player.token}` },
    };
    const kept = new Map<string, string>();
    const home = ["/", "/?lng=en", "/?lng=fr", "/?lng=fr&lng=keep"];
    for (const path of [...home, "/prize?lng=fr", "/past-draws?lng=en", `/lottery/${draw.id}?lng=fr`]) {
      for (const [who, headers] of Object.entries(people)) {
        const reply = await ask(path, { headers });
        const html = await reply.text();
        const policy = reply.headers.get("Cache-Control") ?? "";
        // With `lng` twice, the page is rendered for one visitor and stores the language.
        const isAlone = path.endsWith("keep");
        const isOwn = isAlone && /session|Bearer/.test(Object.values(headers).join());
        const isForAll = /\?lng=(?:en|fr)$/.test(path);
        expect(policy, `${path} for ${who}`).toBe(isForAll ? PUBLIC : isOwn ? "no-store" : "private, no-cache");
        if (isAlone) continue;
        expect(reply.headers.getSetCookie()).toEqual([]);
        expect(html).not.toMatch(/\bAda\b/);
        if (!isForAll) continue;
        expect(reply.headers.get("Vary")).toBe("Accept-Encoding");
        expect(reply.headers.get("Content-Language")).toBe(path.slice(-2));
        expect(html).not.toContain(' nonce="');
        // It contains the clock.
        kept.set(path, kept.get(path) ?? withoutTime(html));
        expect(withoutTime(html), `${path} for ${who}`).toBe(kept.get(path));
      }
    }
    expect(kept.size).toBe(5);
  });

  it("tells a browser that signed in before there was a hint, and no cache may store that reply", async () => {
    for (const path of ["/", "/prize?lng=fr", `/lottery/${draw.id}`]) {
      const { headers } = await ask(path, { headers: { Cookie: cookie } });
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^signed-in=1; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/),
      ]);
    }
  });

  it.each(["Ada", 'O\'Brien "Bo" \\ &', "</script><script>", "👩‍👩‍👧‍👦 🚗 é", "a\u2028b\u2029c", "x".repeat(100)])(
    "handles a visitor named %j in one small reply",
    async (name) => {
      await withDatabase(shop, (db) =>
        db.updateTable("users").set({ first_name: name }).where("id", "=", player.userId).execute(),
      );
      const reply = await ask("/api/me", { headers: { Cookie: cookie } });
      expect([reply.headers.get("Content-Type"), reply.headers.get("Cache-Control")]).toEqual(["application/json", "no-store"]);
      expect(await reply.json()).toMatchObject({ visitor: { name: callName(name), isStaff: false } });
    },
  );

  it("of a page that has not changed is sent once, in each encoding", async () => {
    for (const encoding of ["br", "gzip", "identity"]) {
      const headers = { "Accept-Encoding": encoding };
      const first = await ask("/past-draws?lng=en", { headers });
      const etag = first.headers.get("ETag") ?? "";
      const again = await ask("/past-draws?lng=en", { headers: { ...headers, "If-None-Match": `"other", W/${etag}` } });
      expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", etag]);
      expect([again.headers.get("Cache-Control"), again.headers.get("Vary")]).toEqual([PUBLIC, "Accept-Encoding"]);
      // The cached page stays valid for a visitor who has signed in since.
      const signedIn = { ...headers, "If-None-Match": etag, Cookie: `${cookie}; signed-in=1` };
      expect((await ask("/past-draws?lng=en", { headers: signedIn })).status).toBe(304);
    }
    const asked = await ask("/past-draws?lng=en", { method: "HEAD" });
    expect([asked.status, asked.headers.get("Cache-Control"), await asked.text()]).toEqual([200, PUBLIC, ""]);
  });

  it("that names a payment or opens an account tells no other site its address", async () => {
    const result = await ask("/success?success=true&order=x", { headers: { Cookie: cookie } });
    expect(result.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect((await ask("/reset-password?token=x")).headers.get("Referrer-Policy")).toBe("no-referrer");
  });
});

describe("a request that another site's page sends", () => {
  const FOREIGN: readonly Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    { Origin: "null", "Sec-Fetch-Site": "none" },
    { Origin: "https://concours.example.evil.example" },
    { Origin: "http://concours.example" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ];

  it("is refused at every address that takes forms, with any cookie", async () => {
    // At /unsubscribe the mail's link is the credential, because mail programs press it (RFC 8058).
    const addresses = (await listAddresses()).filter(({ path, takesForms }) => takesForms && path !== "/unsubscribe");
    expect(addresses.length).toBeGreaterThan(20);
    for (const { path } of addresses) {
      const at = path.replaceAll(/\/:\w+\?|\*/g, "").replaceAll(/:\w+/g, draw.id);
      for (const headers of FOREIGN) {
        const reply = await ask(at, { method: "POST", body: "x=1", headers: { ...headers, Cookie: cookie } });
        expect(reply.status, `${at} ${JSON.stringify(headers)}`).toBe(403);
        expect(await reply.json()).toMatchObject({ error: "foreign_origin" });
      }
    }
  });

  it("is refused for every method that changes something", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const headers = { Origin: "https://evil.example", Cookie: cookie };
      expect((await ask("/api/session", { method, headers })).status, method).toBe(403);
    }
    expect((await ask("/profile", { headers: { Cookie: cookie } })).status).toBe(200);
  });

  it("passes from the shop's own pages, and from programs, which carry no cookie", async () => {
    const body = new URLSearchParams();
    expect((await ask("/login", { method: "POST", body, headers: { Origin: ORIGIN } })).status).toBe(422);
    // A form from a page with `Referrer-Policy: no-referrer`.
    const hidden = { Origin: "null", "Sec-Fetch-Site": "same-origin" };
    expect((await ask("/login", { method: "POST", body, headers: hidden })).status).toBe(422);
    expect((await ask("/api/session", { method: "POST", body: "{}" })).status).toBe(400);
  });
});

it("metrics require the token if one is set, and else a request from this machine", async () => {
  expect((await ask("/metrics", { headers: { "X-Forwarded-For": "203.0.113.9" } })).status).toBe(404);
  expect((await ask("/metrics")).status).toBe(200);
});

const FUZZED = [
  { seed: 20_261_121, count: 150, described: 3 },
  { seed: 20_261_129, count: 500, described: 8 },
] as const;

// Last, because its administrator changes everything.
it.each(variants(FUZZED))(
  "every address handles any input, and every API call replies as described: $count",
  { timeout: 240_000 },
  async (how) => {
    const { throwAt } = await fuzzedShop(shop, ORIGIN);
    const { tried, wrong } = await throwAt(how);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(how.count);
    await expectInvariantsHold(shop);
  },
);
