/** Text and colour of each state of an order in the back office. */
import type { OrderState } from "#shared/states.ts";

const ORDER_STATES = {
  reserved: { text: "admin:orderState.reserved", tone: "draft" },
  awaiting_payment: { text: "admin:orderState.awaitingPayment", tone: "draft" },
  paid: { text: "admin:orderState.paid", tone: "active" },
  charged_back: { text: "admin:orderState.chargedBack", tone: "cancelled" },
  expired: { text: "admin:orderState.expired", tone: "draft" },
  refund_due: { text: "admin:orderState.refundDue", tone: "cancelled" },
  refunded: { text: "admin:orderState.refunded", tone: "cancelled" },
  free: { text: "admin:orderState.free", tone: "completed" },
  void: { text: "admin:orderState.void", tone: "cancelled" },
} as const satisfies Record<OrderState, { text: string; tone: "active" | "completed" | "cancelled" | "draft" }>;

/** As displayed: the stored states, and refunds under way, failed refunds and disputes. */
export type ShownState = OrderState | "refund_sent" | "refund_failed" | "disputed";

/** Locale key and badge of each state. */
export const SHOWN_STATES = {
  ...ORDER_STATES,
  refund_sent: { text: "admin:orderState.refundSent", tone: "cancelled" },
  disputed: { text: "admin:orderState.disputed", tone: "cancelled" },
  refund_failed: { text: "admin:orderState.refundFailed", tone: "cancelled" },
} as const satisfies Record<ShownState, { text: string; tone: "active" | "completed" | "cancelled" | "draft" }>;

/** Whether a text from outside is a state. */
export function isShownState(text: string): text is ShownState {
  return Object.hasOwn(SHOWN_STATES, text);
}
