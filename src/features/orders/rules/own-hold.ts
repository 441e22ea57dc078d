/** Tickets that are reserved for somebody who has left the payment page. */

/** `until` is in milliseconds; `payUrl` is the payment page, which takes money until then. */
export type OwnHold = {
  readonly orderId: string;
  readonly lotteryId: string;
  readonly title: string;
  readonly quantity: number;
  readonly until: number;
  readonly payUrl: string;
};
