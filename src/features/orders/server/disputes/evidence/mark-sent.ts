/** Marks the evidence of a dispute as sent by hand, on the provider's pages or by post. */
import { type Actor, adminIdOf, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { withdrawAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Day, londonDate, startOfLondonDay } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isOver } from "../../../rules/dispute.ts";
import { stageOf } from "../../../rules/evidence.ts";
import { lockDispute, setSubmitted } from "./evidence-store.ts";
import { deleteSentByHand, findSubmission, storeSentByHand } from "./submission-store.ts";

type Marking = Pick<Ctx, "db" | "log" | "now">;
type Refusal = ReauthRefusal | "not_found" | "over";
/** `bad_day`: before the dispute was opened, in the future, or no day. */
export type MarkError = Refusal | "already_sent" | "under_way" | "bad_day";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export async function markEvidenceSent(
  ctx: Marking,
  actor: Actor,
  { disputeId, day }: { readonly disputeId: string; readonly day: Day },
): Promise<Result<undefined, MarkError>> {
  const reauth = await requireReauth(ctx, actor, "disputes.export");
  if (!reauth.ok) return reauth;
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx): Promise<Result<undefined, MarkError>> => {
    const dispute = isUuid(disputeId) ? await lockDispute(tx, disputeId) : undefined;
    if (!dispute) return err("not_found");
    if (isOver(dispute.standing)) return err("over");
    const key = { disputeId: dispute.id, stage: stageOf(dispute.standing) };
    const before = await findSubmission(tx, dispute.id, key.stage);
    if (dispute.isSubmitted) return err("already_sent");
    if (before?.claimedUntil && before.claimedUntil > at) return err("under_way");
    if (!DAY.test(day) || day < londonDate(dispute.openedAt) || day > londonDate(at)) return err("bad_day");
    await storeSentByHand(tx, key, { on: startOfLondonDay(day), at, by: adminIdOf(actor) ?? null });
    await setSubmitted(tx, dispute.id, true);
    await withdrawAlert(tx, { kind: "dispute_due", subject: { type: "dispute", id: dispute.id }, at });
    const after = { dispute: dispute.providerId, sent_on: day };
    await recordChange(tx, { actor, action: "dispute.mark_sent", subjectType: "order", subjectId: dispute.orderId, after, at });
    return ok();
  });
}

/** `not_marked`: it was not marked by hand. */
export type UnmarkError = Refusal | "not_marked";

/** Takes a mark back, so that the deadline counts again. */
export async function unmarkEvidenceSent(ctx: Marking, actor: Actor, disputeId: string): Promise<Result<undefined, UnmarkError>> {
  const reauth = await requireReauth(ctx, actor, "disputes.export");
  if (!reauth.ok) return reauth;
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx): Promise<Result<undefined, UnmarkError>> => {
    const dispute = isUuid(disputeId) ? await lockDispute(tx, disputeId) : undefined;
    if (!dispute) return err("not_found");
    if (isOver(dispute.standing)) return err("over");
    if (!(await deleteSentByHand(tx, { disputeId: dispute.id, stage: stageOf(dispute.standing) }))) return err("not_marked");
    await setSubmitted(tx, dispute.id, false);
    const after = { dispute: dispute.providerId };
    await recordChange(tx, { actor, action: "dispute.unmark_sent", subjectType: "order", subjectId: dispute.orderId, after, at });
    return ok();
  });
}
