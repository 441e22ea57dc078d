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

/** "Amelia R."; undefined where the account is erased. */
export function initialName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string | undefined {
  if (firstName === "") return undefined;
  // A letter and its accent may be two signs.
  const [initial] = new Intl.Segmenter().segment(lastName);
  return initial ? `${firstName} ${initial.segment.toUpperCase()}.` : firstName;
}

const LONGEST_CALL = 16;

/** A first name as the head of every page has room for it: a longer one is cut between two letters. */
export function callName(firstName: string): string {
  // No letter is less than one sign.
  if (firstName.length <= LONGEST_CALL) return firstName;
  const letters = Array.from(new Intl.Segmenter().segment(firstName), ({ segment }) => segment);
  return letters.length > LONGEST_CALL ? `${letters.slice(0, LONGEST_CALL - 1).join("")}…` : firstName;
}
