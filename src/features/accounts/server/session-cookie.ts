/** The cookie that carries a browser's session: written and read as the account library does, so that both understand it. */
import { createHmac } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { SESSION_ENDS } from "../rules/session-ends.ts";
import { isSigned, signingKey } from "./auth-secrets.ts";

/** A session lives this long after it was last used; an administrator's less, which is looked up each time. */
export const SESSION_SECONDS = SESSION_ENDS.player.unusedMs / 1000;
/** The row decides when a session ends; the cookie only has to outlive it, so that whoever comes later is told. No longer than the thirteen months of the cookie policy. */
const COOKIE_SECONDS = 395 * 86_400;

/** `__Host-`: only this host may set it, only over TLS. Plain http, as on a developer's machine, cannot have that. */
export function sessionCookieName(ctx: Ctx): string {
  return isSecure(ctx) ? "__Host-session" : "session";
}

/** `Set-Cookie` for a session's token. The signature keeps who merely reads the table from making cookies of it. */
export function sessionCookie(ctx: Ctx, token: string): string {
  return serialize(ctx, encodeURIComponent(`${token}.${sign(signingKey(ctx, "session-cookie"), token)}`), COOKIE_SECONDS);
}

/** `Set-Cookie` that makes the browser forget its session. */
export function endedSessionCookie(ctx: Ctx): string {
  return serialize(ctx, "", 0);
}

/** The token of a request's `Cookie` header, or undefined where there is none that we signed. */
export function sessionTokenOf(ctx: Ctx, header: string | null): string | undefined {
  const prefix = `${sessionCookieName(ctx)}=`;
  for (const pair of (header ?? "").split(";")) {
    const text = pair.trim();
    if (!text.startsWith(prefix)) continue;
    const token = verified(ctx, text.slice(prefix.length));
    if (token !== undefined) return token;
  }
  return undefined;
}

function verified(ctx: Ctx, encoded: string): string | undefined {
  const value = decode(encoded);
  const dot = value.lastIndexOf(".");
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  return isSigned(ctx, "session-cookie", value.slice(dot + 1), (key) => sign(key, token)) ? token : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function sign(key: string, token: string): string {
  return createHmac("sha256", key).update(token).digest("base64");
}

function serialize(ctx: Ctx, value: string, maxAge: number): string {
  const cookie = `${sessionCookieName(ctx)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return isSecure(ctx) ? `${cookie}; Secure` : cookie;
}

/** Whether the shop is reached over TLS. */
export function isSecure(ctx: Ctx): boolean {
  return ctx.publicUrl.startsWith("https:");
}
