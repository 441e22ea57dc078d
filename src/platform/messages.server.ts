/** Every text in every language: read from the files once when the process starts, never per request. */
import { existsSync, readdirSync, readFileSync, watch } from "node:fs";
import { createInstance, type i18n, type ResourceLanguage } from "i18next";
import { DEMO_BRAND } from "#shared/brand.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "#shared/locale.ts";

/** One ready i18next instance per language, with every namespace; `words.fr.t("…")`, or `words.fr.getFixedT(null, "success")` for another than `common`. */
export type Messages = Readonly<Record<Locale, i18n>>;

/** Where the texts are: the sources, or in an image without sources the copy beside the built screens. */
export function messagesFolder(): URL {
  const sources = new URL("../../public/locales/", import.meta.url);
  return existsSync(sources) ? sources : new URL("../../build/client/locales/", import.meta.url);
}

/** Reads `{language}/{namespace}.json` below a folder. Throws where a language has no folder or a file is not JSON: no shop opens without its words. */
export function readMessages(folder: URL): Messages {
  const resources = Object.fromEntries(LOCALES.map((locale) => [locale, readLanguage(folder, locale)]));
  const instance = (locale: Locale): i18n => {
    const words = createInstance({
      resources,
      lng: locale,
      fallbackLng: DEFAULT_LOCALE,
      supportedLngs: [...LOCALES],
      ns: Object.keys(resources[locale] ?? {}),
      defaultNS: "common",
      initAsync: false,
      // React escapes what it shows. Every text may name the shop.
      interpolation: { escapeValue: false, defaultVariables: { shop: DEMO_BRAND.name } },
    });
    void words.init();
    return words;
  };
  return { en: instance("en"), fr: instance("fr") };
}

/** From now on all texts call the shop so. */
export function nameShop(words: Messages, shop: string): void {
  for (const { options } of Object.values(words))
    options.interpolation = Object.assign(options.interpolation ?? {}, { defaultVariables: { shop } });
}

/** While developing: takes changed texts over without a restart. Does not keep the process alive. */
export function watchMessages(words: Messages, folder: URL): void {
  const reread = () => {
    for (const locale of LOCALES) {
      for (const [namespace, texts] of Object.entries(readLanguage(folder, locale))) {
        for (const instance of Object.values(words)) {
          instance.removeResourceBundle(locale, namespace).addResourceBundle(locale, namespace, texts);
        }
      }
    }
  };
  watch(folder, { recursive: true, persistent: false }, () => {
    try {
      reread();
    } catch {
      // An editor is in the middle of writing; its last write comes with an event of its own.
    }
  });
}

function readLanguage(folder: URL, locale: Locale): ResourceLanguage {
  const files = readdirSync(new URL(`${locale}/`, folder)).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    files.map((name) => [name.slice(0, -".json".length), readTexts(new URL(`${locale}/${name}`, folder))]),
  );
}

function readTexts(file: URL): ResourceLanguage[string] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as ResourceLanguage[string];
  } catch (error) {
    throw new Error(`The texts of ${file.pathname} cannot be read`, { cause: error });
  }
}
