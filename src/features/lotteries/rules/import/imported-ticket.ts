import { shownCell } from "#features/accounts/rules/import-cells.ts";
/** A ticket of another platform's draw, read from a CSV file. docs/import.md describes the columns. */
import { type AddressHolder, isEmailAddress, normalEmail } from "#features/accounts/rules/person/email-address.ts";
import { readCount, readWords } from "./imported-cells.ts";

export const TICKET_COLUMNS = { required: ["draw", "ticket"], optional: ["email"] } as const;

export type ImportedTicket = { readonly reference: string; readonly number: number; readonly email: string | undefined };
export type ReadTicket =
  | ({ readonly kind: "ticket" } & ImportedTicket)
  | { readonly kind: "refused"; readonly about: string | undefined; readonly why: string };

export const ticketName = ({ reference, number }: Pick<ImportedTicket, "reference" | "number">) =>
  `${reference} ticket ${number}`;

export function readTicket(values: Readonly<Record<string, string>>): ReadTicket {
  const draw = readWords("draw", values.draw, 60);
  if (!draw.ok) return { kind: "refused", about: undefined, why: draw.error };
  if (draw.value === null) return { kind: "refused", about: undefined, why: "draw is empty" };
  const reference = draw.value;
  const number = readCount("ticket", values.ticket);
  if (!number.ok) return { kind: "refused", about: reference, why: number.error };
  if (number.value === null) return { kind: "refused", about: reference, why: "ticket is empty" };
  const ticket = { reference, number: number.value };
  const typed = values.email ?? "";
  const email = normalEmail(typed);
  if (email === "") return { kind: "ticket", ...ticket, email: undefined };
  return isEmailAddress(email)
    ? { kind: "ticket", ...ticket, email }
    : { kind: "refused", about: ticketName(ticket), why: `email “${shownCell(typed)}” is no address` };
}

/** A ticket's draw. Its number of imported tickets grows while a file is read. */
export type DrawHere = {
  readonly id: string;
  readonly tickets: number;
  readonly lastTicket: number;
  readonly winningTicket: number;
  count: number;
  hasWinning: boolean;
};

export function ticketProblem(number: number, draw: DrawHere): string | undefined {
  if (number > draw.lastTicket) return `beyond the last ticket ${draw.lastTicket}`;
  if (draw.count >= draw.tickets) return `the draw had ${draw.tickets} tickets, and all of them are here`;
  if (draw.count === draw.tickets - 1 && !draw.hasWinning && number !== draw.winningTicket)
    return `the last of its ${draw.tickets} tickets, and the winner's ${draw.winningTicket} is none of them`;
  return undefined;
}

/** An imported ticket. `isForgotten`: its holder has erased the account. */
export type TicketHere = { readonly userId: string | undefined; readonly isForgotten: boolean };

type Fate =
  | { readonly outcome: "new"; readonly says: string; readonly userId?: string; readonly isForgotten?: true }
  | { readonly outcome: "changed"; readonly says: string; readonly userId: string }
  | { readonly outcome: "there" | "refused"; readonly says: string };

/** The effect of a line on a ticket, without checking the draw. */
export function ticketChange(email: string | undefined, holder: AddressHolder | undefined, there: TicketHere | undefined): Fate {
  if (!there) return newTicket(email, holder);
  if (there.isForgotten) return { outcome: "there", says: "already here; whoever had it has left" };
  if (holder?.kind !== "account" || holder.id === there.userId) return { outcome: "there", says: "already here" };
  if (there.userId !== undefined) return { outcome: "refused", says: `already here, and not ${email}'s` };
  return { outcome: "changed", says: `already here; now ${email}'s`, userId: holder.id };
}

function newTicket(email: string | undefined, holder: AddressHolder | undefined): Fate {
  if (email === undefined) return { outcome: "new", says: "new; without owner, as email is empty" };
  if (holder === undefined) return { outcome: "new", says: `new; without owner, as no account has ${email}` };
  if (holder.kind === "account") return { outcome: "new", says: `new; ${email}'s`, userId: holder.id };
  if (holder.kind === "unconfirmed")
    return { outcome: "new", says: `new; nobody's until ${email} is confirmed here and the file is imported again` };
  return { outcome: "new", says: `new; without owner, as ${email} closed their account for good`, isForgotten: true };
}
