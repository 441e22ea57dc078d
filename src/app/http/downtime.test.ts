/** A request that failed because of the database alone is told to come again; a fault of the program stays one. */
import { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { openPool } from "#platform/postgres/db.server.ts";
import commonFr from "../../../public/locales/fr/common.json" with { type: "json" };
import { downtimePage, politeDowntime } from "./downtime.ts";

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
});
afterAll(async () => {
  await pool.end();
  await ctx.close();
});

const ask = async (statement: string) => {
  const { status, headers } = await app.request("/ask", { method: "POST", body: statement });
  return [status, headers.get("Retry-After")];
};

it.each([
  ["a connection that is lost", "SELECT pg_terminate_backend(pg_backend_pid())"],
  ["a statement without end", "SELECT pg_sleep(60)"],
])("%s is a 503", async (_, statement) => {
  expect(await ask(statement)).toEqual([503, "15"]);
  expect(await ask("SELECT 1")).toEqual([200, null]);
});

it("the screens' own scripts are told why, and have the words for it in the language that is read", async () => {
  const reply = await app.request("/ask.data", { method: "POST", body: "SELECT pg_terminate_backend(pg_backend_pid())" });
  expect([reply.status, await reply.text()]).toEqual([503, "downtime.gone"]);
});

it("a lock that is not given back is a 503", async () => {
  const holder = await ctx.pool.connect();
  await holder.query("BEGIN; LOCK TABLE lotteries");
  expect(await ask("SELECT FROM lotteries")).toEqual([503, "15"]);
  await holder.query("ROLLBACK");
  holder.release();
  expect(await ask("SELECT FROM lotteries")).toEqual([200, null]);
});

it("a statement that makes no sense is a 500, also after others had trouble", async () => {
  expect(await ask("SELECT nonsense")).toEqual([500, null]);
});

it("a file that a fault keeps away is a page in the reader's words, which is not asked for again by itself", async () => {
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

it("the page wears the brand, and its name is words", () => {
  const brand = { name: "A<b>urora", colours: { accent: "#4ade80", ground: "#081a33" } };
  const page = downtimePage([{ locale: "en", title: "Back soon", paragraphs: ["Wait."] }], { nonce: "n", seconds: 15, brand });
  expect(page).toContain("--color-night:#081a33");
  expect(page).toContain("--color-champagne:#4ade80");
  expect(page).toContain("A&lt;b&gt;urora");
  expect(page).not.toMatch(/concours|<b>|#0b0b0c|#d9b98a/i);
});
