/** A ticket of another platform's draw, read from a CSV file. docs/import.md describes the columns. */
import { shownCell } from "#features/accounts/rules/import-cells.ts";
import { type AddressHolder, isEmailAddress, normalEmail } from "#features/accounts/rules/person/email-address.ts";
import { readCount, readWords } from "./imported-cells.ts";

/** The columns of the CSV file. */
export const TICKET_COLUMNS = { required: ["draw", "ticket"], optional: ["email"] } as const;

/** `reference`: its draw's id at the other platform; `email`: its owner's, if the file names one. */
export type ImportedTicket = { readonly reference: string; readonly number: number; readonly email: string | undefined };
/** A line of the file: a ticket, or the reason why it is refused. `about` names the line. */
export type ReadTicket =
  | ({ readonly kind: "ticket" } & ImportedTicket)
  | { readonly kind: "refused"; readonly about: string | undefined; readonly reason: string };

/** How reports name a ticket. */
export const ticketName = ({ reference, number }: Pick<ImportedTicket, "reference" | "number">) =>
  `${reference} ticket ${number}`;

/** Reads a line of the file. */
export function readTicket(values: Readonly<Record<string, string>>): ReadTicket {
  const draw = readWords("draw", values.draw, 60);
  if (!draw.ok) return { kind: "refused", about: undefined, reason: draw.error };
  if (draw.value === null) return { kind: "refused", about: undefined, reason: "draw is empty" };
  const reference = draw.value;
  const number = readCount("ticket", values.ticket);
  if (!number.ok) return { kind: "refused", about: reference, reason: number.error };
  if (number.value === null) return { kind: "refused", about: reference, reason: "ticket is empty" };
  const ticket = { reference, number: number.value };
  const typed = values.email ?? "";
  const email = normalEmail(typed);
  if (email === "") return { kind: "ticket", ...ticket, email: undefined };
  return isEmailAddress(email)
    ? { kind: "ticket", ...ticket, email }
    : { kind: "refused", about: ticketName(ticket), reason: `email “${shownCell(typed)}” is no address` };
}

/**
 * The draw of a ticket. `count`, its imported tickets, grows while a file is read; `hasWinning`: the winning
 * one is among them.
 */
export type DrawOfTicket = {
  readonly id: string;
  readonly tickets: number;
  readonly lastTicket: number;
  readonly winningTicket: number;
  count: number;
  hasWinning: boolean;
};

/** Why the draw cannot have another ticket with this number; undefined if it can. */
export function ticketProblem(number: number, draw: DrawOfTicket): string | undefined {
  if (number > draw.lastTicket) return `beyond the last ticket ${draw.lastTicket}`;
  if (draw.count >= draw.tickets) return `the draw had ${draw.tickets} tickets, and all of them are here`;
  if (draw.count === draw.tickets - 1 && !draw.hasWinning && number !== draw.winningTicket)
    return `the last of its ${draw.tickets} tickets, and the winner's ${draw.winningTicket} is none of them`;
  return undefined;
}

/** A ticket that is imported already. `isForgotten`: its owner has erased the account. */
export type StoredTicket = { readonly userId: string | undefined; readonly isForgotten: boolean };

/**
 * The effect of a line on its ticket, and its description in English for the report. `there`: the ticket is
 * stored already and stays as it is. `isForgotten`: its owner has closed the account for good.
 */
type TicketChange =
  | { readonly outcome: "new"; readonly description: string; readonly userId?: string; readonly isForgotten?: true }
  | { readonly outcome: "changed"; readonly description: string; readonly userId: string }
  | { readonly outcome: "there" | "refused"; readonly description: string };

function newTicket(email: string | undefined, holder: AddressHolder | undefined): TicketChange {
  if (email === undefined) return { outcome: "new", description: "new; without owner, as email is empty" };
  if (holder === undefined) return { outcome: "new", description: `new; without owner, as no account has ${email}` };
  if (holder.kind === "account") return { outcome: "new", description: `new; ${email}'s`, userId: holder.id };
  if (holder.kind === "unconfirmed")
    return { outcome: "new", description: `new; no one's until ${email} is confirmed here and the file is imported again` };
  return { outcome: "new", description: `new; without owner, as ${email} closed their account for good`, isForgotten: true };
}

/** The effect of a line on the stored ticket. `holder` has its address. `ticketProblem` checks the draw. */
export function ticketChange(
  email: string | undefined,
  holder: AddressHolder | undefined,
  stored: StoredTicket | undefined,
): TicketChange {
  if (!stored) return newTicket(email, holder);
  if (stored.isForgotten) return { outcome: "there", description: "already here; its holder has closed the account" };
  if (holder?.kind !== "account" || holder.id === stored.userId) return { outcome: "there", description: "already here" };
  if (stored.userId !== undefined) return { outcome: "refused", description: `already here, and not ${email}'s` };
  return { outcome: "changed", description: `already here; now ${email}'s`, userId: holder.id };
}
