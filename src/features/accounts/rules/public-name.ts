/** How a player is named in public, as a winner. Why so: docs/decisions, and the terms that everybody accepts before paying. */

/** What is known of a person; an erased account has no names left. */
export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly county: string | undefined;
  /** Agreed to be named in full. */
  readonly isFullNamePublic: boolean;
  /** Objects to being named at all. */
  readonly isNameHidden: boolean;
};

/** "Amelia Reed" with consent, else "Amelia R., Kent"; undefined where they object or the account is erased, and nobody is named. */
export function publicName({ firstName, lastName, county, isFullNamePublic, isNameHidden }: Person): string | undefined {
  if (isNameHidden) return undefined;
  const short = initialName({ firstName, lastName });
  if (short === undefined || lastName === "") return short;
  if (isFullNamePublic) return `${firstName} ${lastName}`;
  return county ? `${short}, ${county}` : short;
}

/**
 * "Amelia R."; undefined where the account is erased. The initial is left out where it would be the whole last name ("X", "李"), and a last name that
 * was typed into the first one as well is, too.
 */
export function initialName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string | undefined {
  if (firstName === "") return undefined;
  const first = withoutLastName(firstName, lastName);
  const initial = first === lastName ? undefined : initialOf(lastName);
  return initial === undefined ? first : `${first} ${initial}.`;
}

/** The first letter with its accents, in capitals; undefined where there is none, or no second one. */
function initialOf(lastName: string): string | undefined {
  const [initial, ...more] = lettersIn(lastName);
  if (initial === undefined || more.length === 0) return undefined;
  // "ß" and ligatures become two letters.
  const capital = initial.toUpperCase();
  return lettersIn(capital).length === 1 ? capital : initial;
}

/** Letters as people see them: an accent of its own belongs to one. No apostrophes, hyphens, emoji. */
function lettersIn(text: string): string[] {
  const signs = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return signs.filter((sign) => /^\p{L}/u.test(sign));
}

/** "Amelia Reed" is "Amelia" where the last name is "Reed". */
/** Of a first name that also has the last name, wherever it stands: "Amelia Reed", "REED Amelia", "Amelia (Reed)". */
function withoutLastName(firstName: string, lastName: string): string {
  const words = wordsIn(firstName);
  const last = wordsIn(lastName).map(({ plain }) => plain);
  if (last.length === 0 || words.length <= last.length) return firstName;
  const from = words.findIndex((_, start) => last.every((word, at) => word === words[start + at]?.plain));
  const [first, end] = [words[from], words[from + last.length - 1]];
  if (!first || !end) return firstName;
  const kept = [firstName.slice(0, first.start), firstName.slice(end.end)];
  return kept
    .map((part) => part.replace(/^[^\p{L}]+|[^\p{L}\p{M}.]+$/gu, ""))
    .join(" ")
    .trim();
}

/** Words as they are compared, without accents, capitals and signs, and where they stand. */
function wordsIn(name: string) {
  return Array.from(name.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ 0: word, index }) => ({
    plain: word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}

const LONGEST_CALL = 16;

/** A first name as the head of every page has room for it: a longer one is cut between two letters. */
export function callName(firstName: string): string {
  // No letter is less than one sign.
  if (firstName.length <= LONGEST_CALL) return firstName;
  const letters = Array.from(new Intl.Segmenter().segment(firstName), ({ segment }) => segment);
  return letters.length > LONGEST_CALL ? `${letters.slice(0, LONGEST_CALL - 1).join("")}…` : firstName;
}
