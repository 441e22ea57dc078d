/** The text files of all languages: the shop's own, and those that an operator adds as folders. */
import { readdirSync, readFileSync } from "node:fs";
import { isOwn } from "#shared/language/languages.ts";
import { type Language, LOCALES, type Locale } from "#shared/language/locale.ts";
import { fillGaps, type Survey, surveyFile, type TextTree } from "./texts.ts";

/** A language's files by namespace. */
export type Files = ReadonlyMap<string, TextTree>;

/**
 * Reads all languages, English and French first. Later folders replace earlier ones. Throws for invalid
 * JSON and if an own language is missing.
 */
export function readLanguageFiles(folders: readonly URL[]): ReadonlyMap<Locale, Files> {
  const [own, ...more] = folders;
  if (!own) throw new Error("There is no folder of texts");
  const files = new Map<Locale, Files>(LOCALES.map((locale) => [locale, readFiles(new URL(`${locale}/`, own))]));
  for (const folder of [own, ...more])
    for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
      if (/^[a-z]{2,3}$/.test(name) && !isOwn(name as Locale)) files.set(name as Locale, readFiles(new URL(`${name}/`, folder)));
  return files;
}

function readFiles(folder: URL): Files {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return new Map(names.map((name) => [name.slice(0, -".json".length), readTexts(new URL(name, folder))]));
}

function readTexts(file: URL): TextTree {
  try {
    // Some editors write a byte order mark.
    return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, "")) as TextTree;
  } catch (error) {
    throw new Error(`The texts of ${file.pathname} cannot be read`, { cause: error });
  }
}

/** A language's own name, such as "Cymraeg". */
function ownName(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/**
 * Languages in which Chromium 156 formats numbers and dates like the server. Others use English formats:
 * they would change after hydration.
 */
const FORMATTED_BY_BROWSERS = [
  "af ar bg bn ca cs da de el es et fa fi fil gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl pl pt ro ru sk sl sr sv sw ta te th tr",
  "uk ur vi zh",
].flatMap((line) => line.split(" "));

function tagOf(locale: Locale): string {
  if (locale === "fr") return "fr-FR";
  return FORMATTED_BY_BROWSERS.includes(locale) ? locale : "en-GB";
}

/** Missing from TypeScript's library. */
type LocaleWithText = Intl.Locale & { getTextInfo(): { readonly direction: string } };

function languageOf(locale: Locale): Language {
  const { direction } = (new Intl.Locale(locale) as LocaleWithText).getTextInfo();
  return { locale, tag: tagOf(locale), name: ownName(locale), ...(direction === "rtl" && { dir: direction }) };
}

/** Names, tags and directions of languages. */
export function languagesOf(locales: Iterable<Locale>): readonly Language[] {
  return [...locales].map(languageOf);
}

/** All texts of a language by namespace, with English in place of missing ones. */
export function completeTexts(files: ReadonlyMap<Locale, Files>, locale: Locale): Record<string, TextTree> {
  const translated = files.get(locale) ?? new Map();
  if (isOwn(locale)) return Object.fromEntries(translated);
  const english = [...(files.get("en") ?? [])];
  return Object.fromEntries(english.map(([namespace, texts]) => [namespace, fillGaps(texts, translated.get(namespace), locale)]));
}

/** A language and how complete its files are. */
export type LanguageState = Language & { readonly surveys: readonly Survey[] };

/** How complete each language is, file by file. */
export function surveyLanguages(folders: readonly URL[]): readonly LanguageState[] {
  const files = readLanguageFiles(folders);
  const english = [...(files.get("en") ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [...files].map(([locale, translated]) => ({
    ...languageOf(locale),
    surveys: english.map(([namespace, texts]) => surveyFile(namespace, texts, translated.get(namespace), locale)),
  }));
}
