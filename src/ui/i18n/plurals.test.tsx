/** Languages such as Polish have more plural forms than English and French. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { afterAll, beforeAll, expect, it } from "vitest";
import { languagesOf } from "#platform/languages/language-files.server.ts";
import { setLanguages } from "#shared/language/languages.ts";
import { LOCALES, type Locale } from "#shared/language/locale.ts";
import { OddsLine } from "../draws/odds-line.tsx";
import { messagesIn } from "./messages-browser.ts";
import { NAMESPACES, textsOf } from "./messages-texts.fixture.ts";

const pl = "pl" as Locale;
beforeAll(() => setLanguages(languagesOf([...LOCALES, pl])));
afterAll(() => setLanguages(languagesOf(LOCALES)));

it("a count uses the plural form of the reader's language", () => {
  const odds = { owned_one: "{{n}} bilet", owned_few: "{{n}} bilety", owned_many: "{{n}} biletów" };
  const i18n = messagesIn(pl, "Concours", { common: { odds: { exactFinal: "", ...odds } } });
  const textFor = (owned: number) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <OddsLine tickets={owned} owned={owned} among={{ entries: 100, free: 0, isFinal: true }} />
      </I18nextProvider>,
    );
  expect(textFor(1)).toContain("1 bilet<");
  expect(textFor(2)).toContain("2 bilety");
  expect(textFor(5)).toContain("5 biletów");
  expect(textFor(22)).toContain("22 bilety");
});

/** `n` is at least two there: fixed numbers, and those shown above a threshold. */
const SEVERAL = [
  "admin-api keys.days",
  "admin-api keys.errors.too_many",
  "admin-api hooks.errors.too_many",
  "admin-books payouts.more",
  "admin-entries freeEntries.refusals.tooMany",
  "admin-lotteries lotteries.problem.too_many_pictures",
  "admin-lotteries lotteries.refusal.too_many_pictures",
  "admin-lotteries lotteries.tooManyImages",
  "admin-orders orders.more",
  "admin-people shop.problems.bad_name",
  "howtowin tips.packs.text",
  "lottery packs.tickets",
  "queue wait.minutes",
];
const SUMS_AND_NUMBERS =
  /\{\{(?:amount|count|done|has|here|lines|n|paid|sold|spent|sum|taken|tickets)\}\}(?:<[^>]+>)?\s(\p{L}+[sx])\b/gu;

it("in French no plural follows a sum or a number that may be zero or one", () => {
  const found = NAMESPACES.flatMap((namespace) =>
    [...textsOf("fr", namespace)]
      .filter(([key]) => !/_(?:one|other)$/.test(key))
      .filter(([, text]) => [...text.matchAll(SUMS_AND_NUMBERS)].some(([, word]) => !["dans", "ms", "plus"].includes(word ?? "")))
      .map(([key]) => `${namespace} ${key}`),
  );
  expect(found.toSorted()).toEqual(SEVERAL.toSorted());
});

it("no screen changes a count to choose a plural", () => {
  const root = join(import.meta.dirname, "../..");
  const screens = globSync("**/*.tsx", { cwd: root }).filter((file) => !file.endsWith(".test.tsx"));
  expect(screens.length).toBeGreaterThan(100);
  const cut = screens.filter((file) => /\bcount\b[:=\s]+Math\./.test(readFileSync(join(root, file), "utf8")));
  expect(cut).toEqual([]);
});
