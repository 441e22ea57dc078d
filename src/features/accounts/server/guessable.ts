/** Which passwords are guessed first: the commonest, words and names, however they are dressed up, and what somebody's own details suggest. */
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** The commonest 100,000 passwords in some twenty spellings each need fewer guesses, and are refused. */
const FEWEST_GUESSES = 2_000_000;
/** What is behind makes no weak beginning strong, and looking at it takes long. */
const LOOKED_AT = 16;
const OURS = ["concours", "concourse", "ticket", "tickets", "lottery", "loterie", "tirage", "gagner", "winner"];
/** Runs of the alphabet that are long enough to look like something else to the checker. */
const RUNS = ["abcdefgh", "abcdefghi", "abcdefghij"];

let checker: Promise<ZxcvbnFactory> | undefined;

/** Whether a password that keeps the rules of the checklist is too easy to guess all the same. */
export async function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  checker ??= loadChecker();
  const { guesses } = (await checker).check(password.slice(0, LOOKED_AT), [...OURS, ...RUNS, ...own.flatMap(partsOf)]);
  return guesses < FEWEST_GUESSES;
}

/** Reads the lists, 150,000 entries, in a quarter of a second: at the start, so that nobody waits for it later. */
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
  return new core.ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs, maxLength: LOOKED_AT });
}
