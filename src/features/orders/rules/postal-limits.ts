/** How many cards count, and how many one administrator keys in, or takes out, alone: what the terms say, and what keeps a desk from filling a draw by itself. */

/** Cards of one person for one draw. Source: the terms, "Entering free by post". */
export const MOST_CARDS_OF_PERSON = 50;

/** Cards that one administrator keys in within an hour. */
export const CARDS_AN_HOUR = 200;

/** The same within a day, where there is a second administrator, who can confirm more. */
export const CARDS_A_DAY = 200;

/** Cards of a day that are pasted and nobody else has to look at; more need a second administrator where there is one. */
export const CARDS_ALONE = 25;

/** Entries that one person may take out of draws within a day alone, with nothing to pay back. */
export const TAKEN_OUT_ALONE = 25;

export const CARD_DAY_MS = 86_400_000;

/** @param mostTickets how many tickets one person may buy of the draw, if that is limited: the free way is not the larger one then */
export function mostCardsOf(mostTickets: number | undefined): number {
  return Math.min(MOST_CARDS_OF_PERSON, mostTickets ?? MOST_CARDS_OF_PERSON);
}
