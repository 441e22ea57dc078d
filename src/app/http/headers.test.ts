import { Hono } from "hono";
import { expect, it } from "vitest";
import type { Ctx } from "#platform/ctx.server.ts";
import { sharedHeaders } from "./headers.ts";

const app = new Hono();
app.use(sharedHeaders({ publicUrl: "https://shop.example", env: { isTestMode: false } } as Ctx));
app.onError((_, c) => c.json({ error: "internal" }, 500));
app.get("/found", (c) => c.text("ok"));
app.get("/gone", (c) => c.text("gone", 404, { "Cache-Control": "private, no-cache" }));
app.get("/missing", (c) => c.json({ error: "not_found" }, 404));
app.get("/broken", () => {
  throw new Error("broken");
});

it.each([
  ["/found", null],
  ["/gone", "private, no-cache"],
  ["/missing", "no-store"],
  ["/nowhere", "no-store"],
  ["/broken", "no-store"],
])("%s: a refusal without its own policy is not cached", async (path, policy) => {
  expect((await app.request(path)).headers.get("Cache-Control")).toBe(policy);
});
