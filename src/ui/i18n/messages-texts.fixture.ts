/** The texts of all screens, and what is not prose in them. */
import { readFileSync } from "node:fs";
import type { Locale } from "#shared/language/locale.ts";

/** The files of texts. Source: specification, section 9; the last four are additional. */
export const NAMESPACES = [
  "common auth admin footer home live lottery prize profile queue quiz success howtowin",
  "admin-alerts admin-approvals admin-books admin-care admin-draws admin-entries admin-home admin-inbox admin-live admin-log admin-lotteries admin-orders admin-payments admin-people admin-texts admin-api",
  "privacy cookies terms pastdraws about age-verification promise evidence mails demo",
].flatMap((line) => line.split(" "));

/** Sentences quoted from the specification, to the letter: with straight apostrophes and three dots. */
export const QUOTED: readonly string[] = [
  "Cette quantité n'est pas disponible actuellement",
  "Échec de l'envoi des emails",
  "Erreur lors de l'envoi du message",
  "Checking permissions...",
  "Loading users...",
  "Search users...",
  "Loading lotteries...",
  "Loading winners...",
];

export const LOCALES_FOLDER = new URL("../../../public/locales/", import.meta.url);

/** Every text of a file by its path, such as `hero.status.live`. */
export function textsOf(locale: Locale, namespace: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (node: unknown, path: readonly string[]) => {
    if (typeof node === "string") texts.set(path.join("."), node);
    else if (typeof node === "object" && node !== null)
      for (const [key, value] of Object.entries(node)) walk(value, [...path, key]);
    else throw new TypeError(`${locale}/${namespace}.json holds something else than texts at ${path.join(".")}`);
  };
  walk(JSON.parse(readFileSync(new URL(`${locale}/${namespace}.json`, LOCALES_FOLDER), "utf8")), []);
  return texts;
}

/** Removes addresses, times and tags. A placeholder reads as one short word. */
export function prose(text: string): string {
  return text.replaceAll(/\d:\d|<\/?[\w-]+\s*\/?>/g, "").replaceAll(/https?:\/\/\S+|\{\{[^}]*\}\}/g, "x");
}
