import { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { PROVIDER_KINDS } from "#platform/payments/registry.server.ts";
import { readText } from "#platform/request/body.server.ts";
import { limitRequests } from "./request-limits.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const post = (path: string, bytes: number) => {
  const app = new Hono().use(limitRequests(ctx)).post("*", async (c) => c.text(String((await c.req.text()).length)));
  return app.request(path, { method: "POST", body: "a".repeat(bytes), headers: { "Content-Length": String(bytes) } }, {});
};

it.each(Object.values(PROVIDER_KINDS).map(({ webhookPath }) => webhookPath))(
  "a provider's event for %s is read by its route",
  async (path) => {
    const reply = await post(path, 300_000);
    expect([reply.status, await reply.text()]).toEqual([200, "300000"]);
  },
);

it("larger bodies are refused elsewhere", async () => {
  expect((await post("/api/users", 300_000)).status).toBe(413);
  expect((await post("/api/payments/webhook/checkout/more", 300_000)).status).toBe(413);
});

it("an API call's body is read once, and reused by its handler", async () => {
  const app = new Hono()
    .use(limitRequests(ctx))
    .post("*", async ({ req }) =>
      Response.json([await readText(req.raw), await readText(req.raw), (await readText(req.raw, 3)) ?? null]),
    );
  const send = (body: BodyInit, headers = {}) =>
    app.request("/api/users", { method: "POST", body, duplex: "half", headers } as RequestInit, {});
  expect(await (await send("été", { "Content-Length": "5" })).json()).toEqual(["été", "été", null]);
  // The server would refuse the false length; the check does not rely on that.
  const long = new Request("http://x/", { method: "POST", body: "a".repeat(9), headers: { "Content-Length": "5" } });
  expect(await readText(long, 8)).toBeUndefined();
  // Chunked, without a known length.
  const pieces = new Blob(["[1,", "2]"]).stream();
  expect(await (await send(pieces, { "Transfer-Encoding": "chunked" })).json()).toEqual(["[1,2]", "[1,2]", null]);
});

it("an address with two leading slashes redirects to the shop's own", async () => {
  const app = new Hono().use(limitRequests(ctx)).all("*", (c) => c.text("a page"));
  const ask = async (path: string, method = "GET") => {
    const reply = await app.request(`http://shop.example${path}`, { method }, {});
    return [reply.status, reply.headers.get("Location")];
  };
  expect(await ask("//evil.example/prize?lng=fr")).toEqual([308, "/evil.example/prize?lng=fr"]);
  expect(await ask("///evil.example/%2e%2e/")).toEqual([308, "/"]);
  expect(await ask("/\\evil.example")).toEqual([308, "/evil.example"]);
  expect(await ask("//evil.example/login", "POST")).toEqual([400, null]);
  expect(await ask("/prize//x")).toEqual([200, null]);
});
