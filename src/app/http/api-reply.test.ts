/** Programs read every refusal as `{error, message}`. */
import { expect, it } from "vitest";
import { jsonError } from "#platform/request/json.server.ts";
import { apiReply } from "./api-reply.ts";

const routers = (status: number) => Response.json({ message: "Unexpected Server Error" }, { status });
const page = (status: number) => new Response("<!DOCTYPE html>", { status, headers: { "Content-Type": "text/html" } });

it.each([
  ["an address that is none", page(404), 404, "not_found"],
  ["a look at what can only be sent to", routers(400), 405, "method_not_allowed"],
  ["something sent to what can only be looked at", routers(405), 405, "method_not_allowed"],
  ["a route that failed", routers(500), 500, "internal"],
  ["a router that failed", new Response("Unexpected Server Error", { status: 500 }), 500, "internal"],
])("%s", async (_, reply, status, error) => {
  const answer = await apiReply(reply);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ error, message: expect.any(String) });
});

it("what a route says itself passes", async () => {
  const own = jsonError(409, "sold_out", "Sold out");
  expect(await apiReply(own)).toBe(own);
  expect(await own.json()).toEqual({ error: "sold_out", message: "Sold out" });
  const list = Response.json([]);
  expect(await apiReply(list)).toBe(list);
});
