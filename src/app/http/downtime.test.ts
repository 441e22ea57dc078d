import { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { openPool } from "#platform/postgres/db.server.ts";
import { failureLevel, Overload } from "#shared/overload.ts";
import commonFr from "../../../public/locales/fr/common.json" with { type: "json" };
import { politeDowntime } from "./downtime.ts";
import { compressed } from "./files/compression.ts";
import { plainPage } from "./pages/plain-page.ts";

let ctx: TestCtx;
let pool: TestCtx["pool"];
let app: Hono;
beforeAll(async () => {
  ctx = await testCtx();
  pool = openPool(ctx.databaseUrl, ctx.log, 4, { lockMs: 100, statementMs: 200 });
  app = new Hono();
  app.use(politeDowntime({ ...ctx, pool }));
  app.on("POST", ["/ask", "/ask.data"], async (c) => {
    const failed = await pool.query(await c.req.text()).then(
      () => false,
      () => true,
    );
    return failed ? c.text("failed", 500) : c.text("done");
  });
  app.post("/password", (c) => c.text("failed", failureLevel(new Overload()) === "warn" ? 500 : 200));
  app.post("/fault", (c) => c.text("failed", failureLevel(new Error("fault")) === "error" ? 500 : 200));
  app.post("/page", async (c) => {
    await pool.query(await c.req.text()).catch(() => undefined);
    const headers = new Headers({
      "Content-Type": "text/html",
      "Content-Security-Policy": "script-src 'nonce-n'",
      "Cache-Control": "private",
    });
    for (const cookie of ["a=1", "b=2"]) headers.append("Set-Cookie", cookie);
    return compressed(c.req.raw, new Response("<p>failed</p>".repeat(500), { status: 500, headers }));
  });
});
afterAll(async () => {
  await pool.end();
  await ctx.close();
});

it("a full queue is a 503 of that request, without an error in the log", async () => {
  const asked = await app.request("/password", { method: "POST" });
  expect([asked.status, asked.headers.get("Retry-After")]).toEqual([503, "15"]);
  expect((await app.request("/fault", { method: "POST" })).status).toBe(500);
});

const ask = async (statement: string) => {
  const { status, headers } = await app.request("/ask", { method: "POST", body: statement });
  return [status, headers.get("Retry-After")];
};

const askPage = async (body: string, encoding: string) => {
  const reply = await app.request("/page", {
    method: "POST",
    body,
    headers: { accept: "text/html", "accept-language": "fr", "accept-encoding": encoding },
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

it.each([
  ["a connection that is lost", "SELECT pg_terminate_backend(pg_backend_pid())"],
  ["a statement without end", "SELECT pg_sleep(60)"],
])("%s is a 503", async (_, statement) => {
  expect(await ask(statement)).toEqual([503, "15"]);
  expect(await ask("SELECT 1")).toEqual([200, null]);
});

it("data requests get the reason as a key of the texts", async () => {
  const reply = await app.request("/ask.data", { method: "POST", body: "SELECT pg_terminate_backend(pg_backend_pid())" });
  expect([reply.status, await reply.text()]).toEqual([503, "downtime.gone"]);
});

it.each(["zstd", "br", "gzip"])(
  "in the place of a page packed with %s stands one that can be read, with its own policy, and kept by nobody",
  async (encoding) => {
    const { status, headers, text } = await askPage("SELECT pg_terminate_backend(pg_backend_pid())", encoding);
    expect([status, headers.get("Content-Encoding"), headers.get("Cache-Control")]).toEqual([503, null, "no-store"]);
    expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'nonce-[^']+'/);
    expect(text).toContain(commonFr.downtime.gone.text);
    // Cookies of the failed request are kept.
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect((await askPage("SELECT nonsense", encoding)).headers.get("Content-Encoding")).toBe(encoding);
  },
);

it("a lock timeout is a 503", async () => {
  const holder = await ctx.pool.connect();
  await holder.query("BEGIN; LOCK TABLE lotteries");
  expect(await ask("SELECT FROM lotteries")).toEqual([503, "15"]);
  await holder.query("ROLLBACK");
  holder.release();
  expect(await ask("SELECT FROM lotteries")).toEqual([200, null]);
});

it("an invalid statement is a 500, also during other requests' trouble", async () => {
  expect(await ask("SELECT nonsense")).toEqual([500, null]);
});

it("a failed file is a page in the reader's language, without automatic reload", async () => {
  const body = "SELECT nonsense";
  const open = async (path: string, accept: string) => {
    const reply = await app.request(path, { method: "POST", body, headers: { accept, "accept-language": "fr" } });
    return [reply.status, reply.headers.get("Retry-After"), await reply.text()] as const;
  };
  const [status, retry, page] = await open("/ask", "text/html,*/*;q=0.8");
  expect([status, retry]).toEqual([500, null]);
  const { title, text } = commonFr.downtime.failed;
  for (const words of [title, text, commonFr.downtime.safe]) expect(page).toContain(words);
  expect(page).not.toContain("refresh");
  for (const [path, accept] of [
    ["/ask.data", "text/html"],
    ["/ask", "*/*"],
  ] as const)
    expect((await open(path, accept))[2]).toBe("failed");
});

it("the page has the brand, with its name escaped", () => {
  const brand = { name: "A<b>urora", colours: { accent: "#4ade80", ground: "#081a33" } };
  const page = plainPage([{ locale: "en", title: "Back soon", paragraphs: ["Wait."] }], { nonce: "n", seconds: 15, brand });
  expect(page).toContain("--color-night:#081a33");
  expect(page).toContain("--color-champagne:#4ade80");
  expect(page).toContain("A&lt;b&gt;urora");
  expect(page).not.toMatch(/concours|<b>|#0b0b0c|#d9b98a/i);
});
