/** English or French switched off: no check asks for its texts, no visitor and no mail gets it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { readPerson } from "#features/accounts/rules/import-person.ts";
import { reasonText } from "#features/draws/rules/draw-reason.ts";
import { checkFields, fieldsOf, isAskedField, newFields, readFields } from "#features/lotteries/rules/fields/lottery-fields.ts";
import { gatherPrizes, NO_PRIZE, PRIZE_INPUTS, PRIZES_FIELD } from "#features/lotteries/rules/fields/prize-facts.ts";
import { publishableDraft, publishGaps } from "#features/lotteries/rules/fields/publishing.ts";
import { inLanguage, type Lottery } from "#features/lotteries/rules/lottery.ts";
import { findManagedLottery } from "#features/lotteries/server/list-managed-lotteries.ts";
import { uploadPicture } from "#features/lotteries/server/pictures/store-pictures.ts";
import { createLottery } from "#features/lotteries/server/save-lottery.ts";
import { CAMPAIGN_TEMPLATES, campaignTemplates } from "#features/mail/rules/campaign-templates.ts";
import { prepareCampaign } from "#features/mail/server/mails/campaign.ts";
import { penIn } from "#features/mail/server/mails/pen.ts";
import { makeStatement } from "#features/player-protection/server/code-of-practice/operator-statements.ts";
import { saveBrand, showBrand } from "#features/settings/server/save-brand.ts";
import { publishText, saveDraft } from "#features/site/server/texts/save-text.ts";
import { findText } from "#features/site/server/texts/text-store.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { shownText } from "#platform/request/shown-text.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { setOffered } from "#shared/language/languages.ts";
import { chooseLocale, LOCALES, type Locale, offeredLanguages, type OwnLocale } from "#shared/language/locale.ts";
import { inBothLanguages } from "#shared/language/own-languages.ts";
import { sitemapXml } from "../http/files/sitemap.ts";

let ctx: TestCtx;
let folder: string;
let picture: string;
let boss: Actor;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-pictures-"));
  ctx = { ...(await testCtx({ RATE_LIMITS: "off" })), media: createMedia(folderStore(folder)) };
  const { id } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id }).execute();
  boss = { kind: "admin", id, reauthAt: new Date() };
  const grey = { create: { width: 24, height: 16, channels: 3, background: "#555" } } as const;
  const file = { bytes: await sharp(grey).png().toBuffer(), type: "image/png", name: "car.png" };
  const stored = await uploadPicture(ctx, boss, file);
  if (!stored.ok) throw new Error(stored.error);
  picture = stored.value.url;
});
beforeEach(() => switchOff(""));
afterEach(async () => expect(await findBrokenInvariants(ctx)).toEqual([]));
afterAll(async () => {
  // Tests of other files may run in the same process.
  setOffered([]);
  await ctx.close();
  await rm(folder, { recursive: true });
});

/** Saves the page "Shop" with this choice, gaps confirmed. */
async function switchOff(switchedOff: OwnLocale | "") {
  const saved = await saveBrand(ctx, boss, { version: ctx.brand.version, typed: { switchedOff }, areGapsConfirmed: true });
  expect(saved).toEqual({ ok: true });
}

const ENGLISH = { title: "Valmont GT-10", description: "Burgundy.", question: "Which is a colour?" };
const FRENCH = { title_fr: "Valmont GT-10 rouge", description_fr: "Bordeaux.", question_fr: "Laquelle est une couleur ?" };
const OPTIONS = { option0: "Red", option1: "Two", option2: "Three", option3: "Four", right_option: "0" };
const FRENCH_OPTIONS = { option0_fr: "Rouge", option1_fr: "Deux", option2_fr: "Trois", option3_fr: "Quatre", right_option: "0" };

