/** How a player is named in public, as a winner. Why so: docs/decisions, and the terms that everybody accepts before paying. */

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

/** "Amelia R."; undefined if the account is erased. No initial if it would reveal the whole last name. */
export function initialName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string | undefined {
  if (firstName === "") return undefined;
  const first = withoutLastName(firstName, lastName);
  const initial = first === lastName ? undefined : initialOf(lastName);
  return initial === undefined ? first : `${first} ${initial}.`;
}

function initialOf(lastName: string): string | undefined {
  const [initial, ...more] = lettersIn(lastName);
  if (initial === undefined || more.length === 0) return undefined;
  // "ß" and ligatures become two letters.
  const capital = initial.toUpperCase();
  return lettersIn(capital).length === 1 ? capital : initial;
}

function lettersIn(text: string): string[] {
  const signs = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return signs.filter((sign) => /^\p{L}/u.test(sign));
}

function withoutLastName(firstName: string, lastName: string): string {
  const plain = (name: string) => name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = firstName.split(/\s+/);
  const last = plain(lastName).split(/\s+/);
  const isEnd =
    words.length > last.length && last.every((word, at) => word === plain(words[words.length - last.length + at] ?? ""));
  return isEnd && lastName !== "" ? words.slice(0, -last.length).join(" ") : firstName;
}

const LONGEST_CALL = 16;

/** A first name as the head of every page has room for it: a longer one is cut between two letters. */
export function callName(firstName: string): string {
  // No letter is less than one sign.
  if (firstName.length <= LONGEST_CALL) return firstName;
  const letters = Array.from(new Intl.Segmenter().segment(firstName), ({ segment }) => segment);
  return letters.length > LONGEST_CALL ? `${letters.slice(0, LONGEST_CALL - 1).join("")}…` : firstName;
}
