/** The filter of the list of orders, from its address, and the interpretation of a search. */
import type { Day } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { readOrderNumber } from "#shared/money/order-number.ts";
import { pastedCode, pastedId } from "#shared/text/pasted.ts";

/** The fields of the filter, as text; empty ones do not filter. `q` is the search. Days are London's. */
export type OrdersFilter = {
  readonly q: string;
  readonly state: string;
  readonly draw: string;
  readonly provider: string;
  readonly from: Day | "";
  readonly to: Day | "";
};

/** In characters; longer text is cut. */
const LONGEST_FIELD = 200;

/** Reads the parameters of the page's address. */
export function readOrdersFilter(search: URLSearchParams): OrdersFilter {
  // PostgreSQL's text type rejects NUL.
  const field = (name: string) => (search.get(name) ?? "").replaceAll("\0", "").trim().slice(0, LONGEST_FIELD);
  return {
    q: field("q"),
    state: field("state"),
    draw: field("draw"),
    provider: field("provider"),
    from: field("from"),
    to: field("to"),
  };
}

/** What a search looks for. `tag`: the secret name of a ticket; `person`: part of a name or email address. */
export type OrderSearch =
  | { readonly by: "everything" }
  | { readonly by: "order"; readonly id: string }
  | { readonly by: "number"; readonly number: string }
  | { readonly by: "payment"; readonly id: string }
  | { readonly by: "ticket"; readonly shortNumber: number; readonly number: number }
  | { readonly by: "tag"; readonly tag: string }
  | { readonly by: "person"; readonly text: string };

/** Ids of payment sessions, payments, refunds and disputes, as in the providers' mails and dashboards. */
const PAYMENT = /^(?:(?:cs|pi)_\w{4,250}|(?:re|dp|du|hpp|pay|act|dsp)_\w{10,250})$/;
const TAG = /^[0-9a-f]{32}$/;
/** A ticket number as printed, "CONC-0042-000137", or without the prefix or leading zeros. */
const TICKET = /^(?:(?:TICKET\s*)?[A-Z]{2,6}[-\s]*)?0*(\d{1,6})[-\s]+0*(\d{1,9})$/i;

/** Interprets the search by its form. */
export function readOrderSearch(typed: string): OrderSearch {
  const text = pastedId(typed);
  if (text === "") return { by: "everything" };
  if (isUuid(text)) return { by: "order", id: text.toLowerCase() };
  const number = readOrderNumber(text);
  if (number !== undefined) return { by: "number", number };
  if (PAYMENT.test(text)) return { by: "payment", id: text };
  const tag = pastedCode(text).toLowerCase();
  if (TAG.test(tag)) return { by: "tag", tag };
  const ticket = TICKET.exec(text);
  if (ticket) return { by: "ticket", shortNumber: Number(ticket[1]), number: Number(ticket[2]) };
  return { by: "person", text: typed.trim() };
}
