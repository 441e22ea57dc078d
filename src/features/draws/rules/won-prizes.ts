/** The winner and the reserves of each prize of a draw. Prizes are counted from 1, picks from 0. */

/** A picked ticket. `isPassedOver`: its owner had already won another prize. */
export type DrawnPick = { readonly pick: number; readonly ticketNumber: number; readonly isPassedOver: boolean };

/** `prizes` is their number; `changes` are replacements of winners, oldest first. */
export type DrawnPicks<Change extends { readonly place: number; readonly ticketNumber: number }> = {
  readonly prizes: number;
  readonly picks: readonly DrawnPick[];
  readonly changes: readonly Change[];
};
type AnyPicks = DrawnPicks<{ readonly place: number; readonly ticketNumber: number }>;

/** The prizes, from 1. */
export function placesOf({ prizes }: Pick<AnyPicks, "prizes">): readonly number[] {
  return Array.from({ length: prizes }, (_, index) => index + 1);
}

/** Ticket numbers of a prize as drawn. Pick k is for prize k mod P + 1 (docs/draw-protocol.md, step 7). */
export function drawnFor(
  { prizes, picks }: Pick<AnyPicks, "prizes" | "picks">,
  place: number,
): { readonly winner: number | undefined; readonly reserves: readonly number[]; readonly passedOver: readonly number[] } {
  const own = picks.filter(({ pick }) => (pick % prizes) + 1 === place);
  const [winner, ...reserves] = own.filter(({ isPassedOver }) => !isPassedOver).map(({ ticketNumber }) => ticketNumber);
  return { winner, reserves, passedOver: own.filter(({ isPassedOver }) => isPassedOver).map(({ ticketNumber }) => ticketNumber) };
}

/** The replacements of a prize's winner, oldest first. */
export function changesOf<Change extends AnyPicks["changes"][number]>(
  { changes }: Pick<DrawnPicks<Change>, "changes">,
  place: number,
): readonly Change[] {
  return changes.filter((change) => change.place === place);
}

/** The ticket that wins a prize now; undefined if the prize has no winner. */
export function winningTicket(result: AnyPicks, place = 1): number | undefined {
  return changesOf(result, place).at(-1)?.ticketNumber ?? drawnFor(result, place).winner;
}

/** All tickets that win or have won a prize, in the order of the wins. */
export function wonTickets(result: AnyPicks, place: number): readonly number[] {
  const first = drawnFor(result, place).winner;
  return [...(first === undefined ? [] : [first]), ...changesOf(result, place).map(({ ticketNumber }) => ticketNumber)];
}
