/** Marks and deletes messages. */
import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { forgetAlerts } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { Mark } from "../rules/inbox.ts";
import { findComplaintOf, isAnswerSettled } from "./complaint-store.ts";
import { areAnswersSettled } from "./conversations/entry-store.ts";
import { deleteMessageRow, type InboxMessage, lockMessageRow, setMarks } from "./inbox-store.ts";

export type MarkError = "forbidden" | "not_found";

/** Sets a mark. A message that is done counts as read. Idempotent. */
export async function markMessage(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { id, mark }: { readonly id: string; readonly mark: Mark },
): Promise<Result<undefined, MarkError>> {
  return change(ctx, actor, id, async (tx, message) => {
    const marks = marksOf(message, mark, ctx.now());
    if (!marks) return ok();
    await setMarks(tx, id, marks);
    const before = {
      ...{ read_at: message.readAt ?? null, done_at: message.doneAt ?? null },
      ...{ answered_at: message.answeredAt ?? null, reopened_at: message.reopenedAt ?? null },
    };
    const changed = Object.keys(marks) as (keyof typeof marks)[];
    await recordChange(tx, {
      actor,
      action: `message.${mark}`,
      subjectType: "message",
      subjectId: id,
      before: Object.fromEntries(changed.map((name) => [name, before[name]])),
      after: marks,
      at: ctx.now(),
    });
    return ok();
  });
}

/** The columns to set. Undefined if nothing changes. */
function marksOf({ readAt, answeredAt, doneAt }: InboxMessage, mark: Mark, now: Date) {
  if (mark === "read") return readAt ? undefined : { read_at: now };
  if (mark === "unread") return readAt ? { read_at: null } : undefined;
  if (mark === "reopened") {
    if (!doneAt) return undefined;
    // An answered conversation waits for an answer again, from now on.
    return answeredAt ? { done_at: null, answered_at: null, reopened_at: now } : { done_at: null };
  }
  if (doneAt) return undefined;
  return readAt ? { done_at: now } : { read_at: now, done_at: now };
}

/** How long the mail with an answer may be on its way: longer than the queue retries. */
const ANSWER_LEAVES_MS = 48 * 3_600_000;

/**
 * Deletes a message. @returns `complaint_open` for one without an answer; `answer_under_way` while its mail
 * is not sent
 */
export async function deleteMessage(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  id: string,
): Promise<Result<undefined, ReauthRefusal | MarkError | "complaint_open" | "answer_under_way">> {
  const reauth = await requireReauth(ctx, actor, "messages.write");
  if (!reauth.ok) return reauth;
  return change<"complaint_open" | "answer_under_way">(ctx, actor, id, async (tx, message) => {
    const complaint = await findComplaintOf(tx, id);
    if (complaint && !complaint.answeredAt) return err("complaint_open");
    const isFresh = complaint?.answeredAt && ctx.now().getTime() - complaint.answeredAt.getTime() < ANSWER_LEAVES_MS;
    if (isFresh && !(await isAnswerSettled(tx, id))) return err("answer_under_way");
    const leavesSince = new Date(ctx.now().getTime() - ANSWER_LEAVES_MS);
    if (!(await areAnswersSettled(tx, id, leavesSince))) return err("answer_under_way");
    await deleteMessageRow(tx, id);
    await forgetAlerts(tx, [id], ctx.now());
    const before = { created_at: message.createdAt };
    await recordChange(tx, { actor, action: "message.delete", subjectType: "message", subjectId: id, before, at: ctx.now() });
    return ok();
  });
}

/** Locks the message and calls `act`. */
async function change<E extends string = never>(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  id: string,
  act: (tx: Tx, message: InboxMessage) => Promise<Result<undefined, E>>,
): Promise<Result<undefined, MarkError | E>> {
  if (!(await may(ctx, actor, "messages.write"))) return err("forbidden");
  if (!isUuid(id)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const message = await lockMessageRow(tx, id);
    if (!message) return err("not_found");
    return act(tx, message);
  });
}
