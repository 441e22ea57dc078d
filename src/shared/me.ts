/** The shape of `GET /api/me`, the visitor's part of public pages, which are identical for all visitors. */

/**
 * A visitor's tickets of one draw. `held`: reserved until paid; `bought`: paid for; `entries`: valid,
 * bought or free.
 */
export type OwnTickets = { readonly held: number; readonly bought: number; readonly entries: number };

export const NO_TICKETS: OwnTickets = { held: 0, bought: 0, entries: 0 };

/**
 * A visitor's unpaid reservation. `until`: its end in milliseconds; `payUrl`: the payment page, which takes
 * money until then.
 */
export type OwnHold = {
  readonly orderId: string;
  readonly lotteryId: string;
  readonly title: string;
  readonly quantity: number;
  readonly until: number;
  readonly payUrl: string;
};

/** A message to show once, in the visitor's language. A toast with the same `id` is shown once. */
export type Flash = { readonly id: string; readonly tone: "success" | "error"; readonly text: string };

/** The cookie that names the message. The page deletes it once the message is shown. */
export const FLASH_COOKIE = "flash";

/**
 * The reply of `GET /api/me`. `draw`: id of the page's draw, to which `own` belongs; `now`: the server's
 * clock in ms.
 */
export type Me = {
  /** Null while signed out. */
  readonly visitor: { readonly name: string; readonly isStaff: boolean } | null;
  readonly holds: readonly OwnHold[];
  readonly draw: string | null;
  readonly own: OwnTickets;
  readonly flash: Flash | null;
  readonly now: number;
};

/**
 * A cookie for the pages' scripts: whether to request `/api/me`. "1": signed in; "2": signed in with a
 * reservation; "0": the session ended.
 */
export const HINT_COOKIE = "signed-in";
export type Hint = "0" | "1" | "2";
