import { existsSync, watch } from "node:fs";
import { pathToFileURL } from "node:url";
import { createInstance, type i18n, type Resource } from "i18next";
import { DEMO_BRAND } from "#shared/brand/brand.ts";
import { i18nextOptions } from "#shared/language/i18next-options.ts";
import { DEFAULT_LOCALE, type Locale } from "#shared/language/locale.ts";
import { readLanguageFiles, wholeTexts } from "./languages/language-files.server.ts";

/** i18next by language: `words.fr.t("…")` for `common`, else `words.fr.getFixedT(null, "success")`. */
export type Messages = Readonly<Record<Locale, i18n>>;

/** The shop's own texts: in the sources, or in an image without sources beside the build. */
export function messagesFolder(): URL {
  const sources = new URL("../../public/locales/", import.meta.url);
  return existsSync(sources) ? sources : new URL("../../build/client/locales/", import.meta.url);
}

export function languageFolders({ languagesDir }: { readonly languagesDir: string | undefined }): readonly URL[] {
  return [messagesFolder(), ...(languagesDir === undefined ? [] : [pathToFileURL(`${languagesDir}/`)])];
}

export function readMessages(...folders: readonly URL[]): Messages {
  const resources = readResources(folders);
  const instance = (locale: string): i18n => {
    const words = createInstance({
      ...i18nextOptions(DEMO_BRAND.name),
      resources,
      lng: locale,
      fallbackLng: DEFAULT_LOCALE,
      supportedLngs: Object.keys(resources),
      ns: Object.keys(resources[locale] ?? {}),
    });
    void words.init();
    return words;
  };
  return Object.fromEntries(Object.keys(resources).map((locale) => [locale, instance(locale)])) as Messages;
}

function readResources(folders: readonly URL[]): Resource {
  const files = readLanguageFiles(folders);
  return Object.fromEntries([...files.keys()].map((locale) => [locale, wholeTexts(files, locale)]));
}

export function nameShop(words: Messages, shop: string): void {
  for (const { options } of Object.values(words))
    options.interpolation = Object.assign(options.interpolation ?? {}, { defaultVariables: { shop } });
}

/** For development: reloads changed texts. Does not keep the process alive. */
export function watchMessages(words: Messages, ...folders: readonly URL[]): void {
  const reread = () => {
    for (const [locale, namespaces] of Object.entries(readResources(folders)))
      for (const [namespace, texts] of Object.entries(namespaces))
        for (const instance of Object.values(words))
          instance.removeResourceBundle(locale, namespace).addResourceBundle(locale, namespace, texts);
  };
  const onChange = () => {
    try {
      reread();
    } catch {
      // The editor is still writing; its last write has an event of its own.
    }
  };
  for (const folder of folders) watch(folder, { recursive: true, persistent: false }, onChange);
}
