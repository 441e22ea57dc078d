/** POST /logout: ends the session and goes home. */
import { type ActionFunctionArgs, type ClientActionFunctionArgs, redirect } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { endedSessionCookie } from "../server/session-cookie.ts";
import { signOut } from "../server/sign-out.ts";
import { openChannel } from "./session-channel.ts";

/** Nobody is signed out by following a link. */
export function loader() {
  return redirect("/");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  await signOut(ctx, request.headers);
  return redirect("/", { headers: { "Set-Cookie": endedSessionCookie(ctx) } });
}

/** The other tabs are told, too. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } finally {
    const line = openChannel(() => undefined);
    line.post({ type: "signOut" });
    line.close();
  }
}
