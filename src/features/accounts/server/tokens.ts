/** What a program holds of its session: an access token for five minutes, and a refresh token to get the next pair with. */
import { createHash, createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { ACCESS_TOKEN_SECONDS, signAccessToken } from "./access-token.ts";
import { believedKeys } from "./auth-secrets.ts";
import type { Visitor } from "./read-session.ts";

/** `expiresAt` is the unix second at which the access token expires. */
export type Tokens = { readonly accessToken: string; readonly refreshToken: string | null; readonly expiresAt: number };

/** A new access token. */
export async function newAccess(
  ctx: Ctx,
  { id, sessionId }: Pick<Visitor, "id" | "sessionId">,
): Promise<Omit<Tokens, "refreshToken">> {
  const expiresAt = Math.floor(ctx.now().getTime() / 1000) + ACCESS_TOKEN_SECONDS;
  return { accessToken: signAccessToken(ctx, { userId: id, sessionId, expiresAt }), expiresAt };
}

/** The first refresh token of a session. */
export function newRefreshToken(ctx: Ctx): string {
  return ctx.random(32).toString("base64url");
}

/**
 * The next one follows from its predecessor and our key: a repeated reply is the same reply, and nothing but hashes need be kept.
 * Behind today's come those that it would have had under keys which are still believed: the first reply may have been theirs.
 */
export function successorsOf(ctx: Ctx, refreshToken: string): readonly [string, ...string[]] {
  const [first = "", ...others] = believedKeys(ctx, "refresh-token").map((key) =>
    createHmac("sha256", key).update(`refresh:${refreshToken}`).digest("base64url"),
  );
  return [first, ...others];
}

export function hashToken(refreshToken: string): Buffer {
  return createHash("sha256").update(refreshToken).digest();
}
