/** The texts of all languages on the server, as i18next instances. */
import { existsSync, watch } from "node:fs";
import { pathToFileURL } from "node:url";
import { createInstance, type i18n, type Resource } from "i18next";
import { DEMO_BRAND } from "#shared/brand/brand.ts";
import { i18nextOptions } from "#shared/language/i18next-options.ts";
import { DEFAULT_LOCALE, type Locale } from "#shared/language/locale.ts";
import { readLanguageFiles, completeTexts } from "./languages/language-files.server.ts";

/**
 * i18next by language: `messages.fr.t("…")` for the namespace `common`, else `messages.fr.getFixedT(null,
 * "success")`.
 */
export type Messages = Readonly<Record<Locale, i18n>>;

/** The folder of the shop's own texts: in the sources, or beside the build in an image without sources. */
export function messagesFolder(): URL {
  const sources = new URL("../../public/locales/", import.meta.url);
  return existsSync(sources) ? sources : new URL("../../build/client/locales/", import.meta.url);
}

/** The folders of all languages: the shop's own, then the operator's. */
export function languageFolders({ languagesDir }: { readonly languagesDir: string | undefined }): readonly URL[] {
  return [messagesFolder(), ...(languagesDir === undefined ? [] : [pathToFileURL(`${languagesDir}/`)])];
}

/** Reads all texts. Texts missing in a language are in English. */
export function readMessages(...folders: readonly URL[]): Messages {
  const resources = readResources(folders);
  const instance = (locale: string): i18n => {
    const messages = createInstance({
      ...i18nextOptions(DEMO_BRAND.name),
      resources,
      lng: locale,
      fallbackLng: DEFAULT_LOCALE,
      supportedLngs: Object.keys(resources),
      ns: Object.keys(resources[locale] ?? {}),
    });
    void messages.init();
    return messages;
  };
  return Object.fromEntries(Object.keys(resources).map((locale) => [locale, instance(locale)])) as Messages;
}

function readResources(folders: readonly URL[]): Resource {
  const files = readLanguageFiles(folders);
  return Object.fromEntries([...files.keys()].map((locale) => [locale, completeTexts(files, locale)]));
}

/** Sets the shop's name in all texts. */
export function nameShop(messages: Messages, shop: string): void {
  for (const { options } of Object.values(messages))
    options.interpolation = Object.assign(options.interpolation ?? {}, { defaultVariables: { shop } });
}

/** For development: reloads changed texts. Does not keep the process alive. */
export function watchMessages(messages: Messages, ...folders: readonly URL[]): void {
  const reread = () => {
    for (const [locale, namespaces] of Object.entries(readResources(folders)))
      for (const [namespace, texts] of Object.entries(namespaces))
        for (const instance of Object.values(messages))
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
