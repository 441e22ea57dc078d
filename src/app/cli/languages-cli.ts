/** `npm run languages`: how complete each language is, and files for translators. */
import { readFileSync, writeFileSync } from "node:fs";
import { readEnv } from "#platform/env/env.server.ts";
import { languageFolders } from "#platform/messages.server.ts";
import { complain } from "./complain.ts";
import { checkLanguages, giveLanguage, LANGUAGES_USAGE, listLanguages, takeLanguage } from "./languages-command.ts";

const [command, locale = "", file = ""] = process.argv.slice(2);
process.exitCode = run();

function run(): number {
  const folders = languageFolders(readEnv());
  const isNamed = /^[a-z]{2,3}$/.test(locale) && file !== "";
  try {
    if (command === undefined) return say(listLanguages(folders));
    if (command === "check") return say(...checkLanguages(folders));
    if (command === "give" && isNamed) {
      writeFileSync(file, giveLanguage(folders, locale));
      return say([`${file} has every message. Translate it, then: npm run languages -- take ${locale} ${file}`]);
    }
    if (command === "take" && isNamed) return say(takeLanguage(folders, locale, readFileSync(file, "utf8")));
  } catch (error) {
    return complain(`${error instanceof Error ? error.message : String(error)}\n`, 1);
  }
  return complain(LANGUAGES_USAGE);
}

function say(lines: readonly string[], code = 0): number {
  process.stdout.write(`${lines.join("\n")}\n`);
  return code;
}
