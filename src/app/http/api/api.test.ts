import { data, RouterContextProvider, redirect } from "react-router";
import { expect, it } from "vitest";
import { apiRouter, handle } from "#platform/request/api.server.ts";
import { api } from "./api.ts";

const context = new RouterContextProvider();

it.each([
  ["PUT", "/api/session", 405, "method_not_allowed", "GET, POST, DELETE"],
  ["GET", "/api/users", 405, "method_not_allowed", "POST"],
  ["GET", "/functions/create-checkout-session-lottery/", 405, "method_not_allowed", "POST"],
  ["POST", "/sitemap.xml", 405, "method_not_allowed", "GET"],
  ["POST", "/api/nowhere", 404, "not_found", null],
  ["GET", "/functions/nowhere", 404, "not_found", null],
])("%s %s is %i", async (method, path, status, error, allow) => {
  const reply = await api.request(path, { method }, { context });
  expect([reply.status, reply.headers.get("Allow")]).toEqual([status, allow]);
  expect(await reply.json()).toEqual({ error, message: expect.any(String) });
});

it("a handler may throw its reply; other errors fail", async () => {
  const throwing = (thrown: unknown) =>
    apiRouter()
      .get(
        "/",
        handle(() => Promise.reject(thrown)),
      )
      .onError((error) => new Response(error.message, { status: 500 }))
      .request("/", {}, { context });
  expect((await throwing(redirect("/login"))).headers.get("Location")).toBe("/login");
  const refused = await throwing(data({ notAllowed: true }, { status: 403 }));
  expect([refused.status, await refused.json()]).toEqual([403, { notAllowed: true }]);
  expect((await throwing(new Error("the database is gone"))).status).toBe(500);
});
