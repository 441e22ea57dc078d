/** Imports tickets of another platform's draws, so that their owners see them. They take part in no draw. */
import { findHolders } from "#features/accounts/server/import/import-people.ts";
import { type ImportCounts, type ImportLine, runImport } from "#features/accounts/server/import/run-import.ts";
import type { CsvFile } from "#platform/csv-file.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import {
  type DrawOfTicket,
  type ImportedTicket,
  type ReadTicket,
  readTicket,
  ticketChange,
  ticketName,
  ticketProblem,
} from "../../rules/import/imported-ticket.ts";
import {
  assignPastTickets,
  countPastTickets,
  forgetWinnerNames,
  insertPastTickets,
  keyOf,
  listPastDraws,
  listPastTickets,
  lockImports,
  type TicketRow,
} from "./imported-store.ts";

type Importing = Pick<Ctx, "db" | "now" | "lastingSecret">;
/** `isWriting` is false for a dry run. `tell` gets the result of each line. */
type ImportOptions = { readonly isWriting: boolean; readonly tell: (line: ImportLine) => void };
/** A ticket, and its line in the file. */
type ParsedTicket = ImportedTicket & { readonly line: number };
/** A ticket whose draw is imported. */
type KnownTicket = ParsedTicket & { readonly draw: DrawOfTicket };

function refusal(line: number, about: string | undefined, reason: string): ImportLine {
  return { line, outcome: "refused", says: about === undefined ? reason : `${about}: ${reason}` };
}

/** Refuses a ticket that an earlier line has. */
function refuseDuplicate(read: ReadTicket, line: number, linesByTicket: Map<string, number>): ReadTicket {
  if (read.kind === "refused") return read;
  const name = ticketName(read);
  const earlier = linesByTicket.get(name);
  if (earlier === undefined) linesByTicket.set(name, line);
  return earlier === undefined ? read : { kind: "refused", about: name, reason: `the same ticket as in line ${earlier}` };
}

/**
 * Adds to `draws` those that earlier lines did not need. The import lock excludes tickets of other imports.
 */
async function loadDraws(tx: Tx, parsed: readonly ParsedTicket[], draws: Map<string, DrawOfTicket>): Promise<void> {
  const missing = [...new Set(parsed.map(({ reference }) => reference))].filter((reference) => !draws.has(reference));
  const found = await listPastDraws(tx, missing, { isLocked: false });
  const winningTickets = [...found.values()].map(({ id, facts }) => ({ id, winningTicket: facts.winning_ticket }));
  const counts = await countPastTickets(tx, winningTickets);
  for (const { id, reference, facts } of found.values()) {
    const { count = 0, hasWinning = false } = counts.get(id) ?? {};
    const { tickets, last_ticket: lastTicket, winning_ticket: winningTicket } = facts;
    draws.set(reference, { id, tickets, lastTicket, winningTicket, count, hasWinning });
  }
}

const winnerNote = (isForgotten = false) => (isForgotten ? "; the winner's, who is not named any more" : "; the winner's");

/** Inserts new tickets, and assigns known ones that have no owner yet. */
async function importTickets(ctx: Importing, tx: Tx, known: readonly KnownTicket[]): Promise<ImportLine[]> {
  const holders = await findHolders(
    ctx,
    tx,
    known.flatMap(({ email }) => email ?? []),
  );
  const stored = await listPastTickets(
    tx,
    known.map(({ draw, number }) => ({ drawId: draw.id, number })),
  );
  const inserted: TicketRow[] = [];
  const assigned: { readonly drawId: string; readonly number: number; readonly userId: string }[] = [];
  const drawsOfForgottenWinners: string[] = [];
  const lines: ImportLine[] = [];
  for (const ticket of known) {
    const { line, draw, number, email } = ticket;
    const key = { drawId: draw.id, number };
    const change = ticketChange(email, email === undefined ? undefined : holders.get(email), stored.get(keyOf(key)));
    const problem = change.outcome === "new" ? ticketProblem(number, draw) : undefined;
    if (problem !== undefined) {
      lines.push(refusal(line, ticketName(ticket), problem));
      continue;
    }
    const isWinning = number === draw.winningTicket;
    if (change.outcome === "new") {
      inserted.push({ ...key, userId: change.userId, isForgotten: change.isForgotten ?? false });
      if (change.isForgotten && isWinning) drawsOfForgottenWinners.push(draw.id);
      draw.count++;
      draw.hasWinning ||= isWinning;
    }
    if (change.outcome === "changed") assigned.push({ ...key, userId: change.userId });
    lines.push({
      line,
      outcome: change.outcome,
      says: `${ticketName(ticket)}: ${change.description}${change.outcome === "new" && isWinning ? winnerNote(change.isForgotten) : ""}`,
    });
  }
  await insertPastTickets(tx, inserted);
  await assignPastTickets(tx, assigned);
  if (drawsOfForgottenWinners.length > 0) await forgetWinnerNames(tx, drawsOfForgottenWinners);
  return lines;
}

/**
 * Imports the tickets of a file. The first file with a player's confirmed address decides the owner of a
 * ticket.
 * @returns how many lines had each outcome
 */
export async function importDrawTickets(
  ctx: Importing,
  file: Pick<CsvFile, "name" | "rows" | "sha256">,
  options: ImportOptions,
): Promise<ImportCounts> {
  const linesByTicket = new Map<string, number>();
  const draws = new Map<string, DrawOfTicket>();
  return runImport(ctx, {
    file,
    action: "shop.import_tickets",
    ...options,
    take: async (tx, rows) => {
      await lockImports(tx);
      const lines: ImportLine[] = [];
      const parsed: ParsedTicket[] = [];
      for (const { line, values } of rows) {
        const read = refuseDuplicate(readTicket(values), line, linesByTicket);
        if (read.kind === "ticket") parsed.push({ ...read, line });
        else lines.push(refusal(line, read.about, read.reason));
      }
      await loadDraws(tx, parsed, draws);
      const known: KnownTicket[] = [];
      for (const each of parsed) {
        const draw = draws.get(each.reference);
        if (draw) known.push({ ...each, draw });
        else lines.push(refusal(each.line, ticketName(each), "this draw is not here. Import the draws first"));
      }
      return [...lines, ...(await importTickets(ctx, tx, known))];
    },
  });
}
