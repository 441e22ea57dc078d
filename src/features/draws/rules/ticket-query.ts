/** What somebody pastes who asks whether their ticket was in: a printed number, a bare one, or a tag. */

export type TicketQuery = { readonly number: number } | { readonly tag: string };

/**
 * Reads "CONC-0042-000137", "000137", "137", or a tag of 32 hexadecimal digits, with spaces or in capitals as they come.
 *
 * @param lotteryNumber the draw's short number: a ticket of another draw is refused
 */
export function readTicketQuery(text: string, lotteryNumber: number): TicketQuery | "not_a_ticket" | "other_draw" {
  // Copied texts come with no-break spaces and the dashes of typographers.
  const plain = text
    .replaceAll(/\s/g, "")
    .replaceAll(/[\u2010-\u2015]/g, "-")
    .toLowerCase();
  if (/^[0-9a-f]{32}$/.test(plain)) return { tag: plain };
  const line = /^(\d{1,9}),([0-9a-f]{32})$/.exec(plain);
  if (line) return { tag: line[2] ?? "" };
  const printed = /^(?:[a-z]{2,6}-(\d{1,9})-)?(\d{1,9})$/.exec(plain);
  if (!printed || Number(printed[2]) < 1) return "not_a_ticket";
  if (printed[1] !== undefined && Number(printed[1]) !== lotteryNumber) return "other_draw";
  return { number: Number(printed[2]) };
}
