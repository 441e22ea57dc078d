/** Calls of programs reach their route without the router, and fail as they do with it. */
import { RouterContextProvider, type ServerBuild } from "react-router";
import { expect, it } from "vitest";
import { plainCalls } from "./plain-calls.ts";

type Action = (args: { params: object }) => unknown;
const heard: unknown[] = [];
const callsOf = (actions: Readonly<Record<string, Action | undefined>>) => {
  const routes = Object.entries(actions).map(([path, action]) => [
    path,
    { id: path, path, module: { default: undefined, action } },
  ]);
  return plainCalls(Object.fromEntries(routes) as unknown as ServerBuild["routes"], (error) => heard.push(error));
};
const send = (call: ReturnType<ReturnType<typeof callsOf>["get"]>) =>
  call?.(new Request("http://shop.test/", { method: "POST" }), new RouterContextProvider());

it("has what takes a call and needs nothing filled in, also without what may be left out", () => {
  const action = () => new Response();
  const calls = callsOf({
    "api/a": action,
    "api/b": undefined,
    "api/c/:id": action,
    "api/d/:id?": action,
    "api/e/:id/f": action,
  });
  expect([...calls.keys()]).toEqual(["/api/a", "/api/d"]);
});

it("answers with what the route answers, or throws as an answer", async () => {
  const calls = callsOf({
    answers: ({ params }) => Response.json(params, { status: 201 }),
    throws: () => {
      throw new Response("no", { status: 403 });
    },
  });
  const answered = await send(calls.get("/answers"));
  expect([answered?.status, await answered?.json()]).toEqual([201, {}]);
  expect((await send(calls.get("/throws")))?.status).toBe(403);
  expect(heard).toEqual([]);
});

it("says 500 to what else is thrown, and to what is no answer, and tells of it", async () => {
  const fault = new Error("the database is gone");
  const calls = callsOf({ fails: () => Promise.reject(fault), says: () => ({ ok: true }) });
  expect((await send(calls.get("/fails")))?.status).toBe(500);
  expect((await send(calls.get("/says")))?.status).toBe(500);
  expect(heard.splice(0)).toEqual([fault, expect.any(TypeError)]);
});
