/** Every combination of an order and its payment page. */
import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import type { PaidOrderState } from "#shared/states.ts";
import { decideAuthorised, decideSettlement, type ProviderPage, type SettledOrder } from "./settlement.ts";

const order = (state: PaidOrderState, capturing?: string): SettledOrder => ({
  ...{ state, total: pence(63_729), sessionId: "cs_1", capturing },
});
const page: ProviderPage = {
  ...{ id: "cs_1", state: "complete", paid: true, amount: pence(63_729), currency: "gbp", paymentIntentId: "pi_1" },
};
const live = { isCancelled: false, exceedsCreditLimit: false };

describe("a payment that a bank has authorised", () => {
  const authorised = { ...page, paymentIntentId: "pi_1" };
  const now = { ...live, maySettleLate: false };

  it.each<[PaidOrderState, boolean, string]>([
    ["reserved", false, "capture"],
    ["awaiting_payment", false, "capture"],
    ["expired", false, "void"],
    ["expired", true, "capture"],
    ["paid", true, "other"],
    ["refund_due", true, "other"],
    ["refunded", true, "other"],
  ])("for an order in state %s, with maySettleLate %s: %s", (state, maySettleLate, action) => {
    expect(decideAuthorised(order(state), authorised, { ...now, maySettleLate })).toBe(action);
  });

  it.each<[string, Partial<ProviderPage>, Partial<typeof now>]>([
    ["of a penny less", { amount: pence(63_728) }, {}],
    ["in another currency", { currency: "eur" }, {}],
    ["on another page", { id: "cs_2" }, {}],
    ["for a cancelled draw", {}, { isCancelled: true }],
    ["beyond the credit card limit", {}, { exceedsCreditLimit: true }],
  ])("%s is never captured", (_name, change, against) => {
    for (const state of ["reserved", "awaiting_payment", "expired"] as const)
      expect(decideAuthorised(order(state), { ...authorised, ...change }, { ...now, maySettleLate: true, ...against })).toBe(
        "void",
      );
  });

  it.each([
    ["pi_1", "capture"],
    ["pi_2", "other"],
  ])("once pi_1 is chosen, %s is: %s, whatever has changed since", (paymentIntentId, action) => {
    for (const state of ["awaiting_payment", "expired", "paid", "refund_due"] as const) {
      const changed = { ...now, isCancelled: true, exceedsCreditLimit: true };
      expect(decideAuthorised(order(state, "pi_1"), { ...authorised, paymentIntentId }, changed)).toBe(action);
    }
  });
});

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
    // Paid at the moment at which the page was closed.
    ["awaiting_payment", { state: "expired" }, "issue"],
  ])("%s and %j: %s", (state, change, action) => {
    expect(decideSettlement(order(state), { ...page, ...change }, live).action).toBe(action);
  });

  it.each([
    ["pi_1", "release"],
    [undefined, "nothing"],
    ["pi_2", "nothing"],
  ])("a chosen payment is waited for until it is refused itself; %s is: %s", (paymentIntentId, action) => {
    const expiredPage = { ...page, paid: false, state: "expired", paymentIntentId } as const;
    for (const state of ["reserved", "awaiting_payment"] as const)
      expect(decideSettlement(order(state, "pi_1"), expiredPage, live).action).toBe(action);
  });

  it.each<[string, Partial<ProviderPage>]>([
    ["a penny less", { amount: pence(63_728) }],
    ["a penny more", { amount: pence(63_730) }],
    ["another currency", { currency: "eur" }],
    ["another page", { id: "cs_2" }],
  ])("%s is refunded", (_name, change) => {
    for (const state of ["reserved", "awaiting_payment", "expired"] as const) {
      expect(decideSettlement(order(state), { ...page, ...change }, live)).toEqual({ action: "refund", reason: "wrong_amount" });
    }
  });

  it.each([
    ["of a cancelled draw", { isCancelled: true }, "cancelled"],
    ["beyond the limit of credit cards", { exceedsCreditLimit: true }, "credit_limit"],
  ])("refunds the payment %s", (_name, against, reason) => {
    for (const state of ["awaiting_payment", "expired"] as const)
      expect(decideSettlement(order(state), page, { ...live, ...against })).toEqual({ action: "refund", reason });
  });
});
