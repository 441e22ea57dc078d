/**
 * The cookies of sign-in: `session`, a hint for cached pages (`signed-in`), and the ticket between password
 * and code.
 */
import { createHmac } from "node:crypto";
import { type Cookie, cookieValues, setCookie } from "#features/access/server/cookies.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { HINT_COOKIE, type Hint } from "#shared/me.ts";
import { TICKET_MS } from "../../rules/sign-in/second-factor.ts";
import { SESSION_ENDS } from "../../rules/sign-in/session-ends.ts";
import { isSigned, signingKey } from "./auth-secrets.ts";

/** Lifetime after the last use. Administrators' sessions are shorter, which the query enforces. */
export const SESSION_SECONDS = SESSION_ENDS.player.idleMs / 1000;
/**
 * Outlives the row, so that the sign-in page can say that the session has ended. The cookie policy allows
 * thirteen months.
 */
const COOKIE_SECONDS = 395 * 86_400;

const SESSION: Cookie = { name: "session" };
/** Tells scripts whether the visitor is signed in. It gives no access. */
const HINT: Cookie = { name: HINT_COOKIE, isReadable: true };
/** Proves a correct password while the browser is asked for a code. */
const TICKET: Cookie = { name: "sign-in" };

/** The cookie of a session. Signed, so that a copy of the table yields no cookies. */
export function sessionCookie(ctx: Ctx, token: string): string {
  const value = encodeURIComponent(`${token}.${sign(signingKey(ctx, "session-cookie"), token)}`);
  return setCookie(ctx, SESSION, { value, seconds: COOKIE_SECONDS });
}

/** Deletes the session cookie. */
export function endedSessionCookie(ctx: Ctx): string {
  return setCookie(ctx, SESSION, { value: "", seconds: 0 });
}

/** The token of the first cookie with a valid signature. */
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

/** The value of the hint cookie. */
export function hintOf(header: string | null | undefined): Hint | undefined {
  const [, value] = /(?:^|;\s*)signed-in=([012])/.exec(header ?? "") ?? [];
  return value as Hint | undefined;
}

/** Sets the hint. */
export function hintCookie(ctx: Ctx, hint: Hint): string {
  return setCookie(ctx, HINT, { value: hint, seconds: COOKIE_SECONDS });
}

/** Deletes the hint. */
export function endedHintCookie(ctx: Ctx): string {
  return setCookie(ctx, HINT, { value: "", seconds: 0 });
}

/** The hint cookie that fits the session cookie among a reply's cookies. Undefined without one. */
export function hintBeside(ctx: Ctx, setCookies: readonly string[]): string | undefined {
  const session = setCookies.findLast((cookie) => /^(?:__Host-)?session=/.test(cookie));
  if (session === undefined) return undefined;
  return session.includes("=;") ? endedHintCookie(ctx) : hintCookie(ctx, "1");
}

/** Sets the ticket of `newTicket`. */
export function ticketCookie(ctx: Ctx, ticket: string): string {
  return setCookie(ctx, TICKET, { value: ticket, seconds: TICKET_MS / 1000 });
}

/** Deletes the ticket. */
export function endedTicketCookie(ctx: Ctx): string {
  return setCookie(ctx, TICKET, { value: "", seconds: 0 });
}

/** The ticket of the request, if any. */
export function ticketOf(ctx: Ctx, header: string | null): string | undefined {
  return cookieValues(ctx, TICKET, header)[0];
}

/** The token of a cookie's value; undefined if its signature is invalid. */
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
