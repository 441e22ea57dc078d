/** Templates in a shop with one language. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { setOffered } from "#shared/language/languages.ts";
import { textOfTemplate } from "../../admin/template-picker.tsx";
import { listTemplates, saveTemplate } from "./templates.ts";

let ctx: TestCtx;
let actor: Actor;
beforeAll(async () => {
  ctx = await testCtx();
  const { id } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id }).execute();
  actor = { kind: "admin", id, reauthAt: ctx.now() };
});
afterEach(() => setOffered([]));
afterAll(() => ctx.close());

const save = (name: string, texts: { text: string; textFr: string }, id = "") => saveTemplate(ctx, actor, { id, name, ...texts });
async function find(name: string) {
  const listed = await listTemplates(ctx, actor);
  const found = listed.ok ? listed.value.find((template) => template.name === name) : undefined;
  if (!found) throw new Error("no such template");
  return found;
}

it("with English switched off a template needs French only, which every reader gets", async () => {
  const name = randomUUID();
  setOffered([], "en");
  expect(await save(name, { text: "", textFr: "" })).toMatchObject({ problems: { textFr: "no_text" } });
  expect(await save(name, { text: "", textFr: "Bonjour" })).toMatchObject({ ok: true });
  const template = await find(name);
  expect(template).toMatchObject({ text: "Bonjour", textFr: "Bonjour" });
  expect(textOfTemplate({ ...template, text: "Hello" }, "en", {})).toBe("Bonjour");
});

it("with French switched off its text stays until the English one changes", async () => {
  const name = randomUUID();
  expect(await save(name, { text: "Hello", textFr: "Bonjour" })).toMatchObject({ ok: true });
  const { id } = await find(name);
  setOffered([], "fr");
  expect(await save(name, { text: "Hello", textFr: "" }, id)).toMatchObject({ ok: true });
  expect(await find(name)).toMatchObject({ text: "Hello", textFr: "Bonjour" });
  expect(await save(name, { text: "Good morning", textFr: "" }, id)).toMatchObject({ ok: true });
  expect(await find(name)).toMatchObject({ text: "Good morning", textFr: undefined });
});
