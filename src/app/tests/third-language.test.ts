/** A made-up Welsh, incomplete and partly wrong. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { draw, penSource, rendered } from "#features/mail/server/mails/every-mail.fixture.ts";
import { cancellation } from "#features/mail/server/mails/payment-mails.ts";
import { hello, penIn } from "#features/mail/server/mails/pen.ts";
import { shownLanguage } from "#features/settings/rules/language-state.ts";
import { languagesOf, readLanguageFiles, surveyLanguages } from "#platform/languages/language-files.server.ts";
import { fillGaps } from "#platform/languages/texts.ts";
import { type Messages, messagesFolder, readMessages } from "#platform/messages.server.ts";
import { formatDate } from "#shared/dates/dates.ts";
import { languageName, setLanguages, setOffered, toLocale, writeLanguages } from "#shared/language/languages.ts";
import {
  chooseLocale,
  directionOf,
  LOCALES,
  type Locale,
  languages,
  offeredLanguages,
  readLanguages,
} from "#shared/language/locale.ts";
import { formatMoney, pence } from "#shared/money/money.ts";
import { checkLanguages, giveLanguage, listLanguages, takeLanguage } from "../cli/languages-command.ts";
import { sitemapXml } from "../http/files/sitemap.ts";
import { addedTexts } from "../http/pages/added-texts.ts";
import { plainPage } from "../http/pages/plain-page.ts";

const cy = "cy" as Locale;
let more: string;
let folders: URL[];
let words: Messages;
const write = (namespace: string, texts: object) => writeFileSync(join(more, "cy", `${namespace}.json`), JSON.stringify(texts));
const english = (namespace: string) => JSON.parse(readFileSync(new URL(`en/${namespace}.json`, messagesFolder()), "utf8"));

beforeAll(() => {
  more = mkdtempSync(join(tmpdir(), "languages-"));
  folders = [messagesFolder(), pathToFileURL(`${more}/`)];
  mkdirSync(join(more, "cy"));
  writeFileSync(join(more, "cy", "home.json"), "\uFEFF{}");
  write("common", { nav: { home: "{{shop}}, hafan" }, skipToContent: "" });
  write("mails", { hello: { named: "Helo {{nom}},", nameless: "Helo," } });
  write("admin-texts", { languages: { open_two: "dau", open_other: "{{count}} arall" }, gone: "Nid yw yma" });
  words = readMessages(...folders);
  setLanguages(languagesOf(readLanguageFiles(folders).keys()));
});
afterAll(() => {
  rmSync(more, { recursive: true, force: true });
  setLanguages(languagesOf(LOCALES));
});

const say = (key: string, values = {}) => (words[cy].t as (key: string, values: object) => string)(key, values);

describe("a folder of files", () => {
  it("is a language with its own name, not offered to visitors yet, but viewable", () => {
    expect(languageName(cy)).toBe("Cymraeg");
    expect(offeredLanguages().map(({ locale }) => locale)).toEqual(["en", "fr"]);
    expect(offeredLanguages(cy).map(({ locale }) => locale)).toEqual(["en", "fr", "cy"]);
    expect([chooseLocale({ url: "/", acceptLanguage: "cy, fr;q=0.5" }), chooseLocale({ url: "/?lng=cy" })]).toEqual(["fr", "cy"]);
    expect(sitemapXml("https://shop.example", [])).not.toContain("lng=cy");
  });

  it("is offered once an owner enables it: in the switch, by Accept-Language, and to search engines", () => {
    setOffered(["cy", "pl"]);
    const [known, written] = [languages.known, writeLanguages(offeredLanguages())];
    expect(JSON.parse(written)[2]).toEqual({ locale: "cy", tag: "en-GB", name: "Cymraeg" });
    // As a page reads what it carries.
    setLanguages(languages.installed.slice(0, 2));
    readLanguages(written);
    expect(offeredLanguages()).toEqual(known);
    expect(languageName(cy)).toBe("Cymraeg");
    setLanguages(known);
    setOffered(["cy", "pl"]);
    expect(chooseLocale({ url: "/", acceptLanguage: "cy-GB, fr;q=0.5" })).toBe("cy");
    expect(sitemapXml("https://shop.example", [])).toContain('hreflang="cy" href="https://shop.example/?lng=cy"');
    setOffered([]);
  });

  it("falls back to English for missing, faulty or empty texts; never shows a key", () => {
    expect(say("nav.home")).toBe("Concours, hafan");
    expect(say("skipToContent")).toBe(english("common").skipToContent);
    expect(say("mails:hello.named", { name: "Zoé" })).toBe(words.en.t("mails:hello.named", { name: "Zoé" }));
    const keys = Object.keys(words.en.store.data.en ?? {});
    expect(Object.keys(words[cy].store.data.cy ?? {})).toEqual(keys);
  });

  it("uses its own plurals", () => {
    expect([0, 1, 2, 3, 6, 7].map((count) => say("admin-texts:languages.open", { count }))).toEqual([
      "0 arall",
      "1 arall",
      "dau",
      "3 arall",
      "6 arall",
      "7 arall",
    ]);
  });

  it("writes mails, dates and sums; a draw is in English", () => {
    const pen = penIn({ ...penSource, messages: words }, cy);
    expect([pen.locale, hello(pen, "")]).toEqual(["cy", "Helo,"]);
    const { known } = languages;
    setLanguages([...known, ...languagesOf(["pl", "es"] as unknown as Locale[])]);
    // Browsers have Polish months, but no Welsh ones.
    expect([cy, "pl" as Locale].map((locale) => formatDate("2026-12-04", locale))).toEqual(["4 December 2026", "4 grudnia 2026"]);
    expect([cy, "es" as Locale].map((locale) => formatMoney(pence(12345678), locale))).toEqual([
      "£123,456.78",
      "123.456,78\u00a0£",
    ]);
    setLanguages(known);
    expect(inLanguage({ en: "A red car", fr: "Une voiture rouge" }, cy)).toBe("A red car");
  });

  it("is read from right to left where its script is, on pages, in mails, and in what a page carries of it", async () => {
    const { known } = languages;
    const ar = "ar" as Locale;
    setLanguages([...known, ...languagesOf([ar, "he" as Locale])]);
    expect(["en", "fr", cy, ar, "he"].map((locale) => directionOf(locale as Locale))).toEqual([
      ...[undefined, undefined, undefined],
      ...["rtl", "rtl"],
    ]);
    const written = JSON.parse(writeLanguages(offeredLanguages(ar)));
    expect(written.at(-1)).toMatchObject({ locale: "ar", dir: "rtl" });
    const arabic = { ...penSource, messages: { ...words, [ar]: words.en } };
    const { html } = await rendered(ar, (pen) => cancellation(pen, { draw, firstName: "Amelia" }), arabic);
    expect(html).toMatch(/<html[^>]* dir="rtl"/);
    const frame = { nonce: "", seconds: 1, brand: penSource.brand.current };
    const away = plainPage([{ locale: ar, title: "", paragraphs: [] }], frame);
    expect(away).toContain(`lang="ar" dir="rtl"`);
    setLanguages(known);
  });

  it("whose files are gone falls back to English", () => {
    expect([toLocale("cy"), toLocale("pl"), toLocale(null)]).toEqual(["cy", "en", "en"]);
    expect(penIn({ ...penSource, messages: words }, "pl" as Locale).locale).toBe("en");
  });

  it("falls back to English for nested texts, which may be cyclic", () => {
    const texts = { one: "First", two: "Second", three: "Third" };
    expect(fillGaps(texts, { one: "$t(two)", two: "$t(one) 2", three: "Costs $5" }, "cy")).toEqual({
      ...texts,
      three: "Costs $5",
    });
  });

  it("is served complete, and the shop’s own languages as files", async () => {
    const app = new Hono().get("/locales/:language/:file", addedTexts({ messages: words }));
    const reply = await app.request("/locales/cy/common.json");
    expect(await reply.json()).toMatchObject({
      nav: { home: "{{shop}}, hafan" },
      skipToContent: english("common").skipToContent,
    });
    for (const path of ["cy/nothing.json", "fr/common.json", "pl/common.json", "cy/common.txt"])
      expect((await app.request(`/locales/${path}`)).status).toBe(404);
  });
});

describe("its completeness", () => {
  it("names what is missing, wrong or of no use, by file", () => {
    const state = surveyLanguages(folders).find(({ locale }) => locale === cy);
    const survey = (name: string) => state?.surveys.find(({ namespace }) => namespace === name);
    expect(survey("mails")?.faulty).toEqual(["hello.named"]);
    expect(survey("common")?.missing).toContain("skipToContent");
    expect(survey("admin-texts")?.unknown).toEqual(["gone"]);
    expect(survey("admin-texts")?.missing).toEqual(
      expect.arrayContaining(["zero", "one", "few", "many"].map((count) => `languages.open_${count}`)),
    );
    expect(survey("home")?.missing).toHaveLength(survey("home")?.total ?? -1);
    const shown = state && shownLanguage(state, false);
    expect(shown).toMatchObject({ name: "Cymraeg", isOffered: false, players: { has: 2 }, staff: { has: 2 } });
    expect(shown?.files.find(({ namespace }) => namespace === "home")?.more).toBeGreaterThan(50);
  });

  it("is complete in English and French; faulty texts fail the check, missing ones of an added language do not", () => {
    expect(checkLanguages([messagesFolder()])[1]).toBe(0);
    expect(surveyLanguages([messagesFolder()]).map(({ surveys }) => surveys.flatMap(({ missing }) => missing))).toEqual([[], []]);
    const [lines, code] = checkLanguages(folders);
    expect([lines.length, code]).toEqual([2, 1]);
    expect(lines[0]).toContain("cy/admin-texts.json: gone");
  });

  it("survives the round trip through a translator's file", () => {
    const given = giveLanguage(folders, "cy");
    expect(given).toContain(
      '#. French: {{shop}}, accueil\nmsgctxt "common:nav.home"\nmsgid "{{shop}}, home"\nmsgstr "{{shop}}, hafan"',
    );
    const translated = given
      .replace(/(msgctxt "common:skipToContent"\nmsgid .*\nmsgstr )""/, '$1"Neidio \\"i\\"\\n"\n"r cynnwys"')
      .replace(/(msgctxt "home:hero.title"\nmsgid .*\nmsgstr )""/, '$1"Ansicr"')
      .replace(/(?=#\. [^\n]*\nmsgctxt "home:hero.title")/, "#, fuzzy\n");
    const said = takeLanguage(folders, "cy", translated);
    expect(said[0]).toMatch(/^mails:hello.named has other placeholders/);
    expect(said.at(-1)).toMatch(/^cy {2}Cymraeg: 5 of \d+ messages, 0(?:\.\d)?%$/);
    const common = JSON.parse(readFileSync(join(more, "cy/common.json"), "utf8"));
    expect(common).toEqual({ nav: { home: "{{shop}}, hafan" }, skipToContent: 'Neidio "i"\nr cynnwys' });
    expect(listLanguages(folders).join("\n")).toContain("home.json");
    expect(() => takeLanguage(folders, "fr", translated)).toThrow("edited in public/locales");
    expect(() => takeLanguage(folders, "cy", "<html>")).toThrow("Line 1");
  });

  it("is full when everything is translated, with lists and plurals", () => {
    const whole = giveLanguage([messagesFolder()], "pl").replaceAll(/msgid (.*)\nmsgstr ""(?=\n\n|\n$)/g, "msgid $1\nmsgstr $1");
    expect(takeLanguage(folders, "pl", whole).at(-1)).toMatch(/^pl {2}Polski: (\d+) of \1 messages, 100%$/);
    const terms = JSON.parse(readFileSync(join(more, "pl/terms.json"), "utf8"));
    expect(terms).toEqual(english("terms"));
  });
});
