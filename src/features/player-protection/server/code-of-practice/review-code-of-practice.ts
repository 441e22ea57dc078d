/** Reviews of the code of practice by the operator, every half year. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isReviewDue, LONGEST_REVIEW } from "../../rules/code-of-practice.ts";
import { insertReview, listReviewRows, type ReviewRow } from "./code-of-practice-store.ts";

const SUBJECT = { type: "shop", id: "practice" } as const;

/** The newest reviews. */
export async function listReviews(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
): Promise<Result<readonly ReviewRow[], "forbidden">> {
  if (!(await may(ctx, actor, "practice.read"))) return err("forbidden");
  return ok(await listReviewRows(ctx.db));
}

/** Records a review with its note. */
export async function recordReview(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  typedNote: string,
): Promise<Result<undefined, "forbidden" | "no_note">> {
  if (!(await may(ctx, actor, "practice.write"))) return err("forbidden");
  const note = typedNote.replaceAll("\0", "").trim().slice(0, LONGEST_REVIEW);
  if (note === "") return err("no_note");
  return ctx.db.transaction().execute(async (tx) => {
    const at = ctx.now();
    const subjectId = await insertReview(tx, { at, by: adminIdOf(actor), note });
    await withdrawAlert(tx, { kind: "review_due", subject: SUBJECT, at });
    await recordChange(tx, { actor, action: "practice.review", subjectType: "practice_review", subjectId, reason: note, at });
    return ok();
  });
}

/**
 * Raises an alert once the next review is due. A shop without any review gets a hint from the checklist
 * instead.
 */
export async function remindOfReview(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const [last] = await listReviewRows(ctx.db);
  const at = ctx.now();
  if (last && isReviewDue(last.at, at)) await raiseAlert(ctx.db, { kind: "review_due", subject: SUBJECT, at });
}
