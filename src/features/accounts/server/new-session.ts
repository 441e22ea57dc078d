/** What a session begins with. */
import type { Ctx } from "#platform/ctx.server.ts";
import { SESSION_SECONDS } from "./session-cookie.ts";
import type { NewSession } from "./store.ts";

/** Where somebody signs in from, as `clientAddress` and the browser say. */
export type Device = { readonly address: string; readonly userAgent: string };

/** Somebody who has just shown who they are, and the token of the session that this opened. */
export type SignedIn = { readonly userId: string; readonly sessionToken: string };

export function newSession(ctx: Ctx, userId: string, device: Device): NewSession {
  const expiresAt = new Date(ctx.now().getTime() + SESSION_SECONDS * 1000);
  return { userId, token: ctx.random(24).toString("base64url"), expiresAt, ...device };
}
