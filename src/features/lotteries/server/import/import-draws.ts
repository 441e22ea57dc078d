/** Imports another platform's draws to be shown as its own: docs/decisions/0063. */
import { type ImportCounts, type ImportLine, runImport } from "#features/accounts/server/import/run-import.ts";
import type { CsvFile } from "#platform/csv-file.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import {
  differences,
  type ImportedDraw,
  type ImportedFacts,
  importProblem,
  type ReadDraw,
  readDraw,
  withKnownLast,
} from "../../rules/import/imported-draw.ts";
import {
  countPastTickets,
  type DrawTickets,
  insertPastDraws,
  listPastDraws,
  lockImports,
  type StoredDraw,
  updatePastDraw,
} from "./imported-store.ts";

/** `isWriting` is false for a dry run. `tell` gets the result of each line. */
type ImportOptions = { readonly isWriting: boolean; readonly tell: (line: ImportLine) => void };
/** A draw, its line in the file, and the columns that the file has. */
type ParsedDraw = ImportedDraw & { readonly line: number; readonly columns: ReadonlySet<string> };
/** When the import runs, and the name of its file. */
type Source = { readonly at: Date; readonly from: string };

function refusal(line: number, reference: string | undefined, reason: string): ImportLine {
  return { line, outcome: "refused", says: reference === undefined ? reason : `${reference}: ${reason}` };
}

/** Refuses a draw that an earlier line has. */
function refuseDuplicate(read: ReadDraw, line: number, linesByReference: Map<string, number>): ReadDraw {
  const { reference } = read;
  if (reference === undefined) return read;
  const earlier = linesByReference.get(reference);
  if (earlier === undefined) linesByReference.set(reference, line);
  return earlier === undefined ? read : { kind: "refused", reference, reason: `the same draw as in line ${earlier}` };
}

/** The result of a line with a new draw. */
const newLine = ({ line, reference, facts }: ParsedDraw): ImportLine => ({
  ...{ line, outcome: "new" },
  says: `${reference}: new; “${facts.title}”, drawn ${facts.drawn_on}, ${facts.winner_name ?? "a player"} won with ticket ${facts.winning_ticket}`,
});

/** A draw that is imported already, with its tickets. */
type ExistingDraw = { readonly draw: StoredDraw; readonly tickets: DrawTickets | undefined; readonly source: Source };

/** Updates a draw with what differs, unless that contradicts its imported tickets. */
async function updateDraw(tx: Tx, parsed: ParsedDraw, { draw, tickets, source }: ExistingDraw): Promise<ImportLine> {
  const { line, reference, columns } = parsed;
  const read = columns.has("last_ticket") ? parsed.facts : withKnownLast(draw.facts, parsed.facts);
  // A winner who erased the account is not named again.
  const facts: ImportedFacts = tickets?.isForgotten ? { ...read, winner_name: null } : read;
  const differing = differences(draw.facts, facts, columns);
  if (differing.length === 0) return { line, outcome: "there", says: `${reference}: already here` };
  const changes = Object.fromEntries(differing.map(({ column }) => [column, facts[column]]));
  const problem = tickets && importProblem({ ...draw.facts, ...changes }, tickets);
  if (problem !== undefined) return refusal(line, reference, problem);
  await updatePastDraw(tx, draw.id, changes, source);
  return {
    line,
    outcome: "changed",
    says: `${reference}: already here; ${differing.map(({ description }) => description).join(", ")}`,
  };
}

/** Inserts new draws, and updates those that are imported already. */
async function saveDraws(tx: Tx, parsed: readonly ParsedDraw[], source: Source): Promise<ImportLine[]> {
  await lockImports(tx);
  const stored = await listPastDraws(
    tx,
    parsed.map(({ reference }) => reference),
    { isLocked: true },
  );
  const tickets = await countPastTickets(
    tx,
    parsed.flatMap(({ reference, facts }) => {
      const draw = stored.get(reference);
      return draw ? [{ id: draw.id, winningTicket: facts.winning_ticket }] : [];
    }),
  );
  const added = parsed.filter(({ reference }) => !stored.has(reference));
  await insertPastDraws(tx, added, source);
  const lines: ImportLine[] = [];
  for (const each of parsed) {
    const draw = stored.get(each.reference);
    lines.push(draw ? await updateDraw(tx, each, { draw, tickets: tickets.get(draw.id), source }) : newLine(each));
  }
  return lines;
}

/**
 * Imports the draws of a file. Draws are identified by their reference; a later file updates them.
 * @returns how many lines had each outcome
 */
export async function importDraws(
  ctx: Pick<Ctx, "db" | "now">,
  file: Pick<CsvFile, "name" | "rows" | "sha256">,
  options: ImportOptions,
): Promise<ImportCounts> {
  const linesByReference = new Map<string, number>();
  const source = { at: ctx.now(), from: file.name };
  const today = londonDate(source.at);
  return runImport(ctx, {
    file,
    action: "shop.import_draws",
    ...options,
    take: async (tx, rows) => {
      const lines: ImportLine[] = [];
      const parsed: ParsedDraw[] = [];
      for (const { line, values } of rows) {
        const read = refuseDuplicate(readDraw(values, today), line, linesByReference);
        if (read.kind === "refused") lines.push(refusal(line, read.reference, read.reason));
        else parsed.push({ ...read, line, columns: new Set(Object.keys(values)) });
      }
      return [...lines, ...(await saveDraws(tx, parsed, source))];
    },
  });
}
