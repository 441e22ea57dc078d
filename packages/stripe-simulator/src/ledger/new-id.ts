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
  file: 24,
} as const;

export type IdPrefix = keyof typeof LENGTHS;

export function newId(prefix: IdPrefix): string {
  return `${prefix}${prefix.startsWith("cs_") ? "" : "_"}${randomText(LENGTHS[prefix])}`;
}

export function newSecret(): string {
  return randomText(25);
}
