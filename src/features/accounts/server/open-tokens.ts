/** A session for a program: the tokens that it shows instead of a cookie. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { SignedIn } from "./new-session.ts";
import { findVisitor } from "./read-session.ts";
import { insertFirstRefreshToken } from "./refresh-store.ts";
import { type SessionObject, sessionObject } from "./session-object.ts";
import { hashToken, newAccess, newRefreshToken } from "./tokens.ts";

/** Gives the session that was just opened its first pair of tokens. */
export async function openTokens(ctx: Ctx, { sessionToken }: SignedIn): Promise<SessionObject> {
  const refreshToken = newRefreshToken(ctx);
  const sessionId = await insertFirstRefreshToken(ctx.db, hashToken(refreshToken), sessionToken, ctx.now());
  const visitor = sessionId === undefined ? undefined : await findVisitor(ctx, { id: sessionId });
  if (visitor === undefined) throw new Error("The session that was just opened is gone");
  return sessionObject(ctx, { ...(await newAccess(ctx, visitor)), refreshToken }, visitor);
}
