/** The words of pages that the server makes: said by what says them in the browser, which takes a fifth of the time of i18next. */
import type { i18n } from "i18next";
import { isLocale } from "#shared/locale.ts";
import { createEngine } from "./messages-engine.ts";
import type { InlineWords } from "./messages-inlined.tsx";

export type PageWords = { readonly i18n: i18n; readonly inline: InlineWords };

const made = new WeakMap<i18n, { readonly shop: string; readonly page: PageWords }>();

/** @param words all texts of one language. While developing they may change at any time, so nothing is made ahead. */
export function wordsForPages(words: i18n): PageWords {
  const shop = words.t("shop");
  const known = import.meta.env.DEV ? undefined : made.get(words);
  if (known?.shop === shop) return known.page;
  const { language } = words;
  if (!isLocale(language)) throw new Error(`There are no pages in ${language}`);
  const texts = words.store.data[language] ?? {};
  const written = new Map<string, string>();
  const write = (namespace: string) => {
    const text = written.get(namespace) ?? `${JSON.stringify(namespace)}:${JSON.stringify(texts[namespace])}`;
    written.set(namespace, text);
    return text;
  };
  const page = {
    i18n: createEngine({
      locale: language,
      shop,
      inlined: texts,
      load: nothingMore,
      retries: { maxRetries: 0, retryTimeout: 0 },
    }),
    inline: (namespaces: readonly string[]) => `{${namespaces.map(write).join()}}`,
  };
  made.set(words, { shop, page });
  return page;
}

async function nothingMore(url: string): Promise<never> {
  throw new Error(`There are no texts at ${url}`);
}
