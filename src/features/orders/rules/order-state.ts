/** The states of an order as the back office shows them. */
import type { PaidOrderState } from "./settlement.ts";

/** Paid ones go from `reserved` to `refunded`; free entries are `free` until they are `void`. */
export type OrderState = PaidOrderState | "free" | "void";

/** The key of its word in `admin`, and its colour. */
export const ORDER_STATES = {
  reserved: { text: "orderState.reserved", tone: "draft" },
  awaiting_payment: { text: "orderState.awaitingPayment", tone: "draft" },
  paid: { text: "orderState.paid", tone: "active" },
  expired: { text: "orderState.expired", tone: "draft" },
  refund_due: { text: "orderState.refundDue", tone: "cancelled" },
  refunded: { text: "orderState.refunded", tone: "cancelled" },
  free: { text: "orderState.free", tone: "completed" },
  void: { text: "orderState.void", tone: "cancelled" },
} as const satisfies Record<OrderState, { text: string; tone: "active" | "completed" | "cancelled" | "draft" }>;

export function isOrderState(text: string): text is OrderState {
  return Object.hasOwn(ORDER_STATES, text);
}
