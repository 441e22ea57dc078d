/** The cookies that a browser is given when somebody has signed in. */
import type { Ctx } from "#platform/ctx.server.ts";
import { deviceCookie } from "./device-cookie.ts";
import type { SignedIn } from "./new-session.ts";
import { sessionCookie } from "./session-cookie.ts";
import { signOut } from "./sign-out.ts";

/** Whoever was signed in here before is no longer. @returns the headers of the reply */
export async function welcome(ctx: Ctx, request: Request, { userId, sessionToken }: SignedIn): Promise<Headers> {
  await signOut(ctx, request.headers);
  const headers = new Headers();
  headers.append("Set-Cookie", sessionCookie(ctx, sessionToken));
  headers.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), userId));
  return headers;
}
