/** How a player is named in public, as a winner. Why so: docs/decisions, and the terms that everybody accepts before paying. */

/** What is known of a person; an erased account has no names left. */
export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly county: string | undefined;
  /** Agreed to be named in full. */
  readonly isFullNamePublic: boolean;
};

/** "Amelia Reed" with consent, else "Amelia R., Kent"; undefined where the account is erased, and nobody is named. */
export function publicName({ firstName, lastName, county, isFullNamePublic }: Person): string | undefined {
  if (firstName === "") return undefined;
  if (lastName === "") return firstName;
  if (isFullNamePublic) return `${firstName} ${lastName}`;
  // A letter and its accent may be two signs.
  const [initial] = new Intl.Segmenter().segment(lastName);
  const short = `${firstName} ${initial?.segment.toUpperCase()}.`;
  return county ? `${short}, ${county}` : short;
}
