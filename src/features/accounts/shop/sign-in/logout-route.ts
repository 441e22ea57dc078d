/** POST /logout: ends the session, in all tabs. */
import { redirect } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { endedSessionCookie } from "../../server/sessions/session-cookie.ts";
import { signOut } from "../../server/sessions/sign-out.ts";
import { openChannel } from "../sessions/session-channel.ts";
import type { Route } from "./+types/logout-route.ts";

/** Following a link ends no session. */
export function loader() {
  return redirect("/");
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  await signOut(ctx, request.headers);
  return redirect("/", { headers: { "Set-Cookie": endedSessionCookie(ctx) } });
}

/** Notifies the other tabs, too. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } finally {
    const channel = openChannel(() => undefined);
    channel.post({ type: "signOut" });
    channel.close();
  }
}
