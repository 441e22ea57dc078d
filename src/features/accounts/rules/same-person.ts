/** When two who give the same e-mail address are one person: name and birth date agree. Husband and wife share a mailbox, and are two. */
import { addDays, type Day } from "#shared/dates.ts";
import { mailboxOf } from "./email-address.ts";

export type Identity = { readonly firstName: string; readonly lastName: string; readonly birthDate: Day | null };

/** Capitals, accents, hyphens and spaces apart; who has no birth date is nobody else. */
export function isSamePerson(one: Identity, other: Identity): boolean {
  return one.birthDate !== null && one.birthDate === other.birthDate && plainName(one) === plainName(other);
}

/** The same for counting what one person sends: "Hart, Zoë" and "Zoe Hart" are one, in whatever order a name is written and wherever it is parted. */
export function isSameSender(one: Identity, other: Identity): boolean {
  return one.birthDate !== null && one.birthDate === other.birthDate && lettersOf(one) === lettersOf(other);
}

export function lettersOf(identity: Pick<Identity, "firstName" | "lastName">): string {
  return [...plainName(identity)].toSorted().join("");
}

export function plainName({ firstName, lastName }: Pick<Identity, "firstName" | "lastName">): string {
  const plain = `${firstName} ${lastName}`.normalize("NFKD").toLowerCase();
  return plain.replace(/\p{M}+/gu, "").replace(/[^\p{L}\p{N}]+/gu, "");
}

export type Reached = Identity & {
  readonly id: string;
  /** Whether whoever signs in there has shown that the address is theirs. */
  readonly isConfirmed: boolean;
  readonly hasPassword: boolean;
  /** The account that sees their entries, whatever its address is by now. */
  readonly joinedTo?: string | undefined;
};

/**
 * Whom a card belongs to, of those who are reached at its address: the account, if it is confirmed; else somebody who came by post before.
 *
 * @returns `own` undefined where it makes a person of its own; `doubles` are the ids of others who may be the card's sender: accounts that give
 *          themselves out for the same person and have not confirmed the address, whoever has the same name in another order, and the account
 *          that sees the card. They get nothing; but where one of them rests from play, so does the card's sender
 */
export function ownerOfCard<P extends Reached>(
  reached: readonly P[],
  card: Identity,
): { own: P | undefined; doubles: readonly string[] } {
  const same = reached.filter((person) => isSamePerson(person, card));
  const own = same.find((person) => person.isConfirmed) ?? same.find((person) => !person.hasPassword);
  const senders = reached.filter((person) => isSameSender(person, card));
  const doubles = senders.flatMap(({ id, joinedTo }) => (joinedTo === undefined ? [id] : [id, joinedTo]));
  return { own, doubles: [...new Set(doubles)].filter((id) => id !== own?.id) };
}

export type Likened = Identity & { readonly email: string | undefined; readonly phone: string | undefined };

/** What two accounts share. `same`: name and birth date; the others may be two people, and only staff can tell. */
export const LIKENESSES = ["same", "name_close", "birth_and_phone", "mailbox", "next_day", "phone"] as const;
export type Likeness = (typeof LIKENESSES)[number];

export function likenessOf(one: Likened, other: Likened): Likeness | undefined {
  if (isSameSender(one, other)) return "same";
  const isBorn = one.birthDate !== null && one.birthDate === other.birthDate;
  const hasPhone = Boolean(one.phone) && one.phone === other.phone;
  if (isBorn && isCloseName(one, other)) return "name_close";
  if (isBorn && hasPhone) return "birth_and_phone";
  if (one.email && other.email && mailboxOf(one.email) === mailboxOf(other.email)) return "mailbox";
  if (isDayApart(one.birthDate, other.birthDate) && lettersOf(one) === lettersOf(other)) return "next_day";
  return hasPhone ? "phone" : undefined;
}

function isDayApart(one: Day | null, other: Day | null): boolean {
  return one !== null && other !== null && (addDays(one, 1) === other || addDays(other, 1) === one);
}

/** One letter differs, or one of them leaves out a middle name. */
function isCloseName(one: Identity, other: Identity): boolean {
  const turned = { firstName: other.lastName, lastName: other.firstName };
  const mine = plainName(one);
  if (isOneEdit(mine, plainName(other)) || isOneEdit(mine, plainName(turned))) return true;
  const [fewer, more] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  return fewer !== undefined && fewer.length > 1 && fewer.every((word) => more?.includes(word));
}

function wordsOf({ firstName, lastName }: Identity): string[] {
  const words = `${firstName} ${lastName}`.split(/[^\p{L}\p{N}\p{M}'’]+/u);
  return words.map((word) => plainName({ firstName: word, lastName: "" })).filter(Boolean);
}

/** Whether at most one sign was put in, left out, changed or swapped with the next. */
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
