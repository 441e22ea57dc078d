import { parseArgs } from "node:util";
import { PEOPLE_COLUMNS } from "#features/accounts/rules/import-person.ts";
import { importPeople } from "#features/accounts/server/import/import-people.ts";
import type { ImportCounts, LineOutcome } from "#features/accounts/server/import/run-import.ts";
import { DRAW_COLUMNS } from "#features/lotteries/rules/import/imported-draw.ts";
import { TICKET_COLUMNS } from "#features/lotteries/rules/import/imported-ticket.ts";
import { importDrawTickets } from "#features/lotteries/server/import/import-draw-tickets.ts";
import { importDraws } from "#features/lotteries/server/import/import-draws.ts";
import { CsvProblem, openCsv } from "#platform/csv-file.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";

export const USAGE = `Usage:
  npm run import -- people FILE.csv [--write]    people of another platform
  npm run import -- draws FILE.csv [--write]     draws that it held, with their winners
  npm run import -- tickets FILE.csv [--write]   tickets of these draws; people and draws come first

Without --write nothing changes: each line is told what would happen to it. With it, all lines are taken or none.
See docs/import.md for the columns.
`;

const KINDS = {
  people: { columns: PEOPLE_COLUMNS, take: importPeople },
  draws: { columns: DRAW_COLUMNS, take: importDraws },
  tickets: { columns: TICKET_COLUMNS, take: importDrawTickets },
} as const;
export type Import = { readonly kind: keyof typeof KINDS; readonly path: string; readonly isWriting: boolean };

export function parseImport(words: readonly string[]): Import | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { write: { type: "boolean" } },
      allowPositionals: true,
    });
    const [kind = "", path, ...more] = positionals;
    if (!Object.hasOwn(KINDS, kind) || path === undefined || more.length > 0) return undefined;
    return { kind: kind as Import["kind"], path, isWriting: values.write ?? false };
  } catch {
    return undefined;
  }
}

/** Strips terminal controls and bidirectional overrides, which could hide other lines. */
function withoutControls(line: string): string {
  return line.replaceAll(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "\uFFFD");
}

type ImportCtx = Pick<Ctx, "db" | "now" | "lastingSecret">;

export async function importFile(
  ctx: ImportCtx,
  { kind, path, isWriting }: Import,
  print: (line: string) => void,
): Promise<number> {
  const say = (line: string) => print(withoutControls(line));
  const { columns, take } = KINDS[kind];
  try {
    const file = await openCsv(path, columns.required, columns.optional);
    if (file.ignored.length > 0) say(`Columns that are not read: ${file.ignored.join(", ")}`);
    // Printed after the transaction: a paused pager must not hold its locks.
    const told: string[] = [];
    const counts = await take(ctx, file, {
      isWriting,
      tell: ({ line, outcome, says }) => told.push(`line ${line}: ${outcome === "refused" ? "REFUSED: " : ""}${says}`),
    }).finally(() => told.forEach(say));
    say(summaryOf(counts, isWriting));
    return counts.refused > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    print(`${withoutControls(error.message)}.\nNothing was written.`);
    return 1;
  }
}

const COUNTED: Readonly<Record<LineOutcome, string>> = {
  new: "new",
  changed: "changed",
  there: "already there",
  refused: "refused",
};

function summaryOf(counts: ImportCounts, isWriting: boolean): string {
  const told = (Object.keys(COUNTED) as LineOutcome[]).map((outcome) => `${counts[outcome]} ${COUNTED[outcome]}`).join(", ");
  const first = `${isWriting ? "Lines" : "Dry run"}: ${told}.`;
  if (counts.isWritten) return `${first} All of it is written.`;
  if (counts.refused > 0) return `${first} Nothing was written. Mend or remove the refused lines first.`;
  if (counts.new + counts.changed === 0) return `${first} There is nothing to write.`;
  return `${first} Nothing was written. Add --write to write it.`;
}
