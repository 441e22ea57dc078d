/** The entries of the audit log that match a search, as a CSV file: for an audit, or to keep beside the shop. */
import type { Ctx } from "#platform/ctx.server.ts";
import { csvLine } from "#shared/csv.ts";
import { ok, type Result } from "#shared/result.ts";
import { type Actor, type ProvenRefusal, recordChange, requireProven } from "./actor.ts";
import { type ChangeFilter, type ChangeRow, streamChangeRows } from "./audit-store.ts";
import { type ChangesFilter, readChangesFilter } from "./list-changes.ts";

const HEAD = ["Entry", "At (UTC)", "Actor", "Actor ID", "Action", "About", "About ID", "Before", "After", "Reason", "Hash"];

/**
 * All entries that match, newest first, as lines of CSV that are read in pieces. Each has the hash by which the chain goes on: who keeps the
 * file can tell later whether the log was changed up to its newest entry.
 *
 * @returns `proof_needed` unless the password was given just now
 */
export async function exportChanges(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  wanted: ChangesFilter,
): Promise<Result<AsyncGenerator<string>, ProvenRefusal>> {
  const proven = await requireProven(ctx, actor, "audit.export");
  if (!proven.ok) return proven;
  const filter = await readChangesFilter(ctx, wanted);
  // What was typed may name somebody.
  const { person, subject, before: _page, ...rest } = wanted;
  const after = { ...rest, searched: person !== "" || subject !== "" };
  await recordChange(ctx.db, { actor, action: "audit.export", subjectType: "audit", subjectId: "all", after, at: ctx.now() });
  return ok(linesOf(ctx, filter && { ...filter, before: "" }));
}

async function* linesOf({ db }: Pick<Ctx, "db">, filter: Omit<ChangeFilter, "limit"> | undefined): AsyncGenerator<string> {
  yield csvLine(HEAD);
  if (!filter) return;
  for await (const rows of streamChangeRows(db, filter)) yield rows.map(lineOf).join("");
}

function lineOf(row: ChangeRow): string {
  return csvLine([
    row.id,
    row.at.toISOString(),
    row.actor,
    row.actorId,
    row.action,
    row.subjectType,
    row.subjectId,
    asText(row.before),
    asText(row.after),
    row.reason,
    row.hash,
  ]);
}

function asText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
