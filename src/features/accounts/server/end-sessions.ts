/** Signing out other devices of one's own. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { recordAccountEvent } from "./account-events.ts";
import { deleteSessions } from "./credential-store.ts";
import { deleteSessionOf } from "./device-store.ts";
import { newSessionToken, type SignedIn } from "./new-session.ts";
import type { Visitor } from "./read-session.ts";
import { renewSession } from "./store.ts";

/** Ends one session of the visitor's, this one included. `sessionMissing`: it is over already, or another person's, which look the same. */
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

/**
 * Ends every session of the visitor's but this one. Their refresh and access tokens are dead at once. This one goes on under a new token: whoever
 * has a copy of its cookie is another device, too.
 *
 * @returns the token of the cookie to set; `sessionMissing` where this session has ended meanwhile, and then the others go on
 */
export async function endOtherSessions(
  ctx: Ctx,
  visitor: Pick<Visitor, "id" | "sessionId">,
): Promise<Result<SignedIn, "sessionMissing">> {
  const sessionToken = newSessionToken(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const sessionId = await renewSession(tx, visitor.sessionId, sessionToken, ctx.now(), false);
    if (sessionId === undefined) return err("sessionMissing");
    const ended = await deleteSessions(tx, visitor.id, sessionId);
    await recordAccountEvent(ctx, tx, { userId: visitor.id, action: "session.end", after: { sessions_ended: ended } });
    return ok({ userId: visitor.id, sessionToken });
  });
}
