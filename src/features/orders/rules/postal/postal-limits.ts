/** Limits on postal entries per person (terms), and per administrator without approval. */

/** Cards of one person for one draw. Source: the terms, "Entering free by post". */
export const MOST_CARDS_OF_PERSON = 50;

/** Cards that one administrator keys in within an hour. */
export const CARDS_AN_HOUR = 200;

/** Cards that one administrator keys in within a day, if there is a second one who can confirm more. */
export const CARDS_A_DAY = 200;

/** Pasted cards within a day without approval; more need a second administrator if there is one. */
export const CARDS_WITHOUT_APPROVAL = 25;

/** Entries without a price that one administrator may void per day without approval. */
export const VOIDED_WITHOUT_APPROVAL = 25;

/** The day of these limits. */
export const CARD_DAY_MS = 86_400_000;

/**
 * How many entries another card of the person may bring; 0 if it is one too many.
 * @param cards the entries of each of the person's cards
 * @param mostTickets the draw's limit per person: free entries must not exceed it
 */
export function entriesLeft(cards: readonly number[], mostTickets = Number.POSITIVE_INFINITY): number {
  if (cards.length >= MOST_CARDS_OF_PERSON) return 0;
  return Math.max(0, mostTickets - cards.reduce((sum, entries) => sum + entries, 0));
}
