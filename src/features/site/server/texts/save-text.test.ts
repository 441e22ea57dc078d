/** Texts of the site that staff edit. The tests of the terms build on each other's versions. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { TERMS_VERSION, termsAddress, termsInForce } from "#features/orders/rules/checkout/terms.ts";
import { defaultText } from "#features/settings/admin/texts/default-text.server.ts";
import { insertBrand } from "#features/settings/server/brand-store.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { LOCALES } from "#shared/language/locale.ts";
import { DOCUMENT_NAMES, DOCUMENTS, findTextProblem } from "#shared/text/site-text.ts";
import { holdTexts, publishText, saveDraft, showTexts } from "./save-text.ts";
import { findText } from "./text-store.ts";
import { findTextVersion, lastingTermsFile, textValuesAt } from "./text-version.ts";

let ctx: TestCtx;
let writer: Actor;
let withoutRight: Actor;
beforeAll(async () => {
  ctx = await testCtx();
  const [one, other] = [await makeUser(ctx), await makeUser(ctx)];
  await ctx.db
    .insertInto("admin_user")
    .values([
      { id: one.id, role: "marketing" },
      { id: other.id, role: "support" },
    ])
    .execute();
  writer = { kind: "admin", id: one.id, reauthAt: new Date() };
  withoutRight = { kind: "admin", id: other.id, reauthAt: new Date() };
});
afterAll(() => ctx.close());

const words = (lead: string) => ({ ...defaultText(ctx, "terms", "en"), lead });
const draft = (locale: "en" | "fr", version: number, lead: string, actor = writer) =>
  saveDraft(ctx, actor, { document: "terms", locale, version, body: words(lead) });
const publish = (version: number, publishAt = new Date(0), actor = writer) =>
  publishText(ctx, actor, { document: "terms", version, publishAt });

it("the built-in texts can be saved unchanged", () => {
  for (const document of DOCUMENT_NAMES)
    for (const locale of LOCALES) {
      const own = defaultText(ctx, document, locale);
      // Page footers have no lines by default.
      expect(findTextProblem(document, own), `${document} ${locale}`).toEqual(
        document === "footer" ? { problem: "empty" } : undefined,
      );
      expect(own.sections.map(({ id }) => id)).toEqual(DOCUMENTS[document].filter((id) => id !== "team" || ctx.env.isDemo));
      expect(JSON.stringify(own)).not.toMatch(/<\/?\w+>|{{tickets/);
    }
});

it("the built-in terms have a file for their date: a new text takes a new date, and the old file stays", async () => {
  const inWording = (wording: "skill" | "by-chance") => {
    const own = { messages: ctx.messages, env: { ...ctx.env, wording } };
    return Object.fromEntries(LOCALES.map((locale) => [locale, defaultText(own, "terms", locale)]));
  };
  const file = `${JSON.stringify({ skill: inWording("skill"), "by-chance": inWording("by-chance") }, null, 2)}\n`;
  await expect(file).toMatchFileSnapshot(fileURLToPath(lastingTermsFile(TERMS_VERSION)));
  expect((await findTextVersion(ctx, "terms", TERMS_VERSION))?.bodies.en?.sections.map(({ id }) => id)).toEqual(DOCUMENTS.terms);
  for (const day of ["2020-01-01", "../../../../package", "2026-11-23/x"])
    expect(await findTextVersion(ctx, "terms", day)).toBeUndefined();
});

it("only users with the right can write, and publishing requires re-authentication", async () => {
  expect(await showTexts(ctx, withoutRight, "terms")).toEqual({ ok: false, error: "forbidden" });
  expect(await draft("en", 0, "x", withoutRight)).toEqual({ ok: false, error: "forbidden" });
  expect(await publish(0, new Date(0), { ...writer, reauthAt: undefined } as Actor)).toEqual({
    ok: false,
    error: "reauth_needed",
  });
});

it("a draft is not public, and is published in all languages at once", async () => {
  expect(await draft("en", 0, "First")).toEqual({ ok: true });
  expect(await publish(1)).toEqual({ ok: false, error: "language_missing" });
  expect(await draft("fr", 1, "Premier")).toEqual({ ok: true });
  expect(ctx.texts.current("terms", ctx.now())).toBeUndefined();
  expect(termsInForce(undefined)).toBe(TERMS_VERSION);
  expect(await publish(2)).toEqual({ ok: true });
  const shown = ctx.texts.current("terms", ctx.now());
  expect(shown).toMatchObject({ version: 3, bodies: { en: { lead: "First" }, fr: { lead: "Premier" } } });
  expect(termsAddress(termsInForce(shown))).toBe("/texts/terms/3");
});

it("neither a draft nor a publication overwrites a newer version", async () => {
  expect(await draft("en", 2, "Late")).toEqual({ ok: false, error: "changed_meanwhile" });
  expect(await publish(2)).toEqual({ ok: false, error: "changed_meanwhile" });
});

it("a scheduled text is published at its time, and every step is logged", async () => {
  await draft("en", 3, "Second");
  const later = new Date(Date.now() + 3_600_000);
  expect(await publish(4, later)).toEqual({ ok: true });
  expect(ctx.texts.current("terms", ctx.now())).toMatchObject({ version: 3 });
  expect(ctx.texts.current("terms", later)).toMatchObject({ version: 5, bodies: { en: { lead: "Second" } } });
  const log = await ctx.db.selectFrom("audit_log").select("action").where("subject_type", "=", "text").orderBy("id").execute();
  expect(log.map(({ action }) => action)).toEqual([
    "texts.draft",
    "texts.draft",
    "texts.publish",
    "texts.draft",
    "texts.publish",
  ]);
  expect(await findText(ctx.db, "terms", 3)).toMatchObject({ bodies: { en: { lead: "First" } } });
});

it("a text can be reset to the built-in one, and its history stays", async () => {
  const reset = { document: "terms", version: 5, publishAt: new Date(0), isGivenUp: true } as const;
  expect(await publishText(ctx, { ...writer, reauthAt: undefined } as Actor, reset)).toEqual({
    ok: false,
    error: "reauth_needed",
  });
  expect(await publishText(ctx, writer, reset)).toEqual({ ok: true });
  const shown = ctx.texts.current("terms", new Date(Date.now() + 7_200_000));
  expect(shown?.bodies).toEqual({});
  expect(termsInForce(shown)).toBe(TERMS_VERSION);
  expect(termsAddress(TERMS_VERSION)).toBe(`/texts/terms/${TERMS_VERSION}`);
  expect((await findTextVersion(ctx, "terms", "3"))?.bodies.en?.lead).toBe("First");
});

it("a scheduled text is held back if its author was dismissed before its time, until a colleague publishes it", async () => {
  const later = new Date(Date.now() + 3_600_000);
  const dismissed = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id: dismissed.id, role: "marketing" }).execute();
  const by: Actor = { kind: "admin", id: dismissed.id, reauthAt: new Date() };
  const body = (lead: string) => ({ ...defaultText(ctx, "about", "en"), lead });
  for (const [version, locale] of [
    [0, "en"],
    [1, "fr"],
  ] as const)
    await saveDraft(ctx, by, { document: "about", locale, version, body: body("Free cars for all") });
  const about = { document: "about", publishAt: later } as const;
  expect(await publishText(ctx, by, { ...about, version: 2 })).toEqual({ ok: true });
  await holdTexts(ctx);
  expect(ctx.texts.current("about", later)?.version).toBe(3);

  await ctx.db.updateTable("admin_user").set({ role: "support" }).where("id", "=", dismissed.id).execute();
  await holdTexts(ctx);
  await holdTexts(ctx);
  expect(ctx.texts.current("about", later)).toBeUndefined();
  const alerts = () => ctx.db.selectFrom("alerts").select(["facts", "handled_at"]).where("kind", "=", "text_held").execute();
  expect(await alerts()).toEqual([{ facts: { number: "3" }, handled_at: null }]);
  const shown = await showTexts(ctx, writer, "about");
  expect(shown.ok && shown.value.history.map(({ heldAt }) => heldAt !== undefined)).toEqual([true, false, false]);

  expect(await publishText(ctx, writer, { ...about, version: 3 })).toEqual({ ok: true });
  await holdTexts(ctx);
  expect(ctx.texts.current("about", later)).toMatchObject({ version: 4, bodies: { en: { lead: "Free cars for all" } } });
  expect((await alerts())[0]?.handled_at).not.toBeNull();
});

it("a version is compared with the previous public one", async () => {
  const compared = async (changes: number) => {
    const shown = await showTexts(ctx, writer, "terms", { changes });
    return shown.ok ? shown.value.compared : undefined;
  };
  expect(await compared(2)).toMatchObject({ after: { version: 2 }, before: undefined });
  expect(await compared(5)).toMatchObject({ after: { version: 5 }, before: { version: 3 } });
  expect(await compared(99)).toBeUndefined();
});

it("a text of the past names the trader of its time", async () => {
  const at = new Date();
  await ctx.db.transaction().execute(async (tx) => {
    await insertBrand(tx, {
      version: 1,
      choice: { trader: { name: "Later Ltd" } },
      at: new Date(at.getTime() + 1),
      by: undefined,
    });
  });
  await ctx.brand.refresh();
  expect(ctx.brand.current.trader.name).toBe("Later Ltd");
  expect((await textValuesAt(ctx, at, "en")).name).not.toBe("Later Ltd");
});
