import type { PaymentRecord } from "./records.ts";
import type { Simulation } from "./simulation.ts";

export function isLapsed(sim: Simulation, payment: PaymentRecord): boolean {
  return payment.state === "authorised" && payment.captured + payment.voided === 0 && payment.expiresAt <= sim.clock.seconds();
}

export function statusOf(sim: Simulation, payment: PaymentRecord): string {
  const { state, amount, captured, refunded, voided } = payment;
  if (state === "asked") return "Pending";
  if (state === "declined") return "Declined";
  if (refunded > 0) return refunded < captured ? "Partially Refunded" : "Refunded";
  if (captured > 0) return captured < amount ? "Partially Captured" : "Captured";
  if (voided > 0) return "Voided";
  return isLapsed(sim, payment) ? "Expired" : "Authorized";
}

export function balancesOf({ state, amount, captured, refunded, voided }: PaymentRecord) {
  const authorised = state === "authorised" ? amount : 0;
  const free = captured > 0 || voided > 0 ? 0 : authorised;
  return {
    total_authorized: authorised,
    total_voided: voided,
    available_to_void: free,
    total_captured: captured,
    available_to_capture: free,
    total_refunded: refunded,
    available_to_refund: captured - refunded,
  };
}

/** Webhooks call the last digits `last_4`, the API `last4`. */
export function sourceOf({ knobs }: Simulation, { card }: PaymentRecord, digits: "last4" | "last_4") {
  const { mixCase, hideType } = knobs.settings;
  const type = knobs.strikes(mixCase) ? card.type[0] + card.type.slice(1).toLowerCase() : card.type;
  return {
    type: "card",
    ...(!knobs.strikes(hideType) && { card_type: type }),
    card_category: "CONSUMER",
    scheme: card.scheme,
    [digits]: card.last4,
    bin: card.bin,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
  };
}
