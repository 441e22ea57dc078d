/** Every way an order and its payment page can meet. */
import { describe, expect, it } from "vitest";
import { pence } from "#shared/money.ts";
import type { PaidOrderState } from "#shared/states.ts";
import { decideSettlement, type ProviderPage, type SettledOrder } from "./settlement.ts";

const order = (state: PaidOrderState, capturing?: string): SettledOrder => ({
  ...{ state, total: pence(63_729), sessionId: "cs_1", capturing },
});
const page: ProviderPage = {
  ...{ id: "cs_1", state: "complete", paid: true, amount: pence(63_729), currency: "gbp", paymentIntentId: "pi_1" },
};
const live = { isCancelled: false, passesCreditLimit: false };

describe("settling", () => {
  it.each<[PaidOrderState, Partial<ProviderPage>, string]>([
    ["reserved", {}, "issue"],
    ["awaiting_payment", {}, "issue"],
    ["expired", {}, "issue_again"],
    ["paid", {}, "nothing"],
    ["refund_due", {}, "nothing"],
    ["refunded", {}, "nothing"],
    ["awaiting_payment", { paid: false, state: "open" }, "nothing"],
    ["awaiting_payment", { paid: false, state: "complete" }, "nothing"],
    ["awaiting_payment", { paid: false, state: "expired" }, "release"],
    ["reserved", { paid: false, state: "expired" }, "release"],
    ["expired", { paid: false, state: "expired" }, "nothing"],
    ["paid", { paid: false, state: "expired" }, "nothing"],
    // Paid in the very moment in which the page was closed.
    ["awaiting_payment", { state: "expired" }, "issue"],
  ])("%s and %j: %s", (state, change, action) => {
    expect(decideSettlement(order(state), { ...page, ...change }, live).action).toBe(action);
  });

  it.each([
    ["pi_1", "release"],
    [undefined, "nothing"],
    ["pi_2", "nothing"],
  ])("a payment that was chosen is waited for until it is refused itself; %s is: %s", (paymentIntentId, action) => {
    const over = { ...page, paid: false, state: "expired", paymentIntentId } as const;
    for (const state of ["reserved", "awaiting_payment"] as const)
      expect(decideSettlement(order(state, "pi_1"), over, live).action).toBe(action);
  });

  it.each<[string, Partial<ProviderPage>]>([
    ["a penny less", { amount: pence(63_728) }],
    ["a penny more", { amount: pence(63_730) }],
    ["another currency", { currency: "eur" }],
    ["another page", { id: "cs_2" }],
  ])("%s is sent back", (_name, change) => {
    for (const state of ["reserved", "awaiting_payment", "expired"] as const) {
      expect(decideSettlement(order(state), { ...page, ...change }, live)).toEqual({ action: "refund", reason: "wrong_amount" });
    }
  });

  it("sends the money of a cancelled draw back", () => {
    expect(decideSettlement(order("awaiting_payment"), page, { isCancelled: true, passesCreditLimit: false })).toEqual({
      action: "refund",
      reason: "cancelled",
    });
  });
});
