/**
 * Whether two accounts belong to one person. Name and birth date must agree, since couples share mailboxes.
 */
import { addDays, type Day } from "#shared/dates/dates.ts";
import { mailboxOf } from "./email-address.ts";

export type Identity = { readonly firstName: string; readonly lastName: string; readonly birthDate: Day | null };

/** Ignores capitals, accents, hyphens and spaces. False without a birth date. */
export function isSamePerson(one: Identity, other: Identity): boolean {
  return one.birthDate !== null && one.birthDate === other.birthDate && plainName(one) === plainName(other);
}

/** Like `isSamePerson`, with the name in any order: "Hart, Zoë" is "Zoe Hart". For counting people. */
export function isSameSender(one: Identity, other: Identity): boolean {
  return one.birthDate !== null && one.birthDate === other.birthDate && lettersOf(one) === lettersOf(other);
}

/** All letters of the name, sorted, so that the order of the names does not matter. */
export function lettersOf(identity: Pick<Identity, "firstName" | "lastName">): string {
  return [...plainName(identity)].toSorted().join("");
}

/** The name in lower case, without accents, hyphens and spaces. */
export function plainName({ firstName, lastName }: Pick<Identity, "firstName" | "lastName">): string {
  const plain = `${firstName} ${lastName}`.normalize("NFKD").toLowerCase();
  return plain.replace(/\p{M}+/gu, "").replace(/[^\p{L}\p{N}]+/gu, "");
}

/** A person whose account, or contact on a postal card, has an address. */
export type PersonAtAddress = Identity & {
  readonly id: string;
  /** Whether the account's owner has confirmed the address. */
  readonly isConfirmed: boolean;
  readonly hasPassword: boolean;
  /** Id of the account that sees this person's entries, whatever its address. */
  readonly joinedTo?: string | undefined;
};

/**
 * The owner of a postal card: the confirmed account of its address, or else an earlier postal entrant.
 * @param people everyone with the address on the card
 * @returns `own`: the owner, undefined for a new person. `duplicates`: ids of accounts that are probably the
 * same person; they get no entry, but their exclusions apply
 */
export function ownerOfCard<P extends PersonAtAddress>(
  people: readonly P[],
  card: Identity,
): { own: P | undefined; duplicates: readonly string[] } {
  const same = people.filter((person) => isSamePerson(person, card));
  const own = same.find((person) => person.isConfirmed) ?? same.find((person) => !person.hasPassword);
  const senders = people.filter((person) => isSameSender(person, card));
  const duplicates = senders.flatMap(({ id, joinedTo }) => (joinedTo === undefined ? [id] : [id, joinedTo]));
  return { own, duplicates: [...new Set(duplicates)].filter((id) => id !== own?.id) };
}

/** What is compared of an account to find out whether two belong to one person. */
export type ComparedPerson = Identity & { readonly email: string | undefined; readonly phone: string | undefined };

/** What two accounts share. Only `same` (name and birth date) is certain; staff decide about the others. */
export const LIKENESSES = ["same", "name_close", "birth_and_phone", "mailbox", "next_day", "phone"] as const;
export type Likeness = (typeof LIKENESSES)[number];

/** The strongest resemblance of two accounts; undefined if they share nothing. */
export function likenessOf(one: ComparedPerson, other: ComparedPerson): Likeness | undefined {
  if (isSameSender(one, other)) return "same";
  const isSameBirthDate = one.birthDate !== null && one.birthDate === other.birthDate;
  const isSamePhone = Boolean(one.phone) && one.phone === other.phone;
  if (isSameBirthDate && isCloseName(one, other)) return "name_close";
  if (isSameBirthDate && isSamePhone) return "birth_and_phone";
  if (one.email && other.email && mailboxOf(one.email) === mailboxOf(other.email)) return "mailbox";
  if (isDayApart(one.birthDate, other.birthDate) && lettersOf(one) === lettersOf(other)) return "next_day";
  return isSamePhone ? "phone" : undefined;
}

function isDayApart(one: Day | null, other: Day | null): boolean {
  return one !== null && other !== null && (addDays(one, 1) === other || addDays(other, 1) === one);
}

/** One letter differs, or a middle name is missing. */
function isCloseName(one: Identity, other: Identity): boolean {
  const swapped = { firstName: other.lastName, lastName: other.firstName };
  const mine = plainName(one);
  if (isOneEdit(mine, plainName(other)) || isOneEdit(mine, plainName(swapped))) return true;
  const [fewer, more] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  return fewer !== undefined && fewer.length > 1 && fewer.every((word) => more?.includes(word));
}

/** The words of the name, each as `plainName` writes it. */
function wordsOf({ firstName, lastName }: Identity): string[] {
  const words = `${firstName} ${lastName}`.split(/[^\p{L}\p{N}\p{M}'’]+/u);
  return words.map((word) => plainName({ firstName: word, lastName: "" })).filter(Boolean);
}

/** Whether at most one character was inserted, deleted, changed or swapped with the next. */
function isOneEdit(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
