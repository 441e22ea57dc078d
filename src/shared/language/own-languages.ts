/**
 * Which of the shop's own languages, English and French, are in use, and the fields that they need. In forms
 * and columns `title_fr` is the French of `title`. English is never stored empty, because every language
 * falls back to it: while English is switched off, the French text is stored there as well (record 0119).
 */
import { isLocale, LOCALES, type OwnLocale } from "./locale.ts";

/** The own languages in use: each text is required in all of them. At least one. */
export function ownLanguages(): readonly OwnLocale[] {
  return LOCALES.filter((locale) => isLocale(locale));
}

/** Whether texts are required in this language. */
export function isInUse(locale: OwnLocale): boolean {
  return ownLanguages().includes(locale);
}

/** Whether both English and French are in use. */
export function hasBothLanguages(): boolean {
  return ownLanguages().length === LOCALES.length;
}

type Texts = Readonly<Record<string, string>>;
const frenchOf = (name: string) => `${name}_fr`;

/** Whether a form shows a field. `names`: all fields of the form. */
export function isAsked(name: string, names: readonly string[]): boolean {
  if (name.endsWith("_fr")) return isInUse("fr");
  return isInUse("en") || !names.includes(frenchOf(name));
}

/** The field where a problem of an English text is shown: the French one while English is switched off. */
export function askedName(name: string, names: readonly string[]): string {
  return isAsked(name, names) ? name : frenchOf(name);
}

/** The names of the texts that exist in both languages. */
function pairedNames(fields: Texts): string[] {
  return Object.keys(fields).filter((name) => frenchOf(name) in fields);
}

/** While English is switched off, missing English repeats the French. */
export function fillEnglish<Fields extends Texts>(fields: Fields): Fields {
  if (isInUse("en")) return fields;
  const missing = pairedNames(fields).filter((name) => fields[name]?.trim() === "");
  return { ...fields, ...Object.fromEntries(missing.map((name) => [name, fields[frenchOf(name)] ?? ""])) };
}

/** The reverse of `fillEnglish`: while English is switched off, English that repeats the French is empty. */
export function clearRepeated<Fields extends Texts>(fields: Fields): Fields {
  if (isInUse("en")) return fields;
  const repeated = pairedNames(fields).filter((name) => fields[name] === fields[frenchOf(name)]);
  return { ...fields, ...Object.fromEntries(repeated.map((name) => [name, ""])) };
}

/** Removes all texts of a switched-off language. */
export function clearUnused<Fields extends Texts>(fields: Fields): Fields {
  if (hasBothLanguages()) return fields;
  const unused = pairedNames(fields).map((name) => (isInUse("en") ? frenchOf(name) : name));
  return { ...fields, ...Object.fromEntries(unused.map((name) => [name, ""])) };
}

/**
 * Removes texts of a switched-off language whose counterpart has changed, since they no longer agree.
 * @param stored the earlier fields, or those of several rows, which may have changed their order
 */
export function clearOutdated<Fields extends Texts>(fields: Fields, stored: readonly Texts[]): Fields {
  if (hasBothLanguages()) return fields;
  const [shown, hidden] = isInUse("en") ? [(name: string) => name, frenchOf] : [frenchOf, (name: string) => name];
  const isStored = (name: string) =>
    stored.some((each) => [shown(name), hidden(name)].every((paired) => each[paired] === fields[paired]));
  const outdated = pairedNames(fields).filter((name) => !isStored(name));
  return { ...fields, ...Object.fromEntries(outdated.map((name) => [hidden(name), ""])) };
}

/** Whether a draw with this description was written in French alone, which is stored as English, too. */
export function isFrenchOnly(description: { readonly en?: string; readonly fr?: string | undefined }): boolean {
  return description.en === description.fr;
}

type Both = Readonly<Record<OwnLocale, string>>;

/**
 * A text that is stored in both languages. One in a language that is switched off stays if the other is
 * unchanged, else repeats it.
 */
export function inBothLanguages(typed: Both, before: Both): Both {
  if (hasBothLanguages()) return typed;
  const [shown, hidden] = isInUse("en") ? (["en", "fr"] as const) : (["fr", "en"] as const);
  const text = typed[shown];
  return { ...typed, [hidden]: text.trim() === before[shown] ? before[hidden] : text };
}
