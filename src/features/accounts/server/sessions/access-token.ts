/** The short-lived access token of API clients. It names a user and a session, and carries no rights. */
import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "#platform/ctx.server.ts";
import { isSigned, signingKey } from "./auth-secrets.ts";

export const ACCESS_TOKEN_SECONDS = 300;

/** A JWT (RFC 7519, RFC 9068) signed with HMAC-SHA-256. No other type or algorithm is accepted. */
const HEADER = { alg: "HS256", typ: "at+jwt" } as const;
const header = z.object({ alg: z.literal(HEADER.alg), typ: z.literal(HEADER.typ), crit: z.undefined().optional() });
const claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number(), nbf: z.number().optional() });

/** `expiresAt`: Unix seconds. */
export type AccessToken = { readonly userId: string; readonly sessionId: string; readonly expiresAt: number };

/** The token as text. */
export function signAccessToken(ctx: Ctx, { userId, sessionId, expiresAt }: AccessToken): string {
  const payload = { sid: sessionId, sub: userId, iat: expiresAt - ACCESS_TOKEN_SECONDS, exp: expiresAt };
  const signed = `${encoded(HEADER)}.${encoded(payload)}`;
  return `${signed}.${sign(signingKey(ctx, "access-token"), signed)}`;
}

/**
 * What a valid token names; undefined for invalid and expired ones. `evenExpired`: accepts expired ones,
 * for signing out.
 */
export function readAccessToken(ctx: Ctx, token: string, options?: { evenExpired: boolean }): AccessToken | undefined {
  const [head, body, signature, ...more] = token.split(".");
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) return undefined;
  if (!isSigned(ctx, "access-token", signature, (key) => sign(key, `${head}.${body}`))) return undefined;
  const payload = claims.safeParse(decoded(body));
  if (!header.safeParse(decoded(head)).success || !payload.success) return undefined;
  const { sub, sid, exp, nbf } = payload.data;
  const second = options?.evenExpired ? 0 : Math.floor(ctx.now().getTime() / 1000);
  if (exp <= second || (nbf !== undefined && nbf > second)) return undefined;
  return { userId: sub, sessionId: sid, expiresAt: exp };
}

/** The token of the `Authorization` header. */
export function bearerOf(headers: Headers): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];
}

function sign(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}
