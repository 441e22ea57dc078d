/** What a person has of a draw already. */

/** `held` waits for their own payment; `bought` is paid for; `entries` are valid, bought or free. */
export type OwnTickets = { readonly held: number; readonly bought: number; readonly entries: number };

export const NO_TICKETS: OwnTickets = { held: 0, bought: 0, entries: 0 };
