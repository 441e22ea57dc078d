/** Reading the log of what administrators changed. Nobody can write to it but by changing something. */
import type { Ctx } from "#platform/ctx.server.ts";
import { type Day, endOfLondonDay, startOfLondonDay } from "#shared/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type Actor, mayAdminister } from "./actor.ts";
import { type ChangeRow, listActions, listChangeRows } from "./audit-store.ts";

export const CHANGES_PER_PAGE = 50;

/** Empty fields do not filter. `before` is the `id` that the page before this one ended with. */
export type ChangesWanted = {
  readonly person: string;
  readonly action: string;
  readonly subject: string;
  readonly from: Day | "";
  readonly to: Day | "";
  readonly before: string;
};

export type ChangeList = {
  /** Newest first. */
  readonly changes: readonly ChangeRow[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: string | undefined;
  /** Every action that is in the log. */
  readonly actions: readonly string[];
};

/** @returns `forbidden` for everybody but administrators; filters that make no sense find nothing */
export async function listChanges(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  wanted: ChangesWanted,
): Promise<Result<ChangeList, "forbidden">> {
  if (!(await mayAdminister(ctx, actor))) return err("forbidden");
  const actions = await listActions(ctx.db);
  const from = instant(wanted.from, startOfLondonDay);
  const until = instant(wanted.to, endOfLondonDay);
  const isNonsense = (wanted.person !== "" && !isUuid(wanted.person)) || from === "none" || until === "none";
  if (isNonsense) return ok({ changes: [], next: undefined, actions });
  const rows = await listChangeRows(ctx.db, {
    ...wanted,
    from,
    until,
    before: /^\d{1,18}$/.test(wanted.before) ? wanted.before : "",
    limit: CHANGES_PER_PAGE + 1,
  });
  const changes = rows.slice(0, CHANGES_PER_PAGE);
  return ok({ changes, next: rows.length > CHANGES_PER_PAGE ? changes.at(-1)?.id : undefined, actions });
}

function instant(day: Day | "", of: (day: Day) => Date): Date | undefined | "none" {
  if (day === "") return undefined;
  try {
    return of(day);
  } catch {
    return "none";
  }
}
