/** Names and numbers that people read out: ticket numbers and ids. */
import { sharedState } from "./shared-state.ts";

/** What all ticket numbers of the shop begin with: there is one shop in a process, and on a page. */
const kept = sharedState("shopTickets", { front: "CONC" });

/** Two to six capital letters. Called where a brand is read: by the server, and by a page before it is drawn. */
export function setTicketFront(letters: string): void {
  kept.front = letters;
}

/** "CONC-0042-000137": the draw's short number, then the ticket's. */
export function formatTicketNumber(lotteryNumber: number, ticketNumber: number): string {
  return `${ticketPrefix(lotteryNumber)}${String(ticketNumber).padStart(6, "0")}`;
}

/** The part that all tickets of a draw share: "CONC-0042-". */
export function ticketPrefix(lotteryNumber: number): string {
  return `${kept.front}-${String(lotteryNumber).padStart(4, "0")}-`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}