/** Sends these inputs as the form of a draw; `stored`: the draw that it edits. */
function sent(inputs: Readonly<Record<string, string>>, stored?: Parameters<typeof fieldsOf>[0]) {
  const before = stored ? fieldsOf(stored) : newFields(londonDate(ctx.now()));
  const form = new FormData();
  for (const [name, value] of Object.entries(inputs)) form.append(name, value);
  return checkFields(readFields(gatherPrizes(form), before), ["a", "b", "c", "d"]);
}

/** Sends the form of a new draw and puts it on sale. */
async function putOnSale(inputs: Readonly<Record<string, string>>) {
  const checked = sent({ ...inputs, status: "active" });
  return "problems" in checked ? checked : createLottery(ctx, boss, { draft: checked.draft, pictures: [picture] });
}
async function created(inputs: Readonly<Record<string, string>>) {
  const made = await putOnSale(inputs);
  if ("problems" in made || !made.ok) throw new Error(JSON.stringify(made));
  const found = await findManagedLottery(ctx, boss, made.value.id);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
const questionIn = ({ quiz }: Lottery, locale: OwnLocale) => quiz.question[locale];

describe("with French switched off", () => {
  beforeEach(() => switchOff("fr"));

  it("a draw goes on sale with English alone, which French readers fall back to", async () => {
    const draw = await created({ ...ENGLISH, ...OPTIONS });
    expect(draw).toMatchObject({ status: "active", title: { en: ENGLISH.title, fr: undefined } });
    expect([inLanguage(draw.title, "fr"), questionIn(draw, "fr")]).toEqual([ENGLISH.title, ENGLISH.question]);
    // The example of a new draw has a French question, which would not be the one that is asked.
    expect(JSON.stringify(draw.quiz)).not.toContain("Quelle");
    await switchOff("");
    expect(await putOnSale({ ...ENGLISH, ...OPTIONS, question_fr: "" })).toMatchObject({
      error: "not_ready",
      gaps: ["no_french_title", "no_french_description", "no_french_question"],
    });
  });

  it("the form has no French field, and an edit keeps French texts unless their English changes", async () => {
    expect(Object.keys({ ...ENGLISH, ...FRENCH }).filter((name) => isAskedField(name as "title"))).toEqual(Object.keys(ENGLISH));
    await switchOff("");
    const both = await created({ ...ENGLISH, ...FRENCH, ...OPTIONS, ...FRENCH_OPTIONS });
    await switchOff("fr");
    // Accounts whose language is switched off read the names of mails in that of the mail.
    expect([inLanguage(both.title, "fr"), reasonText({ text: "Early.", textFr: "En avance." }, "fr")]).toEqual([
      ENGLISH.title,
      "Early.",
    ]);
    await switchOff("en");
    expect([inLanguage(both.title, "en"), inLanguage(both.title, "qaa")]).toEqual([FRENCH.title_fr, FRENCH.title_fr]);
    await switchOff("fr");
    expect(sent({ ...ENGLISH, title: "Valmont GT-11" }, both)).toMatchObject({
      draft: { title: { en: "Valmont GT-11", fr: undefined }, description: { fr: FRENCH.description_fr } },
    });
  });

  it("visitors who ask for French, or chose it before, read English, and no link offers French", () => {
    const hints = [{ url: "/?lng=fr" }, { url: "/", cookie: "lang=fr" }, { url: "/", acceptLanguage: "fr-FR, fr" }];
    expect(hints.map(chooseLocale)).toEqual(["en", "en", "en"]);
    expect(offeredLanguages().map(({ locale }) => locale)).toEqual(["en"]);
    expect(sitemapXml("https://shop.example", [])).not.toMatch(/lng=|hreflang/);
  });

  it("mails are in English, campaigns too, also to accounts that chose French", async () => {
    const lottery = await created({ ...ENGLISH, ...OPTIONS });
    expect(penIn(ctx, "fr").locale).toBe("en");
    const [{ id, subject, content } = { id: "lottery-launch", subject: "", content: "" } as const] = campaignTemplates();
    const campaign = { template: id, subject, content, lottery, activeLotteries: [lottery], now: ctx.now() } as const;
    const mail = (await prepareCampaign(ctx, campaign))({ firstName: "Zoé", unsubscribeUrl: "https://shop.example/u" });
    expect(mail.subject).toBe("Valmont GT-10: a new draw is open");
    expect(mail.text).toMatch(/Hello Zoé, a new draw is open[^]*You have about \d+\u00a0days/);
    // The fixed lines stand there once, not in two languages.
    expect(mail.text.match(/18\+/g)).toHaveLength(1);
    await switchOff("");
    expect([penIn(ctx, "fr").locale, campaignTemplates()[0]?.subject]).toEqual(["fr", CAMPAIGN_TEMPLATES[0]?.subject]);
  });

  it("a text is published in English alone; an earlier French version is not shown beside it later", async () => {
    const body = (lead: string) => ({ lead, sections: [] });
    const draft = (locale: Locale, version: number, lead: string) =>
      saveDraft(ctx, boss, { document: "announcements", locale, version, body: body(lead) });
    const publish = (version: number) => publishText(ctx, boss, { document: "announcements", version, publishAt: ctx.now() });
    await switchOff("");
    await draft("fr", 0, "Ancienne annonce");
    expect(await publish(1)).toEqual({ ok: false, error: "language_missing" });
    await switchOff("fr");
    expect(await draft("en", 1, "New line")).toEqual({ ok: true });
    expect(await publish(2)).toEqual({ ok: true });
    expect((await findText(ctx.db, "announcements"))?.bodies).toEqual({ en: body("New line") });
    await switchOff("");
    expect(shownText(ctx, "announcements", "fr")?.lead).toBe("New line");
  });

  it("a text that is saved unchanged keeps its French version", async () => {
    const bodies = { en: { lead: "A line", sections: [] }, fr: { lead: "Une ligne", sections: [] } };
    const draft = (locale: OwnLocale, version: number) =>
      saveDraft(ctx, boss, { document: "announcements", locale, version, body: bodies[locale] });
    const version = (await findText(ctx.db, "announcements"))?.version ?? 0;
    await switchOff("");
    for (const [index, locale] of LOCALES.entries()) expect(await draft(locale, version + index)).toEqual({ ok: true });
    await switchOff("fr");
    expect(await draft("en", version + 2)).toEqual({ ok: true });
    expect((await findText(ctx.db, "announcements"))?.bodies).toEqual(bodies);
  });

  it("an import of people takes the shop's language by default, and stores one that is switched off", () => {
    const row = (language: string) => {
      const cells = { email: "zoe@example.com", first_name: "Zoé", last_name: "Blanc", birth_date: "1990-01-01", language };
      const read = readPerson(cells, { today: "2026-07-14", now: ctx.now(), readPhone: () => undefined });
      return read.kind === "person" ? read.locale : read;
    };
    expect([row(""), row("fr")]).toEqual(["en", "fr"]);
  });
});

describe("with English switched off", () => {
  beforeEach(() => switchOff("en"));

  it("a draw goes on sale with French alone, further prizes included", async () => {
    const prize = PRIZE_INPUTS.map((name) => ({ ...NO_PRIZE, title_fr: "Une montre", value: "3000" })[name]);
    const draw = await created({ ...FRENCH, ...FRENCH_OPTIONS, [PRIZES_FIELD]: JSON.stringify([prize]), car_colour_fr: "Rouge" });
    expect(draw).toMatchObject({
      title: { en: FRENCH.title_fr, fr: FRENCH.title_fr },
      car: { colour: "Rouge", colour_fr: "Rouge" },
      furtherPrizes: [{ title: { en: "Une montre", fr: "Une montre" } }],
    });
    expect(questionIn(draw, "en")).toBe(FRENCH.question_fr);
    // The form shows no English, and sends none back.
    expect(fieldsOf(draw)).toMatchObject({ title: "", ...FRENCH, ...FRENCH_OPTIONS });
    expect(sent({}, draw)).toMatchObject({
      draft: { title: draw.title, quiz: draw.quiz, furtherPrizes: [{ title: { en: "Une montre" } }] },
    });
  });

  it("of two prizes with the same title, each keeps its English texts unless its own French changes", async () => {
    await switchOff("");
    const prize = (details: string, details_fr: string) =>
      PRIZE_INPUTS.map((name) => ({ ...NO_PRIZE, title: "Rolex", title_fr: "Rolex", value: "3000", details, details_fr })[name]);
    const typed = JSON.stringify([prize("Steel", "Acier"), prize("Gold", "Or")]);
    const both = await created({ ...ENGLISH, ...FRENCH, ...OPTIONS, ...FRENCH_OPTIONS, [PRIZES_FIELD]: typed });
    await switchOff("en");
    const changed = fieldsOf(both).further_prizes.replace("Acier", "Acier brossé");
    expect(sent({ [PRIZES_FIELD]: changed }, both)).toMatchObject({
      draft: { furtherPrizes: [{ details: { en: "Acier brossé" } }, { details: { en: "Gold", fr: "Or" } }] },
    });
  });

  it("a French question stays, and its English is what is missing, once English is switched on", async () => {
    const draw = await created({ ...FRENCH, ...FRENCH_OPTIONS });
    await switchOff("");
    expect(fieldsOf(draw)).toMatchObject({ question_fr: FRENCH.question_fr, option0_fr: FRENCH_OPTIONS.option0_fr });
    expect(sent({ question: ENGLISH.question }, draw)).toMatchObject({
      draft: { quiz: { question: { en: ENGLISH.question, fr: FRENCH.question_fr } } },
    });
    expect(publishGaps(publishableDraft(draw, { pictures: 1, takesFreeEntries: true }), ctx.now())).toEqual(["no_question"]);
  });

  it("what is missing is named beside the French field", async () => {
    expect(await putOnSale({ ...FRENCH_OPTIONS })).toEqual({
      problems: { title_fr: "required", description_fr: "required" },
    });
  });

  it("visitors and mails get French", () => {
    expect([chooseLocale({ url: "/?lng=en", cookie: "lang=en" }), penIn(ctx, "en").locale]).toEqual(["fr", "fr"]);
  });
});

describe("switching French on again", () => {
  beforeEach(() => switchOff("fr"));
  const on = (areGapsConfirmed: boolean) =>
    saveBrand(ctx, boss, { version: ctx.brand.version, typed: { switchedOff: "" }, areGapsConfirmed });

  it("shows what is missing first, and is recorded once that is confirmed", async () => {
    const draw = await created({ ...ENGLISH, ...OPTIONS });
    const words = inBothLanguages({ en: "We look for signs.", fr: "" }, { en: "", fr: "" });
    await makeStatement(ctx, boss, { key: "signs", isConfirmed: true, words });
    await saveDraft(ctx, boss, { document: "footer", locale: "en", version: 0, body: { lead: "A line", sections: [] } });
    await publishText(ctx, boss, { document: "footer", version: 1, publishAt: ctx.now() });
    const shown = await showBrand(ctx, boss);
    expect(shown.ok && shown.value.gaps).toEqual(
      expect.arrayContaining([
        { kind: "draw", id: draw.id, title: draw.title, missing: ["title", "description", "question"], isFinal: false },
        { kind: "text", document: "footer" },
        { kind: "statement", key: "signs" },
      ]),
    );
    expect(await on(false)).toMatchObject({ wrong: { at: "switchedOff", problem: "gaps_unconfirmed" } });
    expect(offeredLanguages()).toHaveLength(1);
    expect(await on(true)).toEqual({ ok: true });
    expect(offeredLanguages()).toHaveLength(2);
    const log = await ctx.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "shop.brand")
      .orderBy("id", "desc")
      .execute();
    expect(log[0]).toMatchObject({ before: { switchedOff: "fr" }, after: { switchedOff: "" } });
  });
});
