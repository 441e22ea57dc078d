/** Identifiers in Stripe's shapes: a prefix that names the kind, then letters and digits that nobody can guess. */
import { randomText } from "@concours/simulator-kit/ledger/random-text";

const LENGTHS = {
  cs_test_a1: 58,
  cs_live_a1: 58,
  pi: 24,
  ch: 24,
  re: 24,
  evt: 24,
  li: 24,
  price: 24,
  prod: 14,
  pm: 24,
  dp: 24,
  issfr: 24,
  req: 14,
  txn: 24,
  po: 24,
} as const;

export type IdPrefix = keyof typeof LENGTHS;

/** A new identifier such as `pi_3Nd…`; of a session such as `cs_test_a1…`. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}${prefix.startsWith("cs_") ? "" : "_"}${randomText(LENGTHS[prefix])}`;
}

/** The part of a client secret that follows `_secret_`. */
export function newSecret(): string {
  return randomText(25);
}
