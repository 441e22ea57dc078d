/** Staff handle signs of harm: a note, a message with helplines, or closing the case. Each step is logged. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import { queueAccountMail } from "#features/accounts/server/sign-in/mail-links.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { CASE_OUTCOMES, CASE_STEPS, type CaseStepKind, LONGEST_WORDS } from "../../rules/harm-signs.ts";
import { closeCase, insertStep, isStepTaken, lockCaseRow } from "./harm-case-store.ts";

/** `closed`: the case is closed. */
export type CaseStepError = "forbidden" | "not_found" | "closed" | "no_words" | "too_long" | "no_outcome" | "no_email";

/** Messages for a case within this time are one, whichever member of staff sends them. */
const SAME_MESSAGE_MS = 3_600_000;
/** Identical notes of one author within this time are one, sent again after a lost response. */
const SAME_NOTE_MS = 60_000;

const ACTIONS = { note: "care.note", message: "care.message", end: "care.end" } as const;

/**
 * Records a step. Its words stay with the case, not in the log, which outlives it. A message needs no
 * words.
 */
export async function takeCaseStep(
  ctx: Pick<Ctx, "db" | "log" | "now" | "jobs">,
  actor: Actor,
  id: string,
  typed: { readonly kind: string; readonly words: string; readonly outcome: string },
): Promise<Result<CaseStepKind, CaseStepError>> {
  if (!(await may(ctx, actor, "care.handle"))) return err("forbidden");
  const kind = CASE_STEPS.find((known) => known === typed.kind);
  if (!isUuid(id) || kind === undefined) return err("not_found");
  const words = typed.words.replaceAll("\0", "").replaceAll(/\r\n?/g, "\n").trim();
  const outcome = CASE_OUTCOMES.find((known) => known === typed.outcome);
  if (words.length > LONGEST_WORDS) return err("too_long");
  if (kind === "note" && words === "") return err("no_words");
  if (kind === "end" && outcome === undefined) return err("no_outcome");
  return ctx.db.transaction().execute(async (tx) => {
    const found = await lockCaseRow(tx, id);
    if (!found) return err("not_found");
    if (found.closed_at) return err("closed");
    if (kind === "message" && found.email === null) return err("no_email");
    const at = ctx.now();
    const by = adminIdOf(actor);
    const since = new Date(at.getTime() - (kind === "message" ? SAME_MESSAGE_MS : SAME_NOTE_MS));
    if (await isStepTaken(tx, { caseId: id, kind, words, since, by: kind === "message" ? "anyone" : by })) return ok(kind);
    const about = await insertStep(tx, { caseId: id, kind, words, by, at });
    if (kind === "message" && found.email !== null) {
      const reader = { userId: found.user_id, to: found.email, firstName: found.first_name, locale: found.locale };
      await queueAccountMail(ctx, tx, { message: "care-message", about, ...reader });
    }
    if (kind === "end" && outcome) await closeCase(tx, id, outcome, at);
    const after = kind === "end" ? { outcome } : undefined;
    await recordChange(tx, { actor, action: ACTIONS[kind], subjectType: "user", subjectId: found.user_id, after, at });
    return ok(kind);
  });
}
