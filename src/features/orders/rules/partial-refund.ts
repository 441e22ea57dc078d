/** Refunds of a part of an order: some of its tickets, or an amount without a ticket. */
import { type Pence, pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type NumberRule, POUNDS, readNumber } from "#shared/text/typed-number.ts";

/** What staff refund. `last`: that many of the order's last valid tickets. */
export type RefundPart =
  | { readonly by: "tickets"; readonly numbers: readonly number[] }
  | { readonly by: "last"; readonly count: number }
  | { readonly by: "amount"; readonly amount: Pence };

/** In pounds, and in tickets, as typed. */
export const REFUND_POUNDS: NumberRule = { ...POUNDS, least: 0.01 };
export const REFUND_COUNT: NumberRule = { decimals: 0, unit: "tickets", least: 1 };

/** What a form refunds. */
export const REFUND_KINDS = ["whole", "tickets", "last", "amount"] as const;

/** The part that a form names; undefined for the whole order. Texts that are no numbers count as 0. */
export function readRefundPart(form: {
  readonly part: (typeof REFUND_KINDS)[number];
  readonly numbers: readonly number[];
  readonly count: string;
  readonly amount: string;
}): RefundPart | undefined {
  const typed = (text: string, rule: NumberRule) => {
    const read = readNumber(text, rule);
    return read.ok ? read.value : 0;
  };
  switch (form.part) {
    case "whole":
      return undefined;
    case "tickets":
      return { by: "tickets", numbers: form.numbers };
    case "last":
      return { by: "last", count: typed(form.count, REFUND_COUNT) };
    case "amount":
      return { by: "amount", amount: pence(Math.round(typed(form.amount, REFUND_POUNDS) * 100)) };
  }
}

/** A ticket of the order. */
export type OrderedTicket = { readonly number: number; readonly isVoid: boolean; readonly isSuspended: boolean };

/** The order's tickets by number, void ones too. `left`: not refunded and not kept by a bank. */
export type DividedOrder = { readonly captured: Pence; readonly left: Pence; readonly tickets: readonly OrderedTicket[] };

/** A refund of less than all that is left. */
export type Part = { readonly amount: Pence; readonly ticketNumbers: readonly number[] };

/**
 * `whole_left`: it is all that is left, which only the refund of the whole order pays. `ticket_gone`: one of
 * the tickets is not in the draw.
 */
export type PartProblem = "no_part" | "nothing_left" | "ticket_gone" | "whole_left" | "more_than_left";

/**
 * What was paid for the ticket at this place of the order, from 0. The prices differ by a penny at most and
 * add up to the payment.
 */
export function priceOfTicket({ captured, tickets }: Pick<DividedOrder, "captured" | "tickets">, place: number): Pence {
  const upTo = (count: number) => Math.floor((captured * count) / tickets.length);
  return pence(upTo(place + 1) - upTo(place));
}

/** The numbers of the tickets that can be refunded. */
export function refundableNumbers(tickets: readonly OrderedTicket[]): number[] {
  return tickets.flatMap(({ number, isVoid, isSuspended }) => (isVoid || isSuspended ? [] : [number]));
}

/** What was paid for these tickets. */
export function priceOfTickets(order: Pick<DividedOrder, "captured" | "tickets">, numbers: readonly number[]): Pence {
  const chosen = new Set(numbers);
  const prices: readonly number[] = order.tickets.map(({ number }, place) =>
    chosen.has(number) ? priceOfTicket(order, place) : 0,
  );
  return pence(prices.reduce((sum, price) => sum + price, 0));
}

function numbersOf(part: Exclude<RefundPart, { by: "amount" }>, refundable: readonly number[]): readonly number[] {
  if (part.by === "tickets") return [...new Set(part.numbers)].toSorted((a, b) => a - b);
  return part.count > 0 ? refundable.slice(-part.count) : [];
}

/** The refund, or "whole" if the part is all valid tickets, with which the order ends. */
export function divide(order: DividedOrder, part: RefundPart): Result<Part | "whole", PartProblem> {
  const { left, tickets } = order;
  if (left === 0) return err("nothing_left");
  if (part.by === "amount") {
    if (!Number.isSafeInteger(part.amount) || part.amount <= 0) return err("no_part");
    if (part.amount > left) return err("more_than_left");
    return part.amount === left ? err("whole_left") : ok({ amount: part.amount, ticketNumbers: [] });
  }
  const refundable = refundableNumbers(tickets);
  const ticketNumbers = numbersOf(part, refundable);
  if (ticketNumbers.length === 0) return err("no_part");
  if (part.by === "last" && part.count > refundable.length) return err("ticket_gone");
  const inDraw = new Set(refundable);
  if (!ticketNumbers.every((number) => inDraw.has(number))) return err("ticket_gone");
  if (ticketNumbers.length === refundable.length) return ok("whole");
  const amount = priceOfTickets(order, ticketNumbers);
  // Earlier amounts may leave less than the tickets cost.
  if (amount >= left) return err("whole_left");
  return amount === 0 ? err("nothing_left") : ok({ amount, ticketNumbers });
}
