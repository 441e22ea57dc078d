import { data, type RouterContextProvider } from "react-router";
import { deviceCookie } from "#features/accounts/server/devices/device-cookie.ts";
import { isPhone } from "#features/accounts/server/profile/phone.ts";
import { register } from "#features/accounts/server/profile/register.ts";
import { deviceOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { HIDDEN, type RegistrationReply, readRegistration } from "#features/accounts/shop/registration-form.tsx";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { replyError } from "#ui/forms/reply.ts";

/** Returns the new account with its session cookies, `taken` for a known address, else an error reply. */
export async function registerByLink(context: Readonly<RouterContextProvider>, request: Request, form: URLSearchParams) {
  const ctx = ctxOf(context);
  const submission = readRegistration(form, londonDate(ctx.now()), isPhone);
  if (submission.status !== "success")
    return { shown: data<RegistrationReply>({ intent: "register", refused: submission.reply(HIDDEN) }, { status: 422 }) };
  const registered = await register(ctx, { ...submission.value, locale: localeOf(context) }, deviceOf(context, request));
  if (registered.ok) {
    const headers = new Headers();
    headers.append("Set-Cookie", sessionCookie(ctx, registered.value.sessionToken));
    headers.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), registered.value.userId));
    return { userId: registered.value.userId, headers };
  }
  if (registered.error === "userAlreadyExists") return "taken";
  return { shown: replyError("register", submission, registered, { status: { registrationFailed: 503 }, ...HIDDEN }) };
}
