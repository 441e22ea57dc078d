/** Ends sessions: the visitor's own, those of staff, and all after a restored backup. */
import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { findAdminRole } from "#features/access/server/admin-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { hasRoomInLog, recordAccountEvent } from "../devices/account-events.ts";
import { deleteSessionOf } from "../devices/device-store.ts";
import { deleteEverySession, deleteSessions } from "../sign-in/credential-store.ts";
import { deleteOpeningLinks } from "../sign-in/link-store.ts";
import { newSessionToken, type SignedIn } from "./new-session.ts";
import type { Visitor } from "./read-session.ts";
import { renewSession } from "./store.ts";

/** Ends a session of the visitor. `sessionMissing`: it has ended, or belongs to another account. */
export async function endSession(
  ctx: Ctx,
  visitor: Pick<Visitor, "id">,
  sessionId: string,
): Promise<Result<undefined, "sessionMissing">> {
  if (!isUuid(sessionId)) return err("sessionMissing");
  if (!(await deleteSessionOf(ctx.db, visitor.id, sessionId))) return err("sessionMissing");
  await recordAccountEvent(ctx, ctx.db, { userId: visitor.id, action: "session.end", after: { sessions_ended: 1 } });
  return ok();
}

/** Ends the other sessions with all their tokens. This one gets a new token, as its cookie may be copied. */
export async function endOtherSessions(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "sessionId">,
): Promise<Result<SignedIn, "sessionMissing">> {
  const sessionToken = newSessionToken(ctx);
  const event = { userId: visitor.id, action: "session.end" } as const;
  const isRecorded = await hasRoomInLog(ctx, event);
  return ctx.db.transaction().execute(async (tx) => {
    const sessionId = await renewSession(tx, visitor.sessionId, { token: sessionToken, at: ctx.now(), isReauth: false });
    if (sessionId === undefined) return err("sessionMissing");
    const ended = await deleteSessions(tx, visitor.id, sessionId);
    if (isRecorded || ended > 0) await recordAccountEvent(ctx, tx, { ...event, after: { sessions_ended: ended } });
    return ok({ userId: visitor.id, sessionToken });
  });
}

/** For transactions that grant rights: a stolen copy of the cookie gains none. Without a session, a no-op. */
export async function endOtherSessionsIn(
  ctx: Ctx,
  tx: Tx,
  { id, sessionId }: { readonly id: string; readonly sessionId: string | undefined },
): Promise<string | undefined> {
  if (sessionId === undefined) return undefined;
  const sessionToken = newSessionToken(ctx);
  const renewed = await renewSession(tx, sessionId, { token: sessionToken, at: ctx.now(), isReauth: false });
  await deleteSessions(tx, id, renewed);
  return renewed && sessionToken;
}

/** For a restored backup, which would revive ended sessions and used links. */
export async function endRestored(tx: Tx): Promise<void> {
  await deleteEverySession(tx);
  await deleteOpeningLinks(tx);
}

/** `sessionMissing`: it has ended, or belongs to another account. */
export type EndStaffError = ReauthRefusal | "not_staff" | "sessionMissing";

export async function endStaffSessions(
  ctx: Ctx,
  actor: Actor,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | undefined },
): Promise<Result<number, EndStaffError>> {
  const reauth = await requireReauth(ctx, actor, "staff.write");
  if (!reauth.ok) return reauth;
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
