import { createHmac } from "node:crypto";
import { type Cookie, cookieValues, setCookie } from "#features/access/server/cookies.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { HINT_COOKIE, type Hint } from "#shared/me.ts";
import { TICKET_MS } from "../../rules/sign-in/second-factor.ts";
import { SESSION_ENDS } from "../../rules/sign-in/session-ends.ts";
import { isSigned, signingKey } from "./auth-secrets.ts";

/** Lifetime after the last use. Administrators' sessions are shorter, which the query enforces. */
export const SESSION_SECONDS = SESSION_ENDS.player.unusedMs / 1000;
/** Outlives the row, so that the visitor is told of the end. The cookie policy allows thirteen months. */
const COOKIE_SECONDS = 395 * 86_400;

const SESSION: Cookie = { name: "session" };
const HINT: Cookie = { name: HINT_COOKIE, isReadable: true };
/** Stands for a correct password while the browser is asked for a code. */
const TICKET: Cookie = { name: "sign-in" };

/** Signed, so that a copy of the table yields no cookies. */
export function sessionCookie(ctx: Ctx, token: string): string {
  const value = encodeURIComponent(`${token}.${sign(signingKey(ctx, "session-cookie"), token)}`);
  return setCookie(ctx, SESSION, { value, seconds: COOKIE_SECONDS });
}

export function endedSessionCookie(ctx: Ctx): string {
  return setCookie(ctx, SESSION, { value: "", seconds: 0 });
}

export function sessionTokenOf(ctx: Ctx, header: string | null): string | undefined {
  for (const value of cookieValues(ctx, SESSION, header)) {
    const token = verified(ctx, value);
    if (token !== undefined) return token;
  }
  return undefined;
}

/** Whether a request has a session cookie, valid or not. */
export function namesSession(header: string | null | undefined): boolean {
  return /(?:^|;\s*)(?:__Host-)?session=[^;]/.test(header ?? "");
}

/** Whether a request has a session cookie without the hint cookie, as older sign-ins do. */
export function lacksHint(header: string | null | undefined): boolean {
  return namesSession(header) && hintOf(header) === undefined;
}

export function hintOf(header: string | null | undefined): Hint | undefined {
  const [, value] = /(?:^|;\s*)signed-in=([012])/.exec(header ?? "") ?? [];
  return value as Hint | undefined;
}

export function hintCookie(ctx: Ctx, hint: Hint): string {
  return setCookie(ctx, HINT, { value: hint, seconds: COOKIE_SECONDS });
}

export function endedHintCookie(ctx: Ctx): string {
  return setCookie(ctx, HINT, { value: "", seconds: 0 });
}

export function hintBeside(ctx: Ctx, setCookies: readonly string[]): string | undefined {
  const session = setCookies.findLast((cookie) => /^(?:__Host-)?session=/.test(cookie));
  if (session === undefined) return undefined;
  return session.includes("=;") ? endedHintCookie(ctx) : hintCookie(ctx, "1");
}

export function ticketCookie(ctx: Ctx, ticket: string): string {
  return setCookie(ctx, TICKET, { value: ticket, seconds: TICKET_MS / 1000 });
}

export function endedTicketCookie(ctx: Ctx): string {
  return setCookie(ctx, TICKET, { value: "", seconds: 0 });
}

export function ticketOf(ctx: Ctx, header: string | null): string | undefined {
  return cookieValues(ctx, TICKET, header)[0];
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
