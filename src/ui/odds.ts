/** Chances in words a player can weigh: "1 in 240". */

/**
 * The n of "1 in n" for `tickets` out of `total`, both at least 1.
 * `exact` is false where n had to be rounded (7 in 6,000 is about 1 in 857).
 */
export function oneIn(tickets: number, total: number): { readonly value: number; readonly exact: boolean } {
  const n = total / tickets;
  return n <= 1 ? { value: 1, exact: true } : { value: Math.round(n), exact: Number.isInteger(n) };
}
