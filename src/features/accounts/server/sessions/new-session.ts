import type { Ctx } from "#platform/ctx.server.ts";
import { SESSION_SECONDS } from "./session-cookie.ts";
import type { NewSession } from "./store.ts";

/**
 * Where a request comes from. `address` is from `clientAddress`; `cookies` is the request's `Cookie`
 * header.
 */
export type Device = { readonly address: string; readonly userAgent: string; readonly cookies?: string | null };

export type SignedIn = { readonly userId: string; readonly sessionToken: string };

export function newSessionToken(ctx: Pick<Ctx, "random">): string {
  return ctx.random(24).toString("base64url");
}

/** A session of 30 days, not stored yet. */
export function newSession(ctx: Ctx, userId: string, device: Device): NewSession {
  const expiresAt = new Date(ctx.now().getTime() + SESSION_SECONDS * 1000);
  return { userId, token: newSessionToken(ctx), expiresAt, address: device.address, userAgent: device.userAgent };
}
