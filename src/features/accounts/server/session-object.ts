/** The session as JSON shows it, with the specification's field names. */
import type { Ctx } from "#platform/ctx.server.ts";
import { bearerOf, readAccessToken } from "./access-token.ts";
import type { Visitor } from "./read-session.ts";
import { newAccess, type Tokens } from "./tokens.ts";

/** `expires_at` is in unix seconds. `refresh_token` is null where the caller holds it already, or where it is a cookie no script can read. */
export type SessionObject = {
  readonly access_token: string;
  readonly refresh_token: string | null;
  readonly token_type: "bearer";
  readonly expires_at: number;
  readonly expires_in: number;
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly phone: string | null;
    readonly birth_date: string | null;
    readonly created_at: string;
  };
};

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

/** The session of a request that shows one. A cookie is given a new access token; an access token is not, or it would never die. */
export async function describeSession(ctx: Ctx, headers: Headers, visitor: Visitor): Promise<SessionObject> {
  const bearer = bearerOf(headers);
  const shown = bearer === undefined ? undefined : readAccessToken(ctx, bearer);
  const tokens =
    bearer !== undefined && shown !== undefined
      ? { accessToken: bearer, refreshToken: null, expiresAt: shown.expiresAt }
      : { ...(await newAccess(ctx, visitor)), refreshToken: null };
  return sessionObject(ctx, tokens, visitor);
}
