/** The short-lived token that programs show: it names a user and a session, and no right. */
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Ctx } from "#platform/ctx.server.ts";
import { believedKeys, signingKey } from "./auth-secrets.ts";

export const ACCESS_TOKEN_SECONDS = 300;

const ALGORITHM = "HS256";
/** RFC 9068. */
const TYPE = "at+jwt";
const claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });

/** Whose token it is: the user's id, the session's id, and the unix second at which it expires. */
export type AccessToken = { readonly userId: string; readonly sessionId: string; readonly expiresAt: number };

export async function signAccessToken(ctx: Ctx, { userId, sessionId, expiresAt }: AccessToken): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(userId)
    .setIssuedAt(expiresAt - ACCESS_TOKEN_SECONDS)
    .setExpirationTime(expiresAt)
    .sign(bytes(signingKey(ctx, "access-token")));
}

/**
 * Reads a token that we signed.
 *
 * @param options.evenExpired for signing out: an old token may still end its own session
 * @returns undefined for one that is forged, expired, of another kind or algorithm (`none` included)
 */
export async function readAccessToken(
  ctx: Ctx,
  token: string,
  options?: { evenExpired: boolean },
): Promise<AccessToken | undefined> {
  const currentDate = options?.evenExpired ? new Date(0) : ctx.now();
  for (const key of believedKeys(ctx, "access-token")) {
    try {
      const { payload } = await jwtVerify(token, bytes(key), { algorithms: [ALGORITHM], typ: TYPE, currentDate });
      const { sub, sid, exp } = claims.parse(payload);
      return { userId: sub, sessionId: sid, expiresAt: exp };
    } catch {
      // Another key's, or nobody's.
    }
  }
  return undefined;
}

/** The token of an `Authorization: Bearer …` header (RFC 6750, 2.1). */
export function bearerOf(headers: Headers): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];
}

function bytes(key: string): Uint8Array {
  return new TextEncoder().encode(key);
}
