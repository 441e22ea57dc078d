/** What the server says on pages, and what it sends along for the browser to say, are the texts of the files. */
import { expect, it } from "vitest";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { LOCALES } from "#shared/locale.ts";
import { messagesForPages } from "./messages-server.ts";

const words = readMessages(messagesFolder());

it.each(LOCALES)("in %s, a page carries the texts that it names, and no others", (locale) => {
  const { inline } = messagesForPages(words[locale]);
  const texts = words[locale].store.data[locale];
  expect(JSON.parse(inline(["common", "home"]))).toEqual({ common: texts?.common, home: texts?.home });
  expect(inline(["home", "common"])).toBe(JSON.stringify({ home: texts?.home, common: texts?.common }));
});

it.each(LOCALES)("in %s, every text is there without loading, in that language", async (locale) => {
  const { i18n } = messagesForPages(words[locale]);
  expect([i18n.language, i18n.isInitialized]).toEqual([locale, true]);
  for (const namespace of Object.keys(words[locale].store.data[locale] ?? {}))
    expect(i18n.hasLoadedNamespace(namespace)).toBe(true);
  const [ours, theirs] = [i18n, words[locale]].map((each) => each.getFixedT(null, "common"));
  for (const _time of ["first", "again"]) expect(ours?.("skipToContent")).toBe(theirs?.("skipToContent"));
  expect(i18n.t("skipToContent", { ns: "common" })).toBe(words[locale].t("skipToContent", { ns: "common" }));
});
