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

type How = { readonly isWriting: boolean; readonly tell: (line: ImportLine) => void };
type ParsedDraw = ImportedDraw & { readonly line: number; readonly inFile: ReadonlySet<string> };
type Source = { readonly at: Date; readonly from: string };

/** Draws are identified by their reference; a later file updates them. */
export async function importDraws(
  ctx: Pick<Ctx, "db" | "now">,
  file: Pick<CsvFile, "name" | "rows" | "sha256">,
  how: How,
): Promise<ImportCounts> {
  const seen = new Map<string, number>();
  const source = { at: ctx.now(), from: file.name };
  const today = londonDate(source.at);
  return runImport(ctx, {
    file,
    action: "shop.import_draws",
    ...how,
    take: async (tx, rows) => {
      const lines: ImportLine[] = [];
      const parsed: ParsedDraw[] = [];
      for (const { line, values } of rows) {
        const read = refuseTwice(readDraw(values, today), line, seen);
        if (read.kind === "refused") lines.push(refusal(line, read.reference, read.why));
        else parsed.push({ ...read, line, inFile: new Set(Object.keys(values)) });
      }
      return [...lines, ...(await takeDraws(tx, parsed, source))];
    },
  });
}

function refusal(line: number, reference: string | undefined, why: string): ImportLine {
  return { line, outcome: "refused", says: reference === undefined ? why : `${reference}: ${why}` };
}

function refuseTwice(read: ReadDraw, line: number, seen: Map<string, number>): ReadDraw {
  if (read.reference === undefined) return read;
  const before = seen.get(read.reference);
  if (before === undefined) seen.set(read.reference, line);
  return before === undefined ? read : { kind: "refused", reference: read.reference, why: `the same draw as in line ${before}` };
}

async function takeDraws(tx: Tx, parsed: readonly ParsedDraw[], source: Source): Promise<ImportLine[]> {
  await lockImports(tx);
  const there = await listPastDraws(
    tx,
    parsed.map(({ reference }) => reference),
    { isLocked: true },
  );
  const here = await countPastTickets(
    tx,
    parsed.flatMap(({ reference, facts }) => {
      const draw = there.get(reference);
      return draw ? [{ id: draw.id, winningTicket: facts.winning_ticket }] : [];
    }),
  );
  const fresh = parsed.filter(({ reference }) => !there.has(reference));
  await insertPastDraws(tx, fresh, source);
  const lines: ImportLine[] = [];
  for (const each of parsed) {
    const draw = there.get(each.reference);
    lines.push(draw ? await correct(tx, each, { draw, tickets: here.get(draw.id), source }) : newLine(each));
  }
  return lines;
}

const newLine = ({ line, reference, facts }: ParsedDraw): ImportLine => ({
  ...{ line, outcome: "new" },
  says: `${reference}: new; “${facts.title}”, drawn ${facts.drawn_on}, ${facts.winner_name ?? "a player"} won with ticket ${facts.winning_ticket}`,
});

type ExistingDraw = { readonly draw: StoredDraw; readonly tickets: DrawTickets | undefined; readonly source: Source };

async function correct(tx: Tx, parsed: ParsedDraw, { draw, tickets, source }: ExistingDraw): Promise<ImportLine> {
  const { line, reference, inFile } = parsed;
  const read = inFile.has("last_ticket") ? parsed.facts : withKnownLast(draw.facts, parsed.facts);
  // A winner who erased the account is not named again.
  const facts: ImportedFacts = tickets?.isForgotten ? { ...read, winner_name: null } : read;
  const differing = differences(draw.facts, facts, inFile);
  if (differing.length === 0) return { line, outcome: "there", says: `${reference}: already here` };
  const changes = Object.fromEntries(differing.map(({ column }) => [column, facts[column]]));
  const why = tickets && importProblem({ ...draw.facts, ...changes }, tickets);
  if (why !== undefined) return refusal(line, reference, why);
  await updatePastDraw(tx, draw.id, changes, source);
  return { line, outcome: "changed", says: `${reference}: already here; ${differing.map(({ says }) => says).join(", ")}` };
}
