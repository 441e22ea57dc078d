/** Reads and exports the audit log. */
import { firstPartsOf } from "#features/access/rules/audit-actions.ts";
import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Day, londonSpan, londonTimestamp } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { csvLine } from "#shared/text/csv.ts";
import {
  type ChangeFilter,
  type ChangeRow,
  findLastChange,
  findPeopleIds,
  findSubjectIds,
  listActions,
  listChangeRows,
  listSubjectNames,
  listSubjectsSince,
  type SubjectName,
  streamChangeRows,
  withRelatedIds,
} from "./audit-store.ts";

const CHANGES_PER_PAGE = 25;

/**
 * Empty fields do not filter. `person` (the actor) is a part of a name or address, or an id; `subject` also
 * an order number, or a draw's title or short number. `action` may be a group ("orders.*").
 * `before` is the last `id` of the previous page.
 */
export type ChangesFilter = {
  readonly person: string;
  readonly action: string;
  readonly subject: string;
  readonly from: Day | "";
  readonly to: Day | "";
  readonly before: string;
};

/** An entry with the display name of its subject. */
export type ListedChange = ChangeRow & { readonly subjectName: SubjectName | undefined };

/** `next`: value of `before` for the next page. `actions`: all names in the log. */
export type ChangeList = {
  readonly changes: readonly ListedChange[];
  readonly next: string | undefined;
  readonly actions: readonly string[];
  readonly mayExport: boolean;
};

/** A page of matching entries, newest first. */
export async function listChanges(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  filters: ChangesFilter,
): Promise<Result<ChangeList, "forbidden">> {
  if (!(await may(ctx, actor, "audit.read"))) return err("forbidden");
  const shown = { actions: await listActions(ctx.db), mayExport: await may(ctx, actor, "audit.export") };
  const filter = await readChangesFilter(ctx, filters);
  if (!filter) return ok({ ...shown, changes: [], next: undefined });
  const rows = await listChangeRows(ctx.db, { ...filter, limit: CHANGES_PER_PAGE + 1 });
  const page = rows.slice(0, CHANGES_PER_PAGE);
  const names = await listSubjectNames(ctx.db, page);
  const changes = page.map((row) => ({ ...row, subjectName: names.get(row.subjectId) }));
  return ok({ ...shown, changes, next: rows.length > CHANGES_PER_PAGE ? changes.at(-1)?.id : undefined });
}

/** The filter as ids and times. Undefined if the dates are invalid. */
async function readChangesFilter(
  { db }: Pick<Ctx, "db">,
  { person, action, subject, ...wanted }: ChangesFilter,
): Promise<Omit<ChangeFilter, "limit"> | undefined> {
  const span = londonSpan(wanted.from, wanted.to);
  if (!span) return undefined;
  const subjects = async () => (isUuid(subject) ? [subject] : [subject, ...(await findSubjectIds(db, subject))]);
  return {
    people: person === "" ? undefined : isUuid(person) ? [person] : await findPeopleIds(db, person),
    action: firstPartsOf(action) ?? action,
    subjects: subject === "" ? undefined : await withRelatedIds(db, await subjects()),
    ...span,
    before: /^\d{1,18}$/.test(wanted.before) ? wanted.before : "",
  };
}

/** `at` is the place to continue from. */
type Changed = { readonly at: string; readonly subjects: readonly string[] };

/** Ids of subjects of one kind that changed after `since`. Without it, only the current place in the log. */
export async function listChanged({ db }: Pick<Ctx, "db">, kind: string, since: string | undefined): Promise<Changed> {
  if (since === undefined) return { at: await findLastChange(db), subjects: [] };
  const rows = await listSubjectsSince(db, kind, since);
  return { at: rows.at(-1)?.place ?? since, subjects: [...new Set(rows.map(({ subject }) => subject))] };
}

const HEAD = ["Entry", "At (London)", "Actor", "Actor ID", "Action", "About", "About ID", "Before", "After", "Reason", "Hash"];

/** All matching entries, newest first, as CSV. The hashes show later whether the log was altered. */
export async function exportChanges(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  filters: ChangesFilter,
): Promise<Result<AsyncGenerator<string>, ReauthRefusal>> {
  const reauth = await requireReauth(ctx, actor, "audit.export");
  if (!reauth.ok) return reauth;
  const filter = await readChangesFilter(ctx, filters);
  // Search terms may contain personal data, so the log only stores that there were some.
  const { person, subject, before: _page, ...rest } = filters;
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
    londonTimestamp(row.at),
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
