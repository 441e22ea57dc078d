/** Estimates how many guesses a password needs, with zxcvbn. */
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Passwords that need fewer guesses are refused: the 100,000 most common ones in twenty spellings each. */
const FEWEST_GUESSES = 2_000_000;
/** A long tail does not strengthen a weak beginning, and takes long to check. */
const CHECKED_LENGTH = 16;
/** Words that are obvious in this shop. */
const OURS = ["concours", "concourse", "ticket", "tickets", "lottery", "loterie", "tirage", "gagner", "winner"];
/** Alphabet runs that are long enough to mislead the checker. */
const RUNS = ["abcdefgh", "abcdefghi", "abcdefghij"];

let checker: Promise<ZxcvbnFactory> | undefined;

/**
 * Whether a password that meets the formal rules is still too easy to guess. `own`: the person's name and
 * address.
 */
export async function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  checker ??= loadChecker();
  const { guesses } = (await checker).check(password.slice(0, CHECKED_LENGTH), [...OURS, ...RUNS, ...own.flatMap(partsOf)]);
  return guesses < FEWEST_GUESSES;
}

/** Loads the 150,000 dictionary entries (250 ms) at startup, so that no request waits for it. */
export async function prepareGuesses(): Promise<void> {
  checker ??= loadChecker();
  await checker;
}

function partsOf(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u)].map((part) => part.toLowerCase()).filter((part) => part.length >= 3);
}

async function loadChecker(): Promise<ZxcvbnFactory> {
  const [core, common, en, fr] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
    import("@zxcvbn-ts/language-fr"),
  ]);
  const dictionary = {
    ...common.dictionary,
    "commonWords-en": en.dictionary["commonWords-en"],
    "firstnames-en": en.dictionary["firstnames-en"],
    "commonWords-fr": fr.dictionary["commonWords-fr"],
    "firstnames-fr": fr.dictionary["firstnames-fr"],
  };
  return new core.ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs, maxLength: CHECKED_LENGTH });
}
