/** Signing out other devices of one's own. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { recordAccountEvent } from "./account-events.ts";
import { deleteSessions } from "./credential-store.ts";
import { deleteSessionOf } from "./device-store.ts";
import type { Visitor } from "./read-session.ts";

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

/** Ends every session of the visitor's but this one, and says how many. Their refresh and access tokens are dead at once. */
export async function endOtherSessions(ctx: Ctx, visitor: Pick<Visitor, "id" | "sessionId">): Promise<number> {
  const ended = await deleteSessions(ctx.db, visitor.id, visitor.sessionId);
  await recordAccountEvent(ctx, ctx.db, { userId: visitor.id, action: "session.end", after: { sessions_ended: ended } });
  return ended;
}
