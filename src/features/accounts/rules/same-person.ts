/** When two who give the same e-mail address are one person: name and birth date agree. Husband and wife share a mailbox, and are two. */
import type { Day } from "#shared/dates.ts";

export type Identity = { readonly firstName: string; readonly lastName: string; readonly birthDate: Day | null };

/** Capitals, accents, hyphens and spaces apart; who has no birth date is nobody else. */
export function isSamePerson(one: Identity, other: Identity): boolean {
  return one.birthDate !== null && one.birthDate === other.birthDate && plainName(one) === plainName(other);
}

/** The same for counting what one person sends: "Hart, Zoë" and "Zoe Hart" are one, in whatever order a name is written and wherever it is parted. */
export function isSameSender(one: Identity, other: Identity): boolean {
  return one.birthDate !== null && one.birthDate === other.birthDate && lettersOf(one) === lettersOf(other);
}

/** The same for "Zoë Hart" and "Hart, Zoë". */
export function lettersOf(identity: Pick<Identity, "firstName" | "lastName">): string {
  return [...plainName(identity)].toSorted().join("");
}

/** "Zoë Dûpont-Hart" is "zoe dupont hart" as well. */
export function plainName({ firstName, lastName }: Pick<Identity, "firstName" | "lastName">): string {
  const plain = `${firstName} ${lastName}`.normalize("NFKD").toLowerCase();
  return plain.replace(/\p{M}+/gu, "").replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Somebody who is reached at an address: its account, or a person whose card named it. */
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
