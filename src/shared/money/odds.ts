/**
 * The number of entries of a draw. `free`: those by post; `isFinal`: no more can be added. Before that,
 * `entries` assumes that all tickets will be sold.
 */
export type EntryCount = { readonly entries: number; readonly free: number; readonly isFinal: boolean };

/**
 * The n of "1 in n" for so many of `total` tickets. `exact` is false if n was rounded (7 in 6,000 is about
 * 1 in 857).
 */
export function oneIn(tickets: number, total: number): { readonly value: number; readonly exact: boolean } {
  const n = total / tickets;
  return n <= 1 ? { value: 1, exact: true } : { value: Math.round(n), exact: Number.isInteger(n) };
}

/** The key and values of the sentence about odds: for one or several tickets, exact or rounded. */
export function oddsSentence(tickets: number, { entries, isFinal }: EntryCount) {
  const { value, exact } = oneIn(tickets, entries);
  const severalForm = exact ? "exact" : "about";
  const form = tickets === 1 ? "single" : severalForm;
  return { oneIn: value, form, key: isFinal ? (`${form}Final` as const) : form } as const;
}
