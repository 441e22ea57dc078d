import { mkdirSync, writeFileSync } from "node:fs";
import { type LanguageState, readLanguageFiles, surveyLanguages } from "#platform/languages/language-files.server.ts";
import { type PoEntry, readPo, writePo } from "#platform/languages/po.ts";
import { flatten, surveyFile, type TextTree, treeOf, translatables } from "#platform/languages/texts.ts";
import { isOwn } from "#shared/language/languages.ts";
import type { Locale } from "#shared/language/locale.ts";

export const LANGUAGES_USAGE = `Usage: npm run languages                        says how complete each language is
       npm run languages -- give pl pl.po      writes all messages for a translator, in gettext's format
       npm run languages -- take pl pl.po      makes the language's folder of what came back
       npm run languages -- check              fails where English or French lacks a message, or a file has a wrong one
The languages are in public/locales, and in LANGUAGES_DIR where that is set. See CONTRIBUTING.md.
`;

export function listLanguages(folders: readonly URL[]): readonly string[] {
  return surveyLanguages(folders).flatMap((state) => {
    const { has, total } = countOf(state);
    const share = Math.floor((has / total) * 1000) / 10;
    const open = state.surveys.filter(({ missing, faulty }) => missing.length + faulty.length > 0);
    return [
      `${state.locale}  ${state.name}: ${has} of ${total} messages, ${share}%`,
      ...open.map(({ namespace, missing, faulty }) => `    ${namespace}.json: ${missing.length} missing, ${faulty.length} wrong`),
    ];
  });
}

export function checkLanguages(folders: readonly URL[]): [readonly string[], number] {
  const faults = surveyLanguages(folders).flatMap(({ locale, surveys }) =>
    surveys.flatMap(({ namespace, missing, faulty, unknown }) => {
      const at = (path: string) => `${locale}/${namespace}.json: ${path}`;
      return [
        ...(isOwn(locale) ? missing.map((path) => `${at(path)} is missing`) : []),
        ...faulty.map((path) => `${at(path)} has other placeholders or tags than the English text`),
        ...unknown.map((path) => `${at(path)} does not exist in English`),
      ];
    }),
  );
  return faults.length > 0 ? [faults, 1] : [listLanguages(folders), 0];
}

function countOf({ surveys }: LanguageState) {
  const total = surveys.reduce((sum, each) => sum + each.total, 0);
  return { has: total - surveys.reduce((sum, { missing, faulty }) => sum + missing.length + faulty.length, 0), total };
}

/** A PO file with every message in English, the French as a note, and existing translations. */
export function giveLanguage(folders: readonly URL[], locale: string): string {
  const files = readLanguageFiles(folders);
  const has = files.get(locale as Locale);
  return writePo(
    locale,
    [...englishOf(folders)].flatMap(([namespace, english]) => {
      const french = flatten(files.get("fr")?.get(namespace));
      const texts = flatten(has?.get(namespace) ?? {});
      return translatables(english, locale).map(({ path, english: text, counts }): PoEntry => {
        const said = texts.get(path);
        const inFrench = french.get(path);
        return {
          context: `${namespace}:${path}`,
          english: text,
          translation: typeof said === "string" ? said : "",
          notes: [
            ...(typeof inFrench === "string" ? [`French: ${inFrench}`] : []),
            ...(counts ? [counts.length > 0 ? `For numbers such as ${counts.join(", ")}` : "For all other numbers"] : []),
          ],
        };
      });
    }),
  );
}

/** Writes a language into the last folder. Untranslated messages are omitted, and shown in English. */
export function takeLanguage(folders: readonly URL[], locale: string, po: string): readonly string[] {
  if (isOwn(locale as Locale)) throw new Error(`${locale} is the shop's own: its files are edited in public/locales`);
  const texts = readPo(po);
  const folder = new URL(`${locale}/`, folders.at(-1));
  mkdirSync(folder, { recursive: true });
  const said: string[] = [];
  for (const [namespace, english] of englishOf(folders)) {
    const own = [...texts].filter(([context]) => context.startsWith(`${namespace}:`));
    const tree = treeOf(english, new Map(own.map(([context, text]) => [context.slice(namespace.length + 1), text])), locale);
    if (!tree) continue;
    writeFileSync(new URL(`${namespace}.json`, folder), `${JSON.stringify(tree, null, 2)}\n`);
    const { faulty } = surveyFile(namespace, english, tree, locale);
    said.push(
      ...faulty.map(
        (path) => `${namespace}:${path} has other placeholders or tags than the English text, which is shown instead`,
      ),
    );
  }
  return [...said, ...listLanguages(folders).filter((line) => line.startsWith(`${locale} `))];
}

function englishOf(folders: readonly URL[]): readonly (readonly [string, TextTree])[] {
  return [...(readLanguageFiles(folders).get("en") ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
