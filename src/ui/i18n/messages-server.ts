/** The words of pages that the server makes: said by what says them in the browser, in less time than i18next takes. */
import type { i18n } from "i18next";
import { isLocale } from "#shared/locale.ts";
import { createEngine } from "./messages-engine.ts";
import type { InlineMessages } from "./messages-inlined.tsx";

export type PageMessages = { readonly i18n: i18n; readonly inline: InlineMessages };

const made = new WeakMap<i18n, { readonly shop: string; readonly page: PageMessages }>();

/** @param words all texts of one language. While developing they may change at any time, so nothing is made ahead. */
export function messagesForPages(words: i18n): PageMessages {
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
  const engine = createEngine({
    ...{ locale: language, shop, inlined: texts, load: nothingMore },
    retries: { maxRetries: 0, retryTimeout: 0 },
  });
  const page = {
    i18n: Object.assign(engine, { getFixedT: rememberTexts(engine.getFixedT) }),
    inline: (namespaces: readonly string[]) => `{${namespaces.map(write).join()}}`,
  };
  made.set(words, { shop, page });
  return page;
}

/** Texts without values are always the same, and most are such. */
function rememberTexts(getFixedT: i18n["getFixedT"]): i18n["getFixedT"] {
  const bound = new Map<unknown, (key: string, values?: object) => unknown>();
  const bind = (language: string, namespace: string) => {
    const say = getFixedT(language, namespace as "common") as unknown as (key: string, values?: object) => unknown;
    const said = new Map<string, unknown>();
    return (key: string, values?: object) => {
      if (values !== undefined) return say(key, values);
      const text = said.get(key) ?? say(key);
      // Keys come from the screens, and there are as many as texts; a text that does not exist is no reason to keep its key.
      if (text !== key) said.set(key, text);
      return text;
    };
  };
  return ((language: string, namespace: string) => {
    const t = bound.get(namespace) ?? bind(language, namespace);
    bound.set(namespace, t);
    return t;
  }) as unknown as i18n["getFixedT"];
}

async function nothingMore(url: string): Promise<never> {
  throw new Error(`There are no texts at ${url}`);
}
