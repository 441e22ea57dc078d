/** Rotating a refresh token: each works once, and its second use gives a thief away. */
import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { hashToken, openAccess, type Tokens } from "./open-tokens.ts";
import { findRefreshToken, rotateRefreshToken } from "./refresh-store.ts";
import { SESSION_SECONDS } from "./session-cookie.ts";
import { deleteSession, findSession, prolongSession } from "./store.ts";

/** The reply to a refresh may be lost on the way; so long the token it was meant to replace is answered once more. */
const GRACE_SECONDS = 30;

/**
 * Exchanges a refresh token for the next pair, and prolongs the session.
 *
 * @returns `sessionEnded` for a token that is unknown, of an ended session, or used before. The last ends the session for everybody
 *          who holds a token of it; but for the immediately previous one within 30 s, which is answered with the same successor again
 */
export async function refreshSession(
  ctx: Ctx,
  refreshToken: string,
): Promise<Result<Tokens & { userId: string }, "sessionEnded">> {
  const now = ctx.now();
  const hash = hashToken(refreshToken);
  const successor = successorOf(ctx, refreshToken);
  const sessionId = await ctx.db.transaction().execute(async (tx) => {
    const rotated = await rotateRefreshToken(tx, hash, hashToken(successor), now);
    if (rotated !== undefined) return rotated;
    const used = await findRefreshToken(tx, hash);
    if (used === undefined) return undefined;
    const next = await findRefreshToken(tx, hashToken(successor));
    const isPrevious = next?.rotated_at === null;
    const isRecent = used.rotated_at !== null && now.getTime() - used.rotated_at.getTime() <= GRACE_SECONDS * 1000;
    if (isPrevious && isRecent) return used.session_id;
    await deleteSession(tx, { id: used.session_id });
    ctx.log.warn({ session: used.session_id }, "a refresh token was used twice; its session is ended");
    return undefined;
  });
  const session = sessionId === undefined ? undefined : await findSession(ctx.db, { id: sessionId }, now, false);
  if (session === undefined) return err("sessionEnded");
  await prolongSession(ctx.db, session.session_id, new Date(now.getTime() + SESSION_SECONDS * 1000), now);
  return ok({ ...(await openAccess(ctx, session.id, session.session_id)), refreshToken: successor, userId: session.id });
}

/** Follows from its predecessor and our secret: a repeated reply is the same reply, and nothing but hashes need be kept. */
function successorOf(ctx: Ctx, refreshToken: string): string {
  return createHmac("sha256", ctx.authSecret).update(`refresh:${refreshToken}`).digest("base64url");
}
