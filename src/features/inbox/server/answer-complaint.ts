/** Complaints: opened from a message with a number and deadlines, then confirmed and answered. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { withdrawAlert, withdrawAlerts } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { COMPLAINT_OUTCOMES, type ComplaintOutcome } from "#shared/states.ts";
import { complaintDeadlines, LONGEST_ANSWER } from "../rules/complaint.ts";
import { withPlainLines } from "../rules/contact.ts";
import { unfilledPlaceholder } from "../rules/conversation.ts";
import { type Complaint, findComplaintOf, insertComplaint, lockComplaintOf, setComplaintMarks } from "./complaint-store.ts";
import { lockMessageRow, setMarks } from "./inbox-store.ts";

type Context = Pick<Ctx, "db" | "log" | "now" | "jobs">;
type Refusal = "forbidden" | "not_found";
export type AnswerError = Refusal | "no_outcome" | "no_answer" | "too_long" | "unfilled" | "answered";

/** Confirms the receipt of a complaint. Idempotent. */
export async function acknowledgeComplaint(ctx: Context, actor: Actor, messageId: string): Promise<Result<undefined, Refusal>> {
  return change(ctx, actor, messageId, async (tx, complaint) => {
    if (complaint.acknowledgedAt) return ok();
    const at = ctx.now();
    await setComplaintMarks(tx, complaint.id, { acknowledged_at: at });
    await ctx.jobs.send(tx, "complaint-mail", { message: "complaint-confirmed", messageId });
    await recordChange(tx, { actor, action: "complaint.acknowledge", subjectType: "message", subjectId: messageId, at });
    await withdrawAlert(tx, { kind: "complaint_unconfirmed", subject: { type: "shop", id: messageId }, at });
    return ok();
  });
}

/** Answers a complaint once and marks its message as done. The log, which is stored longer, has no answer. */
export async function answerComplaint(
  ctx: Context,
  actor: Actor,
  messageId: string,
  typed: { readonly outcome: string; readonly answer: string },
): Promise<Result<undefined, AnswerError>> {
  return change<AnswerError>(ctx, actor, messageId, async (tx, complaint) => {
    const outcome = COMPLAINT_OUTCOMES.find((known) => known === typed.outcome);
    const answer = withPlainLines(typed.answer).trim();
    const problem = complaint.answeredAt ? "answered" : problemOf(outcome, answer);
    if (problem !== undefined || outcome === undefined) return err(problem ?? "no_outcome");
    const at = ctx.now();
    const confirmed = complaint.acknowledgedAt ? {} : { acknowledged_at: at };
    await setComplaintMarks(tx, complaint.id, {
      ...confirmed,
      answered_at: at,
      answered_by: adminIdOf(actor) ?? null,
      outcome,
      answer: answer || null,
    });
    await setMarks(tx, messageId, { read_at: at, answered_at: at, done_at: at });
    await ctx.jobs.send(tx, "complaint-mail", { message: "complaint-answered", messageId });
    await recordChange(tx, {
      actor,
      action: "complaint.answer",
      subjectType: "message",
      subjectId: messageId,
      after: { outcome },
      at,
    });
    await withdrawAlerts(tx, {
      kinds: ["complaint_unconfirmed", "complaint_unanswered"],
      subject: { type: "shop", id: messageId },
      at,
    });
    return ok();
  });
}

function problemOf(outcome: ComplaintOutcome | undefined, answer: string): AnswerError | undefined {
  if (outcome === undefined) return "no_outcome";
  if (answer === "" && outcome !== "withdrawn") return "no_answer";
  if (unfilledPlaceholder(answer) !== undefined) return "unfilled";
  return answer.length > LONGEST_ANSWER ? "too_long" : undefined;
}

/** Locks the message's complaint and calls `act`. */
async function change<E extends string = never>(
  ctx: Context,
  actor: Actor,
  messageId: string,
  act: (tx: Tx, complaint: Complaint) => Promise<Result<undefined, E>>,
): Promise<Result<undefined, E | Refusal>> {
  if (!(await may(ctx, actor, "complaints.write"))) return err("forbidden");
  if (!isUuid(messageId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const complaint = await lockComplaintOf(tx, messageId);
    return complaint ? act(tx, complaint) : err("not_found");
  });
}

/**
 * Makes a message a complaint. Deadlines count from when it was written. Call it in the transaction that
 * stores or finds the message. @returns its number; undefined if it was one already
 */
export async function openComplaint(
  ctx: Pick<Ctx, "jobs">,
  tx: Tx,
  { messageId, madeAt, withReceipt }: { readonly messageId: string; readonly madeAt: Date; readonly withReceipt: boolean },
): Promise<string | undefined> {
  const number = await insertComplaint(tx, { messageId, madeAt, ...complaintDeadlines(madeAt) });
  if (number !== undefined && withReceipt)
    await ctx.jobs.send(tx, "complaint-mail", { message: "complaint-received", messageId });
  return number;
}

/** Staff mark a message as a complaint. Idempotent. */
export async function markAsComplaint(
  ctx: Pick<Ctx, "db" | "log" | "now" | "jobs">,
  actor: Actor,
  messageId: string,
): Promise<Result<undefined, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "complaints.write"))) return err("forbidden");
  if (!isUuid(messageId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const message = await lockMessageRow(tx, messageId);
    if (!message) return err("not_found");
    const number = await openComplaint(ctx, tx, { messageId, madeAt: message.createdAt, withReceipt: true });
    if (number === undefined) return ok();
    const change = { subjectType: "message", subjectId: messageId, after: { number }, at: ctx.now() };
    await recordChange(tx, { actor, action: "complaint.open", ...change });
    return ok();
  });
}

/**
 * The number for the sender; undefined for other messages. The mail has it too, so errors are only logged.
 */
export async function findComplaintNumber(
  ctx: Pick<Ctx, "db" | "log">,
  messageId: string | undefined,
): Promise<string | undefined> {
  if (messageId === undefined) return undefined;
  const complaint = await findComplaintOf(ctx.db, messageId).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the number of a complaint could not be read");
    return undefined;
  });
  return complaint?.number;
}
