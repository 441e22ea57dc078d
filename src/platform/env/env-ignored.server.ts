/** Environment variables that have no effect but look like settings, as sentences for the start's log. */
import type { Vars } from "./env-schema.server.ts";

type Source = Readonly<Record<string, string | undefined>>;

/** Shorter names resemble unrelated ones, such as HOME and HOST. */
const SHORTEST = 6;

function mostSlips({ length }: string): number {
  return length < 9 ? 1 : 2;
}

/** `settings`: the names of all settings. */
export function findIgnored(vars: Vars, source: Source, { isDemo, settings }: { isDemo: boolean; settings: readonly string[] }) {
  const isGiven = (name: string) => Boolean(source[name]?.trim());
  // A setting that is set is not misspelt: DATABASE_URI beside DATABASE_URL belongs to another program.
  const lacking = settings.filter((setting) => !isGiven(setting) && setting.length >= SHORTEST);
  const misspelt = Object.keys(source).flatMap((name) => {
    const meant = isGiven(name) && !settings.includes(name) ? nearestOf(name, lacking) : undefined;
    return meant === undefined ? [] : [`${name} is not a setting of the shop. Did you mean ${meant}?`];
  });
  const off = vars.RATE_LIMITS === "off" && !isDemo;
  return [...misspelt, ...(off ? ["RATE_LIMITS=off is not heeded: only a demonstration goes without limits."] : [])];
}

/** The setting that `name` misspells by case or by one or two slips, if any. */
function nearestOf(name: string, settings: readonly string[]): string | undefined {
  const slips = settings
    .filter((setting) => Math.abs(setting.length - name.length) <= mostSlips(setting))
    .map((setting) => ({ setting, count: countSlips(name.toUpperCase(), setting) }))
    .filter(({ setting, count }) => count <= mostSlips(setting));
  return slips.toSorted((one, other) => one.count - other.count)[0]?.setting;
}

/** The Damerau–Levenshtein distance. */
function countSlips(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const hasSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const [left = 0, above = 0, diagonal = 0] = [row[j - 1], last[j], last[j - 1]];
      const least = Math.min(left + 1, above + 1, diagonal + (isSame ? 0 : 1));
      row.push(hasSwapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least);
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
