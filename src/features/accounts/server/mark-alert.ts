/** What becomes of an alert: seen, done with a note of what was done, or open again. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { LONGEST_NOTE } from "../rules/alert.ts";
import { type Actor, may, recordChange } from "./actor.ts";
import { hasOpenTwin, lockAlertRow, setAlertMarks } from "./alert-store.ts";

export type MarkAlertError =
  | "forbidden"
  | "not_found"
  | "no_note"
  /** The same has been raised anew: that one is open. */
  | "raised_again";

type Marking = Pick<Ctx, "db" | "log" | "now">;

/** The first who looks is remembered. */
export async function seeAlert(ctx: Marking, actor: Actor, id: string): Promise<Result<undefined, MarkAlertError>> {
  return mark(ctx, actor, id, async (tx, alert) => {
    if (!alert.seen_at) await setAlertMarks(tx, id, { seen_at: ctx.now(), seen_by: idOf(actor) });
    return ok();
  });
}

/** @param input.note what was done, in the administrator's words. A second time changes nothing. */
export async function finishAlert(
  ctx: Marking,
  actor: Actor,
  input: { readonly id: string; readonly note: string },
): Promise<Result<undefined, MarkAlertError>> {
  const note = input.note.trim().slice(0, LONGEST_NOTE);
  return mark(ctx, actor, input.id, async (tx, alert) => {
    if (alert.handled_at) return ok();
    if (note === "") return err("no_note");
    const by = idOf(actor);
    const at = ctx.now();
    const seen = alert.seen_at ? {} : { seen_at: at, seen_by: by };
    await setAlertMarks(tx, input.id, { ...seen, handled_at: at, handled_by: by, note });
    await recordChange(tx, { actor, action: "alert.done", subjectType: "alert", subjectId: input.id, reason: note, at });
    return ok();
  });
}

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

async function mark(
  ctx: Marking,
  actor: Actor,
  id: string,
  act: (tx: MarkTx, alert: Locked) => Promise<Result<undefined, MarkAlertError>>,
): Promise<Result<undefined, MarkAlertError>> {
  // A note is somebody's: neither a command nor a timer is done with an alert.
  if (actor.kind !== "admin" || !(await may(ctx, actor, "alerts.write"))) return err("forbidden");
  if (!isUuid(id)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const alert = await lockAlertRow(tx, id);
    return alert ? act(tx, alert) : err("not_found");
  });
}

const idOf = (actor: Actor) => (actor.kind === "admin" ? actor.id : null);
