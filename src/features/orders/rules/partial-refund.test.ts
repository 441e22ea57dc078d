/** Prices of tickets, and what a partial refund pays. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import { type DividedOrder, divide, priceOfTicket, priceOfTickets } from "./partial-refund.ts";

/** Tickets from number 1 on, without the void ones. */
const order = (quantity: number, captured: number, { left = captured, gone = [] as readonly number[] } = {}): DividedOrder => ({
  captured: pence(captured),
  left: pence(left),
  tickets: Array.from({ length: quantity }, (_, i) => ({ number: i + 1, isVoid: gone.includes(i + 1), isSuspended: false })),
});

it("the prices of tickets differ by a penny at most and add up to the payment", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 999_999 }), (quantity, captured) => {
      const bought = order(quantity, captured);
      const prices = bought.tickets.map((_, place) => priceOfTicket(bought, place));
      expect(Math.max(...prices) - Math.min(...prices)).toBeLessThanOrEqual(1);
      expect(prices.reduce((sum: number, price) => sum + price, 0)).toBe(captured);
    }),
  );
});

it("refunds of tickets in any parts never pay more than the payment", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 100, max: 99_999 }), fc.nat(), (quantity, captured, cut) => {
      const bought = order(quantity, captured);
      const first = Array.from({ length: 1 + (cut % quantity) }, (_, i) => i + 1);
      const rest = Array.from({ length: quantity - first.length }, (_, i) => first.length + i + 1);
      expect(priceOfTickets(bought, first) + priceOfTickets(bought, rest)).toBe(captured);
    }),
  );
});

describe("three tickets for £10", () => {
  const three = order(3, 1000);
  it.each([
    ["one ticket costs a third", { by: "tickets", numbers: [2] }, { amount: 333, ticketNumbers: [2] }],
    ["a number counts once", { by: "tickets", numbers: [3, 3, 1] }, { amount: 667, ticketNumbers: [1, 3] }],
    ["the last two leave", { by: "last", count: 2 }, { amount: 667, ticketNumbers: [2, 3] }],
    ["an amount takes no ticket", { by: "amount", amount: pence(999) }, { amount: 999, ticketNumbers: [] }],
    ["all tickets are the whole order", { by: "last", count: 3 }, "whole"],
  ] as const)("%s", (_, part, value) => {
    expect(divide(three, part)).toEqual({ ok: true, value });
  });

  it.each([
    ["no ticket", { by: "tickets", numbers: [] }, "no_part"],
    ["the last none", { by: "last", count: 0 }, "no_part"],
    ["nothing", { by: "amount", amount: pence(0) }, "no_part"],
    ["another order's ticket", { by: "tickets", numbers: [1, 4] }, "ticket_gone"],
    ["more tickets than there are", { by: "last", count: 4 }, "ticket_gone"],
    ["all the money", { by: "amount", amount: pence(1000) }, "whole_left"],
    ["a penny more", { by: "amount", amount: pence(1001) }, "more_than_left"],
  ] as const)("%s cannot be refunded as a part", (_, part, error) => {
    expect(divide(three, part)).toEqual({ ok: false, error });
  });

  it("the last ones are those still in the draw", () => {
    expect(divide(order(3, 1000, { left: 666, gone: [3] }), { by: "last", count: 1 })).toEqual({
      ok: true,
      value: { amount: 333, ticketNumbers: [2] },
    });
    expect(divide(order(3, 1000, { left: 666, gone: [3] }), { by: "tickets", numbers: [3] })).toEqual({
      ok: false,
      error: "ticket_gone",
    });
  });

  it("a ticket that costs all that earlier amounts left is refunded with the whole order", () => {
    expect(divide(order(3, 1000, { left: 300 }), { by: "tickets", numbers: [1] })).toEqual({ ok: false, error: "whole_left" });
    expect(divide(order(3, 1000, { left: 0 }), { by: "tickets", numbers: [1] })).toEqual({ ok: false, error: "nothing_left" });
  });
});
