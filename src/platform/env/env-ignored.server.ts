/**
 * Environment variables that have no effect but look like settings, as sentences for the log at the start.
 */
import type { Vars } from "./env-schema.server.ts";

type Source = Readonly<Record<string, string | undefined>>;

/** Shorter names resemble unrelated variables, such as HOME and HOST. */
const SHORTEST = 6;

/** How many characters a name of this length may differ by. */
function allowedTypos({ length }: string): number {
  return length < 9 ? 1 : 2;
}

/** One sentence for each variable without effect. `settings`: the names of all settings. */
export function findIgnored(vars: Vars, source: Source, { isDemo, settings }: { isDemo: boolean; settings: readonly string[] }) {
  const isSet = (name: string) => Boolean(source[name]?.trim());
  // A setting that is set is not misspelt: DATABASE_URI beside DATABASE_URL belongs to another program.
  const unset = settings.filter((setting) => !isSet(setting) && setting.length >= SHORTEST);
  const misspelt = Object.keys(source).flatMap((name) => {
    const similar = isSet(name) && !settings.includes(name) ? nearestSetting(name, unset) : undefined;
    return similar === undefined ? [] : [`${name} is not a setting of the shop. Did you mean ${similar}?`];
  });
  const off = vars.RATE_LIMITS === "off" && !isDemo;
  return [...misspelt, ...(off ? ["RATE_LIMITS=off is not heeded: only a demonstration goes without limits."] : [])];
}

/** The setting that `name` misspells by case or by one or two characters, if any. */
function nearestSetting(name: string, settings: readonly string[]): string | undefined {
  const candidates = settings
    .filter((setting) => Math.abs(setting.length - name.length) <= allowedTypos(setting))
    .map((setting) => ({ setting, count: countTypos(name.toUpperCase(), setting) }))
    .filter(({ setting, count }) => count <= allowedTypos(setting));
  return candidates.toSorted((first, second) => first.count - second.count)[0]?.setting;
}

/** The Damerau–Levenshtein distance: the number of characters to insert, delete, replace or swap. */
function countTypos(first: string, second: string): number {
  let [before, last] = [[] as number[], Array.from({ length: second.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= first.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= second.length; j += 1) {
      const isSame = first[i - 1] === second[j - 1];
      const hasSwapped = i > 1 && j > 1 && first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1];
      const [left = 0, above = 0, diagonal = 0] = [row[j - 1], last[j], last[j - 1]];
      const least = Math.min(left + 1, above + 1, diagonal + (isSame ? 0 : 1));
      row.push(hasSwapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least);
    }
    [before, last] = [last, row];
  }
  return last[second.length] ?? 0;
}
