/** Who takes the place of a winner who cannot be reached or may not win: the next reserve, unless it is somebody who has had the chance. */

export type Succession = {
  /** The ticket that wins now. */
  readonly current: number;
  /** Tickets that have won and were passed over, the first pick included where it was. */
  readonly former: readonly number[];
  /** Reserves in their order. */
  readonly reserves: readonly ReserveTicket[];
  /** Owners of `current` and `former`. */
  readonly owners: readonly string[];
};
export type ReserveTicket = { readonly ticketNumber: number; readonly ownerId: string; readonly isValid: boolean };

/** The next reserve: its ticket is valid still, has not won before, and belongs to nobody who was passed over already. */
export function nextReserve({ current, former, reserves, owners }: Succession): ReserveTicket | undefined {
  return reserves.find(
    ({ ticketNumber, ownerId, isValid }) =>
      isValid && ticketNumber !== current && !former.includes(ticketNumber) && !owners.includes(ownerId),
  );
}
