/** What the forms of an invitation do: accept, open an account and accept, or sign somebody else out first. */
import { data, type RouterContextProvider, redirect } from "react-router";
import { type AcceptError, acceptInvitation, findInvitation } from "#features/accounts/server/accept-invitation.ts";
import { deviceCookie } from "#features/accounts/server/device-cookie.ts";
import { deviceOf, visitorOf } from "#features/accounts/server/find-visitor.ts";
import { isPhone } from "#features/accounts/server/phone.ts";
import { minutes } from "#features/accounts/server/refusal.ts";
import { register } from "#features/accounts/server/register.ts";
import { endedSessionCookie, sessionCookie } from "#features/accounts/server/session-cookie.ts";
import { signOut } from "#features/accounts/server/sign-out.ts";
import { type RegistrationRefusal, readRegistration } from "#features/accounts/shop/registration-form.tsx";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";

type Result = ReturnType<ReturnType<typeof readRegistration>["reply"]>;
type Answer = {
  readonly error: AcceptError | "failed" | undefined;
  readonly result?: Result;
  readonly refused?: RegistrationRefusal;
};

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
  const submission = readRegistration(form, londonDate(ctx.now()), isPhone);
  const hidden = { hideFields: ["password" as const, "confirmPassword" as const] };
  if (submission.status !== "success") return data<Answer>({ error: undefined, result: submission.reply(hidden) }, 422);
  const registered = await register(ctx, { ...submission.value, locale: localeOf(context) }, deviceOf(context, request));
  if (registered.ok) {
    const headers = new Headers();
    headers.append("Set-Cookie", sessionCookie(ctx, registered.value.sessionToken));
    headers.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), registered.value.userId));
    return accept(context, { id: registered.value.userId, sessionId: undefined }, token, headers);
  }
  // Somebody has opened one meanwhile: they sign in.
  if (registered.error === "userAlreadyExists") return redirect(here);
  if (registered.error === "invalid") {
    const fieldErrors = Object.fromEntries(Object.entries(registered.problems).map(([field, problem]) => [field, [problem]]));
    return data<Answer>({ error: undefined, result: submission.reply({ ...hidden, fieldErrors }) }, 422);
  }
  const wait = registered.error === "tooManyAttempts" ? registered.retryAfterSeconds : 0;
  const refused = { error: registered.error, minutes: minutes(wait) };
  const init = wait > 0 ? { status: 429, headers: { "Retry-After": String(wait) } } : { status: 503 };
  return data<Answer>({ error: undefined, result: submission.reply(hidden), refused }, init);
}

async function accept(
  context: Readonly<RouterContextProvider>,
  visitor: Parameters<typeof acceptInvitation>[1],
  token: string,
  headers = new Headers(),
) {
  const ctx = ctxOf(context);
  const accepted = await acceptInvitation(ctx, visitor, token).catch((error: unknown) => {
    ctx.log.error({ err: error }, "an invitation could not be accepted");
    return { ok: false, error: "failed" } as const;
  });
  if (accepted.ok) return redirect("/admin", { headers });
  const { error } = accepted;
  return data<Answer>({ error }, { status: error === "failed" ? 503 : error === "linkExpired" ? 410 : 409, headers });
}
