/** Required content of text pages, and of any page. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { TERMS_VERSION } from "#features/orders/rules/checkout/terms.ts";
import { formatDate, londonDate } from "#shared/dates/dates.ts";
import aboutEn from "../public/locales/en/about.json" with { type: "json" };
import cookiesEn from "../public/locales/en/cookies.json" with { type: "json" };
import footerEn from "../public/locales/en/footer.json" with { type: "json" };
import howEn from "../public/locales/en/howtowin.json" with { type: "json" };
import privacyEn from "../public/locales/en/privacy.json" with { type: "json" };
import termsEn from "../public/locales/en/terms.json" with { type: "json" };
import aboutFr from "../public/locales/fr/about.json" with { type: "json" };
import cookiesFr from "../public/locales/fr/cookies.json" with { type: "json" };
import footerFr from "../public/locales/fr/footer.json" with { type: "json" };
import howFr from "../public/locales/fr/howtowin.json" with { type: "json" };
import privacyFr from "../public/locales/fr/privacy.json" with { type: "json" };
import termsFr from "../public/locales/fr/terms.json" with { type: "json" };
import type { Language } from "./buyer.fixture.ts";

export const READING_WORDS = {
  en: { about: aboutEn, cookies: cookiesEn, footer: footerEn, how: howEn, privacy: privacyEn, terms: termsEn },
  fr: { about: aboutFr, cookies: cookiesFr, footer: footerFr, how: howFr, privacy: privacyFr, terms: termsFr },
} as const;

const VALUES = ["transparency", "security", "excellence", "innovation"] as const;
const PEOPLE = ["director", "draws", "cars", "support"] as const;
const ARTICLES = ["/how-to-win", "/about", "/contact", "/privacy", "/terms", "/cookies", "/enter-free"];

/** Raw tags, placeholders and keys. */
export const UNTRANSLATED = /<\/?\w+>|\{\{|undefined|\b[a-z]+(\.[a-zA-Z]+)+\.(title|text)\b/;

/** Required parts: the terms' version, today's date in the cookie policy. */
export function requiredTexts(path: string, language: Language): readonly string[] {
  const { about, cookies, how, privacy, terms } = READING_WORDS[language];
  if (path === "/how-to-win") return [how.hero.title, how.hero.text, how.steps.title, how.benefits.title, how.tips.title];
  if (path === "/terms")
    return [
      ...[terms.title, ...terms.game.text, terms.refunds.title, terms.complaints.title],
      formatDate(TERMS_VERSION, language),
    ];
  if (path === "/privacy") return [privacy.title, privacy.retention.title, privacy.rights.title];
  if (path === "/cookies") {
    const dated = cookies.dated.replace("{{date}}", formatDate(londonDate(new Date()), language));
    return [cookies.title, cookies.list.title, cookies.lifetime.title, dated];
  }
  if (path !== "/about") return [];
  const values = VALUES.map((value) => about.values[value]);
  const team = PEOPLE.map((person) => about.team[person].text);
  const intro = about.intro.replace("{{shop}}", "Concours");
  return [intro, about.mission.title, ...about.mission.text, ...values, ...team, about.reach.title, about.reach.text];
}

/** Normalises spaces: dates use no-break spaces, locale texts may not. */
const plain = (text: string) => text.replaceAll(/\s+/g, " ");

/** Expects one main heading, every part, and no raw tag, placeholder or key. @returns its title */
export async function expectWhole(page: Page, path: string, language: Language): Promise<string> {
  expect(await page.getByRole("heading", { level: 1 }).count(), `headings of ${path}`).toBe(1);
  const main = plain(await page.getByRole("main").innerText());
  expect(main, path).not.toMatch(UNTRANSLATED);
  expect(
    requiredTexts(path, language).filter((text) => !main.includes(plain(text))),
    `what ${path} does not say`,
  ).toEqual([]);
  if (path === "/cookies") expect(main).toMatch(/13\s(?:months|mois)/);
  if (ARTICLES.includes(path)) {
    const description = page.locator('meta[name="description"]');
    expect(await description.getAttribute("content"), `the description of ${path}`).toMatch(/.{60}/);
  }
  return page.title();
}
