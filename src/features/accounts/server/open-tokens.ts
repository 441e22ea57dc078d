/** What a program holds of its session: an access token for five minutes, and a refresh token to get the next with. */
import { createHash } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { ACCESS_TOKEN_SECONDS, signAccessToken } from "./access-token.ts";
import type { SignedIn } from "./new-session.ts";
import { insertFirstRefreshToken } from "./refresh-store.ts";

/** `expiresAt` is the unix second at which the access token expires. */
export type Tokens = { readonly accessToken: string; readonly refreshToken: string | null; readonly expiresAt: number };

/** Gives the session that was just opened its first pair of tokens. */
export async function openTokens(ctx: Ctx, { userId, sessionToken }: SignedIn): Promise<Tokens> {
  const refreshToken = ctx.random(32).toString("base64url");
  const sessionId = await insertFirstRefreshToken(ctx.db, hashToken(refreshToken), sessionToken, ctx.now());
  if (sessionId === undefined) throw new Error("The session that was just opened is gone");
  return { ...(await openAccess(ctx, userId, sessionId)), refreshToken };
}

/** An access token alone: a browser's refresh credential is its cookie, which no script can read. */
export async function openAccess(ctx: Ctx, userId: string, sessionId: string): Promise<Tokens> {
  const expiresAt = Math.floor(ctx.now().getTime() / 1000) + ACCESS_TOKEN_SECONDS;
  return { accessToken: await signAccessToken(ctx, { userId, sessionId, expiresAt }), refreshToken: null, expiresAt };
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
