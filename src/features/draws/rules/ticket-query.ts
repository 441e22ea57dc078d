/** Reads a ticket that a visitor looks for in a draw's list. */
import { pastedCode, pastedId } from "#shared/text/pasted.ts";

/** By number, or by secret tag (32 hex digits). */
export type TicketQuery = { readonly number: number } | { readonly tag: string };

const TAG = /^[0-9a-f]{32}$/;
/** "CONC-0042-000137", or with blanks; digits only need a dash, since "1 137" is one number. */
const PRINTED = /^(?:[a-z]{2,6}[-\s]*(\d{1,9})[-\s]+|(\d{1,9})\s*-\s*)(\d{1,9})$/;
/** "CONC0042000137". */
const UNBROKEN = /^[a-z]{2,6}(\d{4})(\d{6})$/;
/** Words and signs before the number, such as "Ticket no. ". */
const LABEL = /^(?:ticket\b)?\s*(?:n[o°]\.?\s*(?=\d)|#)?\s*:?\s*/;

/** Parses "CONC-0042-000137", "000137", "137", or 32 hexadecimal digits. Refuses tickets of other draws. */
export function readTicketQuery(text: string, lotteryNumber: number): TicketQuery | "not_a_ticket" | "other_draw" {
  const plain = pastedId(text).toLowerCase().replace(LABEL, "");
  const tag = pastedCode(plain);
  if (TAG.test(tag)) return { tag };
  const compact = plain.replaceAll(" ", "");
  // A line of the published list: number and tag.
  const line = /^(\d{1,9}),([0-9a-f]{32})$/.exec(compact);
  if (line) return { tag: line[2] ?? "" };
  const [, prefixed, dashed, printed] = PRINTED.exec(plain) ?? UNBROKEN.exec(compact)?.toSpliced(2, 0, "") ?? [];
  const draw = prefixed ?? dashed;
  const number = printed ?? (/^\d{1,9}$/.test(compact) ? compact : "");
  if (Number(number) < 1) return "not_a_ticket";
  if (draw !== undefined && Number(draw) !== lotteryNumber) return "other_draw";
  return { number: Number(number) };
}
