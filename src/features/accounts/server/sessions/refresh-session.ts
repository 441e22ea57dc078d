/** Exchanges a refresh token of an API client for the next pair of tokens. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { recordAccountEvent } from "../devices/account-events.ts";
import { findVisitor } from "./read-session.ts";
import { findRefreshToken, rotateRefreshToken } from "./refresh-store.ts";
import { hashToken, newAccess, type SessionObject, sessionObject, successorsOf } from "./session-object.ts";
import { deleteSession } from "./store.ts";

/** For this long a used token gets the same successor again, as the reply may have been lost. */
const GRACE_SECONDS = 30;

/** Rotates a refresh token. A token used twice may be stolen: its session ends. */
export async function refreshSession(ctx: Ctx, refreshToken: string): Promise<Result<SessionObject, "sessionEnded">> {
  const now = ctx.now();
  const hash = hashToken(refreshToken);
  const [successor, ...formerly] = successorsOf(ctx, refreshToken);
  const refreshed = await ctx.db.transaction().execute(async (tx) => {
    const rotated = await rotateRefreshToken(tx, hash, hashToken(successor), now);
    if (rotated !== undefined) return { sessionId: rotated, refreshToken: successor };
    const used = await findRefreshToken(tx, hash);
    if (used === undefined) return undefined;
    const next = await findUnusedSuccessor(tx, [successor, ...formerly]);
    const isRecent = used.rotated_at !== null && now.getTime() - used.rotated_at.getTime() <= GRACE_SECONDS * 1000;
    if (next !== undefined && isRecent) return { sessionId: used.session_id, refreshToken: next };
    const owner = await deleteSession(tx, { id: used.session_id });
    if (owner) await recordAccountEvent(ctx, tx, { userId: owner, action: "session.end", after: { token_used_twice: true } });
    ctx.log.warn({ sessionId: used.session_id }, "a refresh token was used twice; its session is ended");
    return undefined;
  });
  const visitor = refreshed && (await findVisitor(ctx, { id: refreshed.sessionId }));
  if (!refreshed || !visitor) return err("sessionEnded");
  return ok(sessionObject(ctx, { ...(await newAccess(ctx, visitor)), refreshToken: refreshed.refreshToken }, visitor));
}

/** The successor that was sent before, unless it has been used. */
async function findUnusedSuccessor(tx: Tx, successors: readonly string[]): Promise<string | undefined> {
  for (const successor of successors) {
    const row = await findRefreshToken(tx, hashToken(successor));
    if (row) return row.rotated_at === null ? successor : undefined;
  }
  return undefined;
}
