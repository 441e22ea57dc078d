import { data, type RouterContextProvider } from "react-router";
import { deviceCookie } from "#features/accounts/server/device-cookie.ts";
import { deviceOf } from "#features/accounts/server/find-visitor.ts";
import { isPhone } from "#features/accounts/server/phone.ts";
import { minutes } from "#features/accounts/server/refusal.ts";
import { register } from "#features/accounts/server/register.ts";
import { sessionCookie } from "#features/accounts/server/session-cookie.ts";
import { HIDDEN, type RegistrationReply, readRegistration } from "#features/accounts/shop/registration-form.tsx";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";

export type LinkAnswer<Error> = Partial<RegistrationReply> & { readonly error?: Error };

/** The new account with the cookies of its session; `taken` where the address has one; else a reply to be shown. */
export async function registerByLink(context: Readonly<RouterContextProvider>, request: Request, form: URLSearchParams) {
  const ctx = ctxOf(context);
  const submission = readRegistration(form, londonDate(ctx.now()), isPhone);
  const show = (reply: Omit<RegistrationReply, "intent">, init: { status: number; headers?: Record<string, string> }) => ({
    shown: data<LinkAnswer<never>>({ intent: "register", ...reply }, init),
  });
  if (submission.status !== "success") return show({ refused: submission.reply(HIDDEN) }, { status: 422 });
  const registered = await register(ctx, { ...submission.value, locale: localeOf(context) }, deviceOf(context, request));
  if (registered.ok) {
    const headers = new Headers();
    headers.append("Set-Cookie", sessionCookie(ctx, registered.value.sessionToken));
    headers.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), registered.value.userId));
    return { userId: registered.value.userId, headers };
  }
  if (registered.error === "userAlreadyExists") return "taken";
  if (registered.error === "invalid") {
    const fieldErrors = Object.fromEntries(Object.entries(registered.problems).map(([field, problem]) => [field, [problem]]));
    return show({ refused: submission.reply({ ...HIDDEN, fieldErrors }) }, { status: 422 });
  }
  const wait = registered.error === "tooManyAttempts" ? registered.retryAfterSeconds : 0;
  const refused = submission.reply({ ...HIDDEN, formErrors: [registered.error] });
  const init = wait > 0 ? { status: 429, headers: { "Retry-After": String(wait) } } : { status: 503 };
  return show({ refused, minutes: minutes(wait) }, init);
}
