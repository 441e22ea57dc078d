/** Makes a complaint of a message: it gets a number and its deadlines, which whoever wrote is told. */
import { type Actor, may, recordChange } from "#features/accounts/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { complaintDeadlines } from "../rules/complaint.ts";
import { findComplaintOf, insertComplaint } from "./complaint-store.ts";
import { lockMessageRow } from "./inbox-store.ts";

/**
 * In the transaction that keeps the message, or finds it. The times count from when it was written.
 *
 * @returns its number; undefined where it is one already
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

/** By staff, who read that a message complains. A second time changes nothing. */
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

/** For whoever has just sent it; undefined for a message that is none. Their mail says it, too: what fails here is only logged. */
export async function findComplaintNumber(
  ctx: Pick<Ctx, "db" | "log">,
  messageId: string | undefined,
): Promise<string | undefined> {
  if (messageId === undefined) return undefined;
  const complaint = await findComplaintOf(ctx.db, messageId).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the number of a complaint could not be looked up");
    return undefined;
  });
  return complaint?.number;
}
