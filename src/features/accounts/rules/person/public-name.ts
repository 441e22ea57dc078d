/** How winners are named in public. Reasons: docs/decisions, and the terms. */

/** Names are empty for an erased account. */
export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly county: string | undefined;
  /** Agreed to be named in full. */
  readonly isFullNamePublic: boolean;
  /** Objects to being named at all. */
  readonly isNameHidden: boolean;
};

/** "Amelia Reed" with consent, else "Amelia R., Kent". Undefined after an objection or erasure. */
export function publicName({ firstName, lastName, county, isFullNamePublic, isNameHidden }: Person): string | undefined {
  if (isNameHidden) return undefined;
  const short = initialName({ firstName, lastName });
  if (short === undefined || lastName === "") return short;
  if (isFullNamePublic) return `${firstName} ${lastName}`;
  return county ? `${short}, ${county}` : short;
}

/** "Amelia R."; undefined if erased. Never shows a whole last name, such as "X", "李" or in the first name. */
export function initialName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string | undefined {
  if (firstName === "") return undefined;
  const first = withoutLastName(firstName, lastName);
  const initial = first === lastName ? undefined : initialOf(lastName);
  return initial === undefined ? first : `${first} ${initial}.`;
}

/** "Amelia". Undefined after an objection or erasure. */
export function firstNameInPublic({ firstName, lastName, isNameHidden }: Person): string | undefined {
  return isNameHidden || firstName === "" ? undefined : withoutLastName(firstName, lastName);
}

/** The first letter as a capital. Undefined if there is no second one. */
function initialOf(lastName: string): string | undefined {
  const [initial, ...more] = lettersIn(lastName);
  if (initial === undefined || more.length === 0) return undefined;
  // "ß" and ligatures become two letters.
  const capital = initial.toUpperCase();
  return lettersIn(capital).length === 1 ? capital : initial;
}

/** Grapheme clusters that begin with a letter. */
function lettersIn(text: string): string[] {
  const signs = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return signs.filter((sign) => /^\p{L}/u.test(sign));
}

/** Removes the last name from the first: "Amelia Reed", "REED Amelia" and "Amelia (Reed)" become "Amelia". */
function withoutLastName(firstName: string, lastName: string): string {
  const words = wordsIn(firstName);
  const last = wordsIn(lastName).map(({ plain }) => plain);
  if (last.length === 0 || words.length <= last.length) return firstName;
  const from = words.findIndex((_, start) => last.every((word, at) => word === words[start + at]?.plain));
  const [first, end] = [words[from], words[from + last.length - 1]];
  if (!first || !end) return firstName;
  const remaining = [firstName.slice(0, first.start), firstName.slice(end.end)];
  return remaining
    .map((part) => part.replace(/^[^\p{L}]+|[^\p{L}\p{M}.]+$/gu, ""))
    .join(" ")
    .trim();
}

/** Words without accents, capitals and signs, with their positions. */
function wordsIn(name: string) {
  return Array.from(name.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ 0: word, index }) => ({
    plain: word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}

const LONGEST_CALL = 16;

/** Shortens a first name to the width of the page header, at grapheme clusters. */
export function callName(firstName: string): string {
  // A grapheme cluster has at least one UTF-16 unit.
  if (firstName.length <= LONGEST_CALL) return firstName;
  const letters = Array.from(new Intl.Segmenter().segment(firstName), ({ segment }) => segment);
  return letters.length > LONGEST_CALL ? `${letters.slice(0, LONGEST_CALL - 1).join("")}…` : firstName;
}
