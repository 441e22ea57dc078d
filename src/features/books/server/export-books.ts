/** Files of the books for one month, in each format of FILE_FORMATS. */
import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { type Day, londonTimestamp } from "#shared/dates/dates.ts";
import { pence, toPounds } from "#shared/money/money.ts";
import { ok, type Result } from "#shared/result.ts";
import { csvLine } from "#shared/text/csv.ts";
import type { Labels } from "../rules/chart.ts";
import {
  daySums,
  type FileFormat,
  quickbooksJournals,
  STATEMENTS,
  statementLines,
  xeroJournals,
  xeroParts,
} from "../rules/files.ts";
import { nextMonth } from "../rules/month.ts";
import { findLabels } from "./journal/close-store.ts";
import { listStatementMoves, type StatementMove } from "./payout-store.ts";
import { type EntryRow, listDayRows, listDocumentRows, listEntryRows } from "./report-store.ts";

/** Rows read at once. */
const BATCH_SIZE = 500;

type FileRequest = { readonly month: Day; readonly format: FileFormat; readonly part: number; readonly labels: Labels };

/** The balance at the provider as a bank statement. */
async function* statementOf(
  db: Db,
  month: { readonly from: Day; readonly before: Day },
  { head, line }: (typeof STATEMENTS)[keyof typeof STATEMENTS],
): AsyncGenerator<string> {
  yield head;
  let after: StatementMove | undefined;
  for (;;) {
    const moves = await listStatementMoves(db, month, { after, limit: BATCH_SIZE });
    if (moves.length > 0) yield moves.flatMap(statementLines).map(line).join("");
    if (moves.length < BATCH_SIZE) return;
    after = moves.at(-1);
  }
}

const ENTRY_HEAD = [
  "Entry",
  "Day",
  "Happened (London)",
  "What",
  "Account code",
  "Account",
  "Debit (GBP)",
  "Credit (GBP)",
  "VAT code",
];
const ENTRY_ABOUT = ["Order number", "Draw", "Provider", "Corrects entry", "Document"];

function linesOf(entry: EntryRow, { accounts }: Labels): string {
  const { document, lottery } = entry;
  const documentName = document && `${document.kind} ${document.number}`;
  return entry.lines
    .map(({ account, amount }) => {
      const sum = toPounds(pence(Math.abs(amount)));
      return csvLine([
        ...[
          entry.number,
          entry.day,
          londonTimestamp(new Date(entry.at)),
          entry.kind,
          accounts[account].code,
          accounts[account].name,
        ],
        ...(amount > 0 ? [sum, undefined] : [undefined, sum]),
        ...[entry.vatCode, entry.orderNumber, lottery?.en, entry.provider, entry.corrects, documentName],
      ]);
    })
    .join("");
}

/** All entries, one line for each account. */
async function* journalOf(db: Db, [from, before]: readonly [Day, Day], labels: Labels): AsyncGenerator<string> {
  yield csvLine([...ENTRY_HEAD, ...ENTRY_ABOUT]);
  let after = 0;
  for (;;) {
    const entries = await listEntryRows(db, from, before, { limit: BATCH_SIZE, after });
    if (entries.length > 0) yield entries.map((entry) => linesOf(entry, labels)).join("");
    if (entries.length < BATCH_SIZE) return;
    after = entries.at(-1)?.number ?? after;
  }
}

/** Receipts, credit notes and debit notes. */
async function* documentsOf(db: Db, from: Day, before: Day): AsyncGenerator<string> {
  yield csvLine(["Document", "Number", "Day", "Order number", "Amount (GBP)", "of which VAT (GBP)", "VAT code", "Entry"]);
  let after = 0;
  for (;;) {
    const rows = await listDocumentRows(db, from, before, { after, limit: BATCH_SIZE });
    const lines = rows.map(({ kind, number, day, orderNumber, amount, vat, vatCode, entry }) =>
      csvLine([kind, number, day, orderNumber, toPounds(pence(amount)), toPounds(pence(vat)), vatCode, entry]),
    );
    if (lines.length > 0) yield lines.join("");
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)?.entry ?? after;
  }
}

async function* piecesOf(
  { db, brand }: Pick<Ctx, "db" | "brand">,
  { month: from, format, part, labels }: FileRequest,
): AsyncGenerator<string> {
  const before = nextMonth(from);
  const { name } = brand.current;
  switch (format) {
    case "journal":
      return yield* journalOf(db, [from, before], labels);
    case "documents":
      return yield* documentsOf(db, from, before);
    case "xero":
      return yield xeroJournals(xeroParts(daySums(await listDayRows(db, from, before)))[part - 1] ?? [], name, labels);
    case "quickbooks":
      return yield quickbooksJournals(daySums(await listDayRows(db, from, before)), name, labels);
    case "xero-bank":
    case "quickbooks-bank":
      return yield* statementOf(db, { from, before }, STATEMENTS[format]);
  }
}

/**
 * The file of a month, as a stream of whole lines. Requires re-authentication, and is recorded in the audit
 * log.
 * @param part from 1; only months that are too long for one file of Xero have several
 */
export async function exportBooks(
  ctx: Pick<Ctx, "db" | "log" | "now" | "env" | "brand">,
  actor: Actor,
  { month, format, part = 1 }: { readonly month: Day; readonly format: FileFormat; readonly part?: number | undefined },
): Promise<Result<AsyncGenerator<string>, ReauthRefusal>> {
  const reauth = await requireReauth(ctx, actor, "books.export");
  if (!reauth.ok) return reauth;
  const after = { format, ...(part > 1 && { part }) };
  await recordChange(ctx.db, { actor, action: "books.export", subjectType: "month", subjectId: month, after, at: ctx.now() });
  return ok(piecesOf(ctx, { month, format, part, labels: await findLabels(ctx.db) }));
}
