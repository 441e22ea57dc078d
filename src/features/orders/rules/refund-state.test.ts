/** States of refunds, for reports in any order, and the order's state that follows from them. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import type { RefundCause, RefundState } from "#shared/states.ts";
import {
  canMoveTo,
  hasFailed,
  isAtOnce,
  isForeign,
  isFullyReturned,
  isOfPayment,
  stateAfterRefunds,
  sumRefunds,
} from "./refund-state.ts";

const STATES = ["due", "pending", "requires_action", "succeeded", "failed", "cancelled"] as const;

describe("the cause of a refund", () => {
  it.each<[RefundCause, string[]]>([
    ["sold_out", ["at once", "of the payment"]],
    ["credit_limit", ["at once", "of the payment"]],
    ["cancelled", ["of the payment"]],
    ["staff", []],
    ["erasure", []],
    ["at_provider", ["elsewhere"]],
    ["dispute", ["elsewhere"]],
  ])("%s: %j", (cause, expected) => {
    const is = { "at once": isAtOnce, elsewhere: isForeign, "of the payment": isOfPayment };
    const names = Object.entries(is).flatMap(([name, of]) => (of(cause) ? [name] : []));
    expect(names.toSorted()).toEqual(expected);
  });
});

describe("a refund", () => {
  it.each<[RefundState, RefundState, boolean]>([
    ["due", "pending", true],
    ["due", "succeeded", true],
    ["pending", "requires_action", true],
    ["requires_action", "pending", true],
    ["requires_action", "cancelled", true],
    ["pending", "succeeded", true],
    ["pending", "failed", true],
    ["succeeded", "failed", true],
    ["succeeded", "pending", false],
    ["failed", "succeeded", false],
    ["failed", "cancelled", false],
    ["succeeded", "succeeded", false],
  ])("that is %s becomes %s: %s", (from, to, wanted) => {
    expect(canMoveTo(from, to)).toBe(wanted);
  });

  it("reaches the same final state for reports in any order, repeated or not", () => {
    const course = fc.constantFrom<RefundState[]>(
      ["pending", "succeeded", "failed"],
      ["pending", "succeeded"],
      ["pending", "failed"],
    );
    fc.assert(
      fc.property(course, fc.array(fc.nat(2), { maxLength: 10 }), fc.boolean(), (words, again, backwards) => {
        const reports = [...words, ...again.map((i) => words[i % words.length] ?? "pending")];
        if (backwards) reports.reverse();
        const end = reports.reduce<RefundState>((state, word) => (canMoveTo(state, word) ? word : state), "due");
        expect(end).toBe(words.at(-1));
      }),
    );
  });
});

describe("an order", () => {
  const refund = (state: RefundState, amount: number) => ({ state, amount: pence(amount) });
  it.each([
    ["paid", [refund("succeeded", 400)], true, "paid"],
    ["paid", [refund("succeeded", 400), refund("succeeded", 600)], true, "refunded"],
    ["paid", [refund("succeeded", 400), refund("pending", 600)], true, "refund_due"],
    ["paid", [refund("succeeded", 1000)], false, "paid"],
    ["refund_due", [refund("due", 1000)], true, "refund_due"],
    ["refund_due", [refund("requires_action", 1000)], true, "refund_due"],
    ["refund_due", [refund("failed", 1000), refund("succeeded", 1000)], true, "refunded"],
    ["refunded", [refund("failed", 1000)], true, "refund_due"],
    ["refunded", [refund("succeeded", 999), refund("cancelled", 1)], true, "refund_due"],
  ] as const)("that was %s with %j is, where its tickets may leave is %s, %s", (state, refunds, mayLeave, wanted) => {
    expect(stateAfterRefunds({ state, captured: pence(1000), chargedBack: pence(0) }, sumRefunds(refunds), mayLeave)).toBe(
      wanted,
    );
  });

  it.each([
    ["paid", 300, [], "paid"],
    ["paid", 300, [refund("succeeded", 700)], "charged_back"],
    ["paid", 300, [refund("pending", 700)], "refund_due"],
    ["refund_due", 300, [refund("due", 700)], "refund_due"],
    ["refund_due", 300, [refund("succeeded", 700)], "charged_back"],
    ["refund_due", 1000, [refund("failed", 1000)], "charged_back"],
    ["refunded", 1000, [refund("succeeded", 1000)], "refunded"],
    ["refunded", 1000, [refund("failed", 1000)], "charged_back"],
    ["charged_back", 800, [refund("failed", 200)], "refund_due"],
  ] as const)("that was %s, of which banks have kept %i, with %j is %s", (state, chargedBack, refunds, wanted) => {
    const order = { state, captured: pence(1000), chargedBack: pence(chargedBack) };
    expect(stateAfterRefunds(order, sumRefunds(refunds), true)).toBe(wanted);
  });

  it("is refunded exactly when all captured money has arrived", () => {
    const one = fc.record({ state: fc.constantFrom(...STATES), amount: fc.integer({ min: 1, max: 300 }).map(pence) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), (refunds) => {
        const arrived = refunds.reduce((sum, { state, amount }) => sum + (state === "succeeded" ? amount : 0), 0);
        const captured = pence(refunds.reduce((sum, { state, amount }) => sum + (hasFailed(state) ? 0 : amount), 0));
        const sums = sumRefunds(refunds);
        expect(sums.refunded + sums.returning).toBeLessThanOrEqual(captured);
        const order = { captured, chargedBack: pence(0) };
        expect(stateAfterRefunds({ ...order, state: "refund_due" }, sums, true) === "refunded").toBe(arrived === captured);
        expect(isFullyReturned(order, sums)).toBe(captured > 0 && !refunds.some(({ state }) => state === "due"));
      }),
    );
  });
});
