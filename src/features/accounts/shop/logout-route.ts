/** POST /logout: ends the session and goes home. */
import { type ActionFunctionArgs, redirect } from "react-router";
import { ctxOf } from "#platform/request.server.ts";
import { endedSessionCookie } from "../server/session-cookie.ts";
import { signOut } from "../server/sign-out.ts";

/** Nobody is signed out by following a link. */
export function loader() {
  return redirect("/");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  await signOut(ctx, request.headers);
  return redirect("/", { headers: { "Set-Cookie": endedSessionCookie(ctx) } });
}
