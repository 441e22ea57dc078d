/** The cookie that stands for a password which was right, while the browser is asked for a code. */
import type { Ctx } from "#platform/ctx.server.ts";
import { TICKET_MS } from "../rules/second-factor.ts";
import { isSecure } from "./session-cookie.ts";

/** `Set-Cookie`; signing in by it takes a code. */
export function ticketCookie(ctx: Ctx, ticket: string): string {
  return serialize(ctx, ticket, TICKET_MS / 1000);
}

export function endedTicketCookie(ctx: Ctx): string {
  return serialize(ctx, "", 0);
}

/** Of a request's `Cookie` header; whether it is one, `readTicket` says. */
export function ticketOf(ctx: Ctx, header: string | null): string | undefined {
  const prefix = `${nameOf(ctx)}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
}

function serialize(ctx: Ctx, value: string, maxAge: number): string {
  const cookie = `${nameOf(ctx)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return isSecure(ctx) ? `${cookie}; Secure` : cookie;
}

function nameOf(ctx: Ctx): string {
  return isSecure(ctx) ? "__Host-sign-in" : "sign-in";
}
