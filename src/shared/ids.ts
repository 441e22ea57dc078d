/** Ticket numbers and ids. */
import { sharedState } from "./shared-state.ts";

/** The prefix of ticket numbers: a process or page has one shop. */
const kept = sharedState("shopTickets", { front: "CONC" });

/** Two to six capital letters. Called when a brand is loaded, in a page before rendering. */
export function setTicketFront(letters: string): void {
  kept.front = letters;
}

/** "CONC-0042-000137": the draw's short number, then the ticket's. */
export function formatTicketNumber(lotteryNumber: number, ticketNumber: number): string {
  return `${ticketPrefix(lotteryNumber)}${String(ticketNumber).padStart(6, "0")}`;
}

/** The prefix of a draw's tickets: "CONC-0042-". */
export function ticketPrefix(lotteryNumber: number): string {
  return `${kept.front}-${String(lotteryNumber).padStart(4, "0")}-`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}
