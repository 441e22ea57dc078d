/** Reading the log of what administrators changed. Nobody can write to it but by changing something. */
import type { Ctx } from "#platform/ctx.server.ts";
import { type Day, endOfLondonDay, startOfLondonDay } from "#shared/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { firstPartsOf } from "../rules/audit-actions.ts";
import { type Actor, may } from "./actor.ts";
import { type ChangeFilter, type ChangeRow, listActions, listChangeRows } from "./audit-store.ts";
import { findPeopleIds, findSubjectIds, listSubjectNames, type SubjectName, withRelatedIds } from "./audit-subject-store.ts";

export const CHANGES_PER_PAGE = 50;

/**
 * Empty fields do not filter. `person` is whose change it was: a part of a name or address, or an id; `subject` whom or what it was about: that, the number of
 * an order, the title or short number of a draw; with a person come their orders, and with anything the proposals and alerts about it.
 * `action` is one of them or "orders.*", a whole group. `before` is the `id` that the page before this one ended with.
 */
export type ChangesFilter = {
  readonly person: string;
  readonly action: string;
  readonly subject: string;
  readonly from: Day | "";
  readonly to: Day | "";
  readonly before: string;
};

/** `subjectName`: undefined for what is gone or has no name. */
export type ListedChange = ChangeRow & { readonly subjectName: SubjectName | undefined };

export type ChangeList = {
  /** Newest first. */
  readonly changes: readonly ListedChange[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: string | undefined;
  /** Every action that is in the log. */
  readonly actions: readonly string[];
  /** Whether whoever looks may take it along as a file. */
  readonly mayExport: boolean;
};

/** @returns `forbidden` for everybody but administrators; filters that make no sense find nothing */
export async function listChanges(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  wanted: ChangesFilter,
): Promise<Result<ChangeList, "forbidden">> {
  if (!(await may(ctx, actor, "audit.read"))) return err("forbidden");
  const shown = { actions: await listActions(ctx.db), mayExport: await may(ctx, actor, "audit.export") };
  const filter = await readChangesFilter(ctx, wanted);
  if (!filter) return ok({ ...shown, changes: [], next: undefined });
  const rows = await listChangeRows(ctx.db, { ...filter, limit: CHANGES_PER_PAGE + 1 });
  const page = rows.slice(0, CHANGES_PER_PAGE);
  const names = await listSubjectNames(ctx.db, page);
  const changes = page.map((row) => ({ ...row, subjectName: names.get(row.subjectId) }));
  return ok({ ...shown, changes, next: rows.length > CHANGES_PER_PAGE ? changes.at(-1)?.id : undefined });
}

/** What is searched for; undefined where it makes no sense, which finds nothing. */
export async function readChangesFilter(
  { db }: Pick<Ctx, "db">,
  { person, action, subject, ...wanted }: ChangesFilter,
): Promise<Omit<ChangeFilter, "limit"> | undefined> {
  const from = instant(wanted.from, startOfLondonDay);
  const until = instant(wanted.to, endOfLondonDay);
  if (from === "none" || until === "none") return undefined;
  const subjects = async () => (isUuid(subject) ? [subject] : [subject, ...(await findSubjectIds(db, subject))]);
  return {
    people: person === "" ? undefined : isUuid(person) ? [person] : await findPeopleIds(db, person),
    action: firstPartsOf(action) ?? action,
    subjects: subject === "" ? undefined : await withRelatedIds(db, await subjects()),
    from,
    until,
    before: /^\d{1,18}$/.test(wanted.before) ? wanted.before : "",
  };
}

function instant(day: Day | "", of: (day: Day) => Date): Date | undefined | "none" {
  if (day === "") return undefined;
  try {
    return of(day);
  } catch {
    return "none";
  }
}
