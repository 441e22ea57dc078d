import type { Ctx } from "#platform/ctx.server.ts";
import { recordStaffEvent } from "../devices/account-events.ts";
import { deviceCookie } from "../devices/device-cookie.ts";
import type { SignedIn } from "./new-session.ts";
import { sessionKeyOf } from "./read-session.ts";
import { sessionCookie } from "./session-cookie.ts";
import { deleteSession } from "./store.ts";

/** Ends the request's session and its refresh tokens, if there is one. */
export async function signOut(ctx: Ctx, headers: Headers): Promise<void> {
  const key = await sessionKeyOf(ctx, headers, { evenExpired: true });
  const ended = key && (await deleteSession(ctx.db, key));
  if (ended) await recordStaffEvent(ctx, { who: { userId: ended }, action: "session.end" });
}

/**
 * Call it after each sign-in of a browser: ends its previous session and returns headers with the new
 * cookies.
 */
export async function welcome(ctx: Ctx, request: Request, { userId, sessionToken }: SignedIn): Promise<Headers> {
  await signOut(ctx, request.headers);
  const headers = new Headers();
  headers.append("Set-Cookie", sessionCookie(ctx, sessionToken));
  headers.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), userId));
  return headers;
}
