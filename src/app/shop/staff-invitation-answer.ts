/** What the forms of an invitation do: accept, open an account and accept, or sign somebody else out first. */

import { data, type RouterContextProvider, redirect } from "react-router";
import { type AcceptError, acceptInvitation, findInvitation } from "#features/accounts/server/accept-invitation.ts";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { endedSessionCookie } from "#features/accounts/server/session-cookie.ts";
import { signOut } from "#features/accounts/server/sign-out.ts";
import { readFields } from "#platform/request/body.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { type LinkAnswer, registerByLink } from "./register-by-link.ts";

type Answer = LinkAnswer<AcceptError | "failed">;

/** A reply to be shown, or a redirect. */
export async function answerInvitation(context: Readonly<RouterContextProvider>, request: Request) {
  const ctx = ctxOf(context);
  const form = await readFields(request);
  const token = form.get("token") ?? "";
  const here = `/staff-invitation?token=${encodeURIComponent(token)}`;
  if (form.get("intent") === "sign-out") {
    await signOut(ctx, request.headers);
    return redirect(here, { headers: { "Set-Cookie": endedSessionCookie(ctx) } });
  }
  const visitor = await visitorOf(context, request);
  if (visitor) return accept(context, { id: visitor.id, sessionId: visitor.sessionId }, token);
  if (form.get("intent") === "accept") return redirect(here);

  const invitation = await findInvitation(ctx, token);
  if (!invitation) return data<Answer>({ error: "linkExpired" }, { status: 410 });
  // Whatever address a browser sends: the account is for the one that was invited.
  form.set("email", invitation.email);
  const registered = await registerByLink(context, request, form);
  // Somebody has opened one meanwhile: they sign in.
  if (registered === "taken") return redirect(here);
  if ("shown" in registered) return registered.shown;
  return accept(context, { id: registered.userId, sessionId: undefined }, token, registered.headers);
}

async function accept(
  context: Readonly<RouterContextProvider>,
  visitor: Parameters<typeof acceptInvitation>[1],
  token: string,
  headers = new Headers(),
) {
  const ctx = ctxOf(context);
  const accepted = await orFailed(ctx, acceptInvitation(ctx, visitor, token), "an invitation could not be accepted");
  if (accepted.ok) return redirect("/admin", { headers });
  const { error } = accepted;
  return data<Answer>({ error }, { status: error === "failed" ? 503 : error === "linkExpired" ? 410 : 409, headers });
}
