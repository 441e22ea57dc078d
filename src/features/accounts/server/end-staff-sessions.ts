/** Signing somebody of the staff out: one session of theirs, or all. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type Actor, type ProvenRefusal, recordChange, requireProven } from "./actor.ts";
import { findAdminRole } from "./admin-store.ts";
import { deleteSessions } from "./credential-store.ts";
import { deleteSessionOf } from "./device-store.ts";

/** `not_staff`: players sign themselves out. `sessionMissing`: it is over, or another person's, which look the same. */
export type EndStaffError = ProvenRefusal | "not_staff" | "sessionMissing";

/** @param ended.sessionId undefined ends all of them */
export async function endStaffSessions(
  ctx: Ctx,
  actor: Actor,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | undefined },
): Promise<Result<number, EndStaffError>> {
  const proven = await requireProven(ctx, actor, "staff.write");
  if (!proven.ok) return proven;
  if (!isUuid(userId)) return err("not_staff");
  if (sessionId !== undefined && !isUuid(sessionId)) return err("sessionMissing");
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await findAdminRole(tx, userId))) return err("not_staff");
    const ended =
      sessionId === undefined ? await deleteSessions(tx, userId) : Number(await deleteSessionOf(tx, userId, sessionId));
    if (ended === 0) return err("sessionMissing");
    await recordChange(tx, {
      ...{ actor, action: "admin.sign_out", subjectType: "user", subjectId: userId },
      ...{ after: { sessions_ended: ended }, at: ctx.now() },
    });
    return ok(ended);
  });
}
