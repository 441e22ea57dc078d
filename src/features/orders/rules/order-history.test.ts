/** The history of an order in the back office, for every possible end. */
import { expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import type { OrderState, RefundCause } from "#shared/states.ts";
import { orderHistory } from "./order-history.ts";

/** Minutes after the order was placed. */
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 12, minutes));
const order = (state: OrderState, settled?: number, ended?: number) => ({
  kind: state === "free" || state === "void" ? ("free" as const) : ("paid" as const),
  state,
  captured: pence(5998),
  createdAt: at(0),
  settledAt: settled === undefined ? undefined : at(settled),
  endedAt: ended === undefined ? undefined : at(ended),
});
const refund = (cause: RefundCause, created: number, done?: number, amount = 5998) => ({
  cause,
  amount: pence(amount),
  state: done === undefined ? ("due" as const) : ("succeeded" as const),
  failureReason: undefined,
  ticketNumbers: [],
  createdAt: at(created),
  sentAt: done === undefined ? undefined : at(done),
  doneAt: done === undefined ? undefined : at(done),
  failedAt: undefined,
});
const failed = (created: number, done: number | undefined, endedAt: number) => ({
  ...refund("staff", created, done),
  state: "failed" as const,
  failureReason: "lost_or_stolen_card",
  sentAt: at(created),
  failedAt: at(endedAt),
});
const historyLines = (...args: Parameters<typeof orderHistory>) =>
  orderHistory(...args).map(({ state, at: moment }) => `${moment.getUTCMinutes()} ${state}`);

it.each([
  ["placed", order("reserved"), [], ["0 reserved"]],
  ["waiting", order("awaiting_payment"), [], ["0 reserved"]],
  ["paid", order("paid", 3), [], ["0 reserved", "3 paid"]],
  ["never paid", order("expired", undefined, 35), [], ["0 reserved", "35 expired"]],
  ["paid back", order("refunded", 3, 9), [refund("staff", 8, 9)], ["0 reserved", "3 paid", "8 refund_due", "9 refunded"]],
  ["to be refunded", order("refund_due", 3), [refund("cancelled", 8)], ["0 reserved", "3 paid", "8 refund_due"]],
  ["paid too late", order("refunded", 40, 41), [refund("sold_out", 40, 41)], ["0 reserved", "40 refund_due", "41 refunded"]],
  ["refunded at the provider", order("refunded", 3, 8), [refund("at_provider", 8, 8)], ["0 reserved", "3 paid", "8 refunded"]],
  [
    "paid back in part there, and the rest by the shop",
    order("refunded", 3, 12),
    [refund("at_provider", 8, 8, 1000), refund("staff", 11, 12, 4998)],
    ["0 reserved", "3 paid", "8 refunded_in_part", "11 refund_due", "12 refunded"],
  ],
  [
    "of which a part was refunded, and the order goes on",
    order("paid", 3),
    [refund("partial", 8, 9, 2999)],
    ["0 reserved", "3 paid", "8 refund_due", "9 partly_refunded"],
  ],
  [
    "of which a refund went through days later, failed, and was sent again",
    order("refunded", 3, 25),
    [failed(8, 15, 20), refund("staff", 25, 25)],
    ["0 reserved", "3 paid", "8 refund_due", "8 refund_sent", "15 refunded", "20 refund_failed", "25 refund_due", "25 refunded"],
  ],
  [
    "whose refund is on its way",
    order("refund_due", 3),
    [{ ...refund("staff", 8), state: "pending" as const, sentAt: at(9) }],
    ["0 reserved", "3 paid", "8 refund_due", "9 refund_sent"],
  ],
  ["a free one, cancelled", { ...order("refunded", 1, 9), captured: pence(0) }, [], ["0 reserved", "1 paid", "9 refunded"]],
  ["a card", order("free", 0), [], ["0 free"]],
  ["a voided card", order("void", 0, 7), [], ["0 free", "7 void"]],
] as const)("an order %s", (_, row, refunds, history) => {
  expect(historyLines(row, refunds)).toEqual(history);
});

it.each([
  ["asks about", "inquiry", undefined, ["0 reserved", "3 paid", "9 dispute_inquiry"]],
  ["has asked about", "closed", 20, ["0 reserved", "3 paid", "9 dispute_inquiry", "20 dispute_closed"]],
  ["decides on", "open", undefined, ["0 reserved", "3 paid", "9 disputed"]],
  ["gave back", "won", 20, ["0 reserved", "3 paid", "9 disputed", "20 dispute_won"]],
  ["kept", "lost", 20, ["0 reserved", "3 paid", "9 disputed", "20 charged_back"]],
] as const)("an order whose money a bank %s says since when", (_, standing, closed, history) => {
  const dispute = { standing, openedAt: at(9), closedAt: closed === undefined ? undefined : at(closed) };
  expect(historyLines(order("paid", 3), [], [dispute])).toEqual(history);
});
