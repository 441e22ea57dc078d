/** Ticket numbers and ids. */
import { sharedState } from "./shared-state.ts";

/** The letters that begin all ticket numbers: a process or page has one shop. */
const ticketFront = sharedState("shopTickets", { letters: "CONC" });

/**
 * Sets the shop's letters, two to six capitals. Called when a brand is loaded; in a page before it is
 * rendered.
 */
export function setTicketFront(letters: string): void {
  ticketFront.letters = letters;
}

/** "CONC-0042-000137": the draw's short number, then the ticket's. */
export function formatTicketNumber(lotteryNumber: number, ticketNumber: number): string {
  return `${ticketPrefix(lotteryNumber)}${String(ticketNumber).padStart(6, "0")}`;
}

/** The prefix of a draw's tickets: "CONC-0042-". */
export function ticketPrefix(lotteryNumber: number): string {
  return `${ticketFront.letters}-${String(lotteryNumber).padStart(4, "0")}-`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a value is a UUID, so that it can be compared with a column of ids. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}
