/** Lists alerts for staff, and marks them as read or done. */
import { type AlertView, LONGEST_NOTE } from "#features/access/rules/alert.ts";
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import {
  type AlertRow,
  countAlertRows,
  findAlertRow,
  hasOpenTwin,
  listAlertRows,
  lockAlertRow,
  setAlertMarks,
} from "#features/access/server/alert-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";

export const ALERTS_PER_PAGE = 25;
/** Alerts on the dashboard. */
const NEWEST = 4;

type Context = Pick<Ctx, "db" | "log">;
/** `found`: alerts of the view. `unread`: of all. */
export type AlertList = { readonly alerts: readonly AlertRow[]; readonly found: number; readonly unread: number };

/** A page of a view, counted from 1. */
export async function listAlerts(
  ctx: Context,
  actor: Actor,
  query: { readonly view: AlertView; readonly page: number },
): Promise<Result<AlertList, "forbidden">> {
  if (!(await may(ctx, actor, "alerts.read"))) return err("forbidden");
  const [alerts, found, unread] = await Promise.all([
    listAlertRows(ctx.db, query.view, { limit: ALERTS_PER_PAGE, offset: (query.page - 1) * ALERTS_PER_PAGE }),
    countAlertRows(ctx.db, query.view),
    countAlertRows(ctx.db, "unread"),
  ]);
  return ok({ alerts, found, unread });
}

/** The newest open alerts and counts, for the dashboard. */
export async function summariseAlerts(
  ctx: Context,
  actor: Actor,
): Promise<Result<{ readonly newest: readonly AlertRow[]; readonly open: number; readonly unread: number }, "forbidden">> {
  if (!(await may(ctx, actor, "alerts.read"))) return err("forbidden");
  const [newest, open, unread] = await Promise.all([
    listAlertRows(ctx.db, "open", { limit: NEWEST, offset: 0 }),
    countAlertRows(ctx.db, "open"),
    countAlertRows(ctx.db, "unread"),
  ]);
  return ok({ newest, open, unread });
}

/** One alert. Does not mark it as read. */
export async function showAlert(
  ctx: Context,
  actor: Actor,
  id: string | undefined,
): Promise<Result<AlertRow, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "alerts.read"))) return err("forbidden");
  const alert = isUuid(id) ? await findAlertRow(ctx.db, id) : undefined;
  return alert ? ok(alert) : err("not_found");
}

type MarkAlertError =
  | "forbidden"
  | "not_found"
  | "no_note"
  | "done_meanwhile"
  /** The same alert was raised again and is open. */
  | "raised_again";

type Marking = Pick<Ctx, "db" | "log" | "now">;

/** Marks the alert as read. Only the first reader is recorded. */
export async function seeAlert(ctx: Marking, actor: Actor, id: string): Promise<Result<undefined, MarkAlertError>> {
  return mark(ctx, actor, id, async (tx, alert) => {
    if (!alert.seen_at) await setAlertMarks(tx, id, { seen_at: ctx.now(), seen_by: adminIdOf(actor) ?? null });
    return ok();
  });
}

/**
 * Closes the alert. Finishing again with the same note changes nothing. @param input.note what the
 * administrator did
 */
export async function finishAlert(
  ctx: Marking,
  actor: Actor,
  input: { readonly id: string; readonly note: string },
): Promise<Result<undefined, MarkAlertError>> {
  const note = input.note.trim().slice(0, LONGEST_NOTE);
  return mark(ctx, actor, input.id, async (tx, alert) => {
    if (note === "") return err("no_note");
    // A second submit of the same form succeeds; a different note means that a colleague was first.
    if (alert.handled_at) return alert.note === note ? ok() : err("done_meanwhile");
    const by = adminIdOf(actor) ?? null;
    const at = ctx.now();
    const seen = alert.seen_at ? {} : { seen_at: at, seen_by: by };
    await setAlertMarks(tx, input.id, { ...seen, handled_at: at, handled_by: by, note });
    await recordChange(tx, { actor, action: "alert.done", subjectType: "alert", subjectId: input.id, reason: note, at });
    return ok();
  });
}

/** Opens a closed alert again. */
export async function reopenAlert(ctx: Marking, actor: Actor, id: string): Promise<Result<undefined, MarkAlertError>> {
  return mark(ctx, actor, id, async (tx, alert) => {
    if (!alert.handled_at) return ok();
    if (await hasOpenTwin(tx, id)) return err("raised_again");
    await setAlertMarks(tx, id, { handled_at: null, handled_by: null, note: null });
    const before = { note: alert.note };
    await recordChange(tx, { actor, action: "alert.reopen", subjectType: "alert", subjectId: id, before, at: ctx.now() });
    return ok();
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockAlertRow>>>;
type MarkTx = Parameters<typeof lockAlertRow>[0];

/** Locks the alert and calls `act`. */
async function mark(
  ctx: Marking,
  actor: Actor,
  id: string,
  act: (tx: MarkTx, alert: Locked) => Promise<Result<undefined, MarkAlertError>>,
): Promise<Result<undefined, MarkAlertError>> {
  // A note needs a person: the command line and jobs cannot close alerts.
  if (actor.kind !== "admin" || !(await may(ctx, actor, "alerts.write"))) return err("forbidden");
  if (!isUuid(id)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const alert = await lockAlertRow(tx, id);
    return alert ? act(tx, alert) : err("not_found");
  });
}
