/** Who makes the request, for loaders and actions. */
import { type RouterContextProvider, redirect } from "react-router";
import { clientAddress } from "#features/access/server/client-address.ts";
import { clientAddressKey, ctxOf } from "#platform/request/request.server.ts";
import { pageAddress, withNext } from "../../rules/sign-in/next-path.ts";
import { isUse } from "../../rules/sign-in/session-ends.ts";
import type { Device } from "./new-session.ts";
import { readSession, type Visitor } from "./read-session.ts";
import { sessionTokenOf } from "./session-cookie.ts";

export type { Visitor } from "./read-session.ts";

type Context = Readonly<RouterContextProvider>;

/** Visitors that were read, by request. */
const visitors = new WeakMap<Context, Promise<Visitor | undefined>>();

/** The signed-in visitor; undefined for others. One query per request. */
export function visitorOf(context: Context, request: Request): Promise<Visitor | undefined> {
  const known = visitors.get(context);
  if (known) return known;
  const visitor = readSession(ctxOf(context), request.headers, isUse(request));
  visitors.set(context, visitor);
  return visitor;
}

/** The visitor, if this request has read it already. Makes no query. */
export async function visitorIfRead(context: Context): Promise<Visitor | undefined> {
  return visitors.get(context)?.catch(() => undefined);
}

/** Redirects anonymous visitors to sign in and back to `next`, by default this page. */
export async function requireVisitor(context: Context, request: Request, next?: string): Promise<Visitor> {
  const visitor = await visitorOf(context, request);
  if (visitor) return visitor;
  throw redirect(withNext("/login", next ?? pageAddress(request.url)));
}

/**
 * The visitor if they may use the back office. Redirects others home, to sign in or to set up a second
 * factor. 503 if the role cannot be read.
 */
export async function requireAdmin(context: Context, request: Request): Promise<Visitor> {
  const visitor = await visitorOf(context, request);
  if (visitor?.isAdmin) return visitor;
  if (visitor?.isRoleUnknown) throw new Response(null, { status: 503, headers: { "Retry-After": "5" } });
  if (visitor?.isStaff) throw redirect(withNext("/second-factor", pageAddress(request.url)));
  const hasEnded = visitor === undefined && hasEndedSession(context, request);
  throw redirect(hasEnded && request.method === "GET" ? withNext("/login", pageAddress(request.url)) : "/");
}

/**
 * Whether the browser still has the cookie of a session that has ended. Call it for anonymous visitors
 * only.
 */
export function hasEndedSession(context: Context, request: Request): boolean {
  return sessionTokenOf(ctxOf(context), request.headers.get("cookie")) !== undefined;
}

/** Address, browser and cookies of the request. */
export function deviceOf(context: Context, request: Request): Device {
  const address = clientAddress(ctxOf(context), request.headers, context.get(clientAddressKey));
  const userAgent = (request.headers.get("user-agent") ?? "").slice(0, 300);
  return { address, userAgent, cookies: request.headers.get("cookie") };
}
