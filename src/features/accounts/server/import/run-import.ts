/** The frame of all imports: batches, counts, all-or-nothing, dry run, audit log. */
import type { AuditAction } from "#features/access/rules/audit-actions.ts";
import { recordChange } from "#features/access/server/actor.ts";
import type { CsvFile, CsvRow } from "#platform/csv-file.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { serialiseImports } from "./import-store.ts";

/** `changed`: an existing record got something from the file. `there`: it existed and was left unchanged. */
export type LineOutcome = "new" | "changed" | "there" | "refused";
/** The report about one line of the file. `says`: in plain words. */
export type ImportLine = { readonly line: number; readonly outcome: LineOutcome; readonly says: string };
export type ImportCounts = Readonly<Record<LineOutcome, number>> & { readonly isWritten: boolean };

type Row = Extract<CsvRow, { values: unknown }>;
/** `take`: imports a batch in the transaction. `tell`: is called with the report of each line. */
type Importing = {
  readonly file: Pick<CsvFile, "name" | "rows" | "sha256">;
  readonly action: Extract<AuditAction, `shop.import_${string}`>;
  readonly isWriting: boolean;
  readonly tell: (line: ImportLine) => void;
  readonly take: (tx: Tx, rows: readonly Row[]) => Promise<readonly ImportLine[]>;
};

const BATCH_SIZE = 500;

/** Thrown to roll back a dry run, or a file with refused lines. */
class RolledBack extends Error {}

/** Imports all lines in one transaction; a refused line rolls all back. Without `isWriting`, a dry run. */
export async function runImport(
  ctx: Pick<Ctx, "db" | "now">,
  { file, action, isWriting, tell, take }: Importing,
): Promise<ImportCounts> {
  const counts = { new: 0, changed: 0, there: 0, refused: 0 };
  const count = (line: ImportLine) => {
    counts[line.outcome]++;
    tell(line);
  };
  try {
    await ctx.db.transaction().execute(async (tx) => {
      await serialiseImports(tx);
      for await (const rows of batchesOf(file.rows)) {
        const refused = rows.flatMap((row): ImportLine[] =>
          "problem" in row ? [{ line: row.line, outcome: "refused", says: row.problem }] : [],
        );
        const taken = await take(
          tx,
          rows.filter((row) => "values" in row),
        );
        for (const line of [...refused, ...taken].sort((a, b) => a.line - b.line)) count(line);
      }
      if (!isWriting || counts.refused > 0 || counts.new + counts.changed === 0) throw new RolledBack();
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
    if (error instanceof RolledBack) return { ...counts, isWritten: false };
    throw error;
  }
}

async function* batchesOf(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
