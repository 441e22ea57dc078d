/** What somebody who looks for an order has typed: the order's number or id, the payment's, a ticket's number, or a person. */
import { isUuid } from "#shared/ids.ts";
import { readOrderNumber } from "#shared/order-number.ts";

export type OrderSearch =
  | { readonly by: "everything" }
  | { readonly by: "order"; readonly id: string }
  | { readonly by: "number"; readonly number: string }
  | { readonly by: "payment"; readonly id: string }
  | { readonly by: "ticket"; readonly shortNumber: number; readonly number: number }
  /** A part of a name, e-mail address or telephone number. */
  | { readonly by: "person"; readonly text: string };

/** Of a payment session, and of a payment. */
const PAYMENT = /^(cs|pi)_\w{4,250}$/;
/** As it prints, or as somebody reads it out: without the word, without noughts. */
const TICKET = /^(?:[A-Z]{2,6}[-\s]*)?0*(\d{1,6})[-\s]+0*(\d{1,9})$/i;

/** What was typed into the search: a ticket, a payment, an order, or somebody's name or address. */
export function readOrderSearch(typed: string): OrderSearch {
  const text = typed.trim();
  if (text === "") return { by: "everything" };
  if (isUuid(text)) return { by: "order", id: text.toLowerCase() };
  const number = readOrderNumber(text);
  if (number !== undefined) return { by: "number", number };
  if (PAYMENT.test(text)) return { by: "payment", id: text };
  const ticket = TICKET.exec(text);
  if (ticket) return { by: "ticket", shortNumber: Number(ticket[1]), number: Number(ticket[2]) };
  return { by: "person", text };
}
