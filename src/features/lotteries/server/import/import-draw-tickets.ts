/** Imports tickets of another platform's draws, so that their owners see them. They take part in no draw. */
import { findHolders } from "#features/accounts/server/import/import-people.ts";
import { type ImportCounts, type ImportLine, runImport } from "#features/accounts/server/import/run-import.ts";
import type { CsvFile } from "#platform/csv-file.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import {
  type DrawHere,
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
type How = { readonly isWriting: boolean; readonly tell: (line: ImportLine) => void };
type ParsedTicket = ImportedTicket & { readonly line: number };
type Known = ParsedTicket & { readonly draw: DrawHere };

/** The first file with a player's confirmed address decides the owner of a ticket. */
export async function importDrawTickets(
  ctx: Importing,
  file: Pick<CsvFile, "name" | "rows" | "sha256">,
  how: How,
): Promise<ImportCounts> {
  const seen = new Map<string, number>();
  const draws = new Map<string, DrawHere>();
  return runImport(ctx, {
    file,
    action: "shop.import_tickets",
    ...how,
    take: async (tx, rows) => {
      await lockImports(tx);
      const lines: ImportLine[] = [];
      const parsed: ParsedTicket[] = [];
      for (const { line, values } of rows) {
        const read = refuseTwice(readTicket(values), line, seen);
        if (read.kind === "ticket") parsed.push({ ...read, line });
        else lines.push(refusal(line, read.about, read.why));
      }
      await loadDraws(tx, parsed, draws);
      const known: Known[] = [];
      for (const each of parsed) {
        const draw = draws.get(each.reference);
        if (draw) known.push({ ...each, draw });
        else lines.push(refusal(each.line, ticketName(each), "this draw is not here. Import the draws first"));
      }
      return [...lines, ...(await takeTickets(ctx, tx, known))];
    },
  });
}

function refusal(line: number, about: string | undefined, why: string): ImportLine {
  return { line, outcome: "refused", says: about === undefined ? why : `${about}: ${why}` };
}

function refuseTwice(read: ReadTicket, line: number, seen: Map<string, number>): ReadTicket {
  if (read.kind === "refused") return read;
  const name = ticketName(read);
  const before = seen.get(name);
  if (before === undefined) seen.set(name, line);
  return before === undefined ? read : { kind: "refused", about: name, why: `the same ticket as in line ${before}` };
}

/** Loads draws not seen before in the file. The import lock prevents concurrent tickets. */
async function loadDraws(tx: Tx, parsed: readonly ParsedTicket[], draws: Map<string, DrawHere>): Promise<void> {
  const asked = [...new Set(parsed.map(({ reference }) => reference))].filter((reference) => !draws.has(reference));
  const found = await listPastDraws(tx, asked, { isLocked: false });
  const named = [...found.values()].map(({ id, facts }) => ({ id, winningTicket: facts.winning_ticket }));
  const here = await countPastTickets(tx, named);
  for (const { id, reference, facts } of found.values()) {
    const { count = 0, hasWinning = false } = here.get(id) ?? {};
    const { tickets, last_ticket: lastTicket, winning_ticket: winningTicket } = facts;
    draws.set(reference, { id, tickets, lastTicket, winningTicket, count, hasWinning });
  }
}

async function takeTickets(ctx: Importing, tx: Tx, known: readonly Known[]): Promise<ImportLine[]> {
  const holders = await findHolders(
    ctx,
    tx,
    known.flatMap(({ email }) => email ?? []),
  );
  const there = await listPastTickets(
    tx,
    known.map(({ draw, number }) => ({ drawId: draw.id, number })),
  );
  const fresh: TicketRow[] = [];
  const given: { readonly drawId: string; readonly number: number; readonly userId: string }[] = [];
  const nameless: string[] = [];
  const lines: ImportLine[] = [];
  for (const ticket of known) {
    const { line, draw, number, email } = ticket;
    const key = { drawId: draw.id, number };
    const fate = ticketChange(email, email === undefined ? undefined : holders.get(email), there.get(keyOf(key)));
    const stray = fate.outcome === "new" ? ticketProblem(number, draw) : undefined;
    if (stray !== undefined) {
      lines.push(refusal(line, ticketName(ticket), stray));
      continue;
    }
    const wins = number === draw.winningTicket;
    if (fate.outcome === "new") {
      fresh.push({ ...key, userId: fate.userId, isForgotten: fate.isForgotten ?? false });
      if (fate.isForgotten && wins) nameless.push(draw.id);
      draw.count++;
      draw.hasWinning ||= wins;
    }
    if (fate.outcome === "changed") given.push({ ...key, userId: fate.userId });
    lines.push({
      line,
      outcome: fate.outcome,
      says: `${ticketName(ticket)}: ${fate.says}${fate.outcome === "new" && wins ? winnersWords(fate.isForgotten) : ""}`,
    });
  }
  await insertPastTickets(tx, fresh);
  await assignPastTickets(tx, given);
  if (nameless.length > 0) await forgetWinnerNames(tx, nameless);
  return lines;
}

const winnersWords = (isForgotten = false) => (isForgotten ? "; the winner's, who is not named any more" : "; the winner's");
