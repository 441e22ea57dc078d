/** The shape of `GET /api/me`, the visitor's part of public pages, which are identical for all visitors. */

/** `held` awaits their own payment; `bought` is paid for; `entries` are valid, bought or free. */
export type OwnTickets = { readonly held: number; readonly bought: number; readonly entries: number };

export const NO_TICKETS: OwnTickets = { held: 0, bought: 0, entries: 0 };

/** `until` is in milliseconds; `payUrl` is the payment page, which takes money until then. */
export type OwnHold = {
  readonly orderId: string;
  readonly lotteryId: string;
  readonly title: string;
  readonly quantity: number;
  readonly until: number;
  readonly payUrl: string;
};

/** In the visitor's language. A toast with the same `id` is shown once. */
export type Flash = { readonly id: string; readonly tone: "success" | "error"; readonly text: string };

export type Me = {
  /** Null while signed out. */
  readonly visitor: { readonly name: string; readonly isStaff: boolean } | null;
  readonly holds: readonly OwnHold[];
  readonly draw: string | null;
  readonly own: OwnTickets;
  readonly flash: Flash | null;
  readonly now: number;
};

/** Tells scripts to request `/api/me`: "1" a session, "2" with a reservation, "0" an ended one. */
export const HINT_COOKIE = "signed-in";
export type Hint = "0" | "1" | "2";
