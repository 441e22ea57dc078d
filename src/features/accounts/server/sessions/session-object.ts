import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "#platform/ctx.server.ts";
import { ACCESS_TOKEN_SECONDS, bearerOf, readAccessToken, signAccessToken } from "./access-token.ts";
import { acceptedKeys } from "./auth-secrets.ts";
import type { SignedIn } from "./new-session.ts";
import { findVisitor, type Visitor } from "./read-session.ts";
import { insertFirstRefreshToken } from "./refresh-store.ts";

/**
 * The session of API clients. `refresh_token` is null if the caller has it, or if it is a cookie that
 * scripts cannot read.
 */
export const sessionShape = z.object({
  access_token: z.string(),
  refresh_token: z.string().nullable().describe("Null where the caller holds it already"),
  token_type: z.literal("bearer"),
  expires_at: z.int().describe("Unix seconds"),
  expires_in: z.int().describe("Seconds"),
  user: z.object({
    id: z.uuid(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
    birth_date: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .nullable(),
    created_at: z.iso.datetime(),
  }),
});
export type SessionObject = z.infer<typeof sessionShape>;

export function sessionObject(ctx: Ctx, tokens: Tokens, visitor: Visitor): SessionObject {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: "bearer",
    expires_at: tokens.expiresAt,
    expires_in: tokens.expiresAt - Math.floor(ctx.now().getTime() / 1000),
    user: {
      id: visitor.id,
      email: visitor.email,
      first_name: visitor.firstName,
      last_name: visitor.lastName,
      phone: visitor.phone,
      birth_date: visitor.birthDate,
      created_at: visitor.createdAt.toISOString(),
    },
  };
}

/**
 * The session of a request. A cookie gets a new access token. An access token does not, or it would never
 * expire.
 */
export async function describeSession(ctx: Ctx, headers: Headers, visitor: Visitor): Promise<SessionObject> {
  const bearer = bearerOf(headers);
  const shown = bearer === undefined ? undefined : readAccessToken(ctx, bearer);
  const tokens =
    bearer !== undefined && shown !== undefined
      ? { accessToken: bearer, refreshToken: null, expiresAt: shown.expiresAt }
      : { ...(await newAccess(ctx, visitor)), refreshToken: null };
  return sessionObject(ctx, tokens, visitor);
}

/** `expiresAt` in Unix seconds. */
type Tokens = { readonly accessToken: string; readonly refreshToken: string | null; readonly expiresAt: number };

/** A new access token for the visitor's session. */
export async function newAccess(
  ctx: Ctx,
  { id, sessionId }: Pick<Visitor, "id" | "sessionId">,
): Promise<Omit<Tokens, "refreshToken">> {
  const expiresAt = Math.floor(ctx.now().getTime() / 1000) + ACCESS_TOKEN_SECONDS;
  return { accessToken: signAccessToken(ctx, { userId: id, sessionId, expiresAt }), expiresAt };
}

function newRefreshToken(ctx: Ctx): string {
  return ctx.random(32).toString("base64url");
}

/**
 * The next refresh token, one per accepted key, the current key's first. Derived, so that a repeated reply
 * is identical.
 */
export function successorsOf(ctx: Ctx, refreshToken: string): readonly [string, ...string[]] {
  const [first = "", ...others] = acceptedKeys(ctx, "refresh-token").map((key) =>
    createHmac("sha256", key).update(`refresh:${refreshToken}`).digest("base64url"),
  );
  return [first, ...others];
}

/** The stored form of a refresh token. */
export function hashToken(refreshToken: string): Buffer {
  return createHash("sha256").update(refreshToken).digest();
}

/** The session of a new sign-in, with its first refresh token. */
export async function openTokens(ctx: Ctx, { sessionToken }: SignedIn): Promise<SessionObject> {
  const refreshToken = newRefreshToken(ctx);
  const sessionId = await insertFirstRefreshToken(ctx.db, hashToken(refreshToken), sessionToken, ctx.now());
  const visitor = sessionId === undefined ? undefined : await findVisitor(ctx, { id: sessionId });
  if (visitor === undefined) throw new Error("The session that was just opened is gone");
  return sessionObject(ctx, { ...(await newAccess(ctx, visitor)), refreshToken }, visitor);
}
