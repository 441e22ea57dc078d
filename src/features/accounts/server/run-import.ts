import type { CsvFile, CsvRow } from "#platform/csv-file.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import type { AuditAction } from "../rules/audit-actions.ts";
import { recordChange } from "./actor.ts";
import { serialiseImports } from "./import-store.ts";

/** `changed`: an existing record got something from the file. `there`: unchanged. */
export type LineOutcome = "new" | "changed" | "there" | "refused";
export type ImportLine = { readonly line: number; readonly outcome: LineOutcome; readonly says: string };
export type ImportCounts = Readonly<Record<LineOutcome, number>> & { readonly isWritten: boolean };

type Row = Extract<CsvRow, { values: unknown }>;
type Importing = {
  readonly file: Pick<CsvFile, "name" | "rows" | "sha256">;
  readonly action: Extract<AuditAction, `shop.import_${string}`>;
  readonly isWriting: boolean;
  readonly tell: (line: ImportLine) => void;
  readonly take: (tx: Tx, rows: readonly Row[]) => Promise<readonly ImportLine[]>;
};

const AT_ONCE = 500;

class Undone extends Error {}

/**
 * Imports all lines in one transaction, one import at a time. Without `isWriting`, a dry run that is rolled
 * back. A refused line rolls everything back.
 */
export async function runImport(
  ctx: Pick<Ctx, "db" | "now">,
  { file, action, isWriting, tell, take }: Importing,
): Promise<ImportCounts> {
  const counts = { new: 0, changed: 0, there: 0, refused: 0 };
  const hear = (line: ImportLine) => {
    counts[line.outcome]++;
    tell(line);
  };
  try {
    await ctx.db.transaction().execute(async (tx) => {
      await serialiseImports(tx);
      for await (const rows of piecesOf(file.rows)) {
        const refused = rows.flatMap((row): ImportLine[] =>
          "problem" in row ? [{ line: row.line, outcome: "refused", says: row.problem }] : [],
        );
        const taken = await take(
          tx,
          rows.filter((row) => "values" in row),
        );
        for (const line of [...refused, ...taken].sort((a, b) => a.line - b.line)) hear(line);
      }
      if (!isWriting || counts.refused > 0 || counts.new + counts.changed === 0) throw new Undone();
      await recordChange(tx, {
        actor: { kind: "command" },
        action,
        subjectType: "shop",
        subjectId: "import",
        after: { file: file.name, sha256: file.sha256(), ...counts },
        at: ctx.now(),
      });
    });
    return { ...counts, isWritten: true };
  } catch (error) {
    if (error instanceof Undone) return { ...counts, isWritten: false };
    throw error;
  }
}

async function* piecesOf(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let piece: CsvRow[] = [];
  for await (const row of rows) {
    piece.push(row);
    if (piece.length < AT_ONCE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
