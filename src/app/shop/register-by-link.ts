/** Opening an account on the page of a link that makes its reader somebody of the staff. */
import { data, type RouterContextProvider } from "react-router";
import { deviceCookie } from "#features/accounts/server/device-cookie.ts";
import { deviceOf } from "#features/accounts/server/find-visitor.ts";
import { isPhone } from "#features/accounts/server/phone.ts";
import { minutes } from "#features/accounts/server/refusal.ts";
import { register } from "#features/accounts/server/register.ts";
import { sessionCookie } from "#features/accounts/server/session-cookie.ts";
import { type RegistrationRefusal, readRegistration } from "#features/accounts/shop/registration-form.tsx";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";

type Result = ReturnType<ReturnType<typeof readRegistration>["reply"]>;
/** What such a page is answered. */
export type LinkAnswer<Error> = {
  readonly error: Error | undefined;
  readonly result?: Result;
  readonly refused?: RegistrationRefusal;
};

/** The new account with the cookies of its session; `taken` where the address has one; else a reply to be shown. */
export async function registerByLink(context: Readonly<RouterContextProvider>, request: Request, form: URLSearchParams) {
  const ctx = ctxOf(context);
  const submission = readRegistration(form, londonDate(ctx.now()), isPhone);
  const hidden = { hideFields: ["password" as const, "confirmPassword" as const] };
  const show = (answer: Omit<LinkAnswer<never>, "error">, init: { status: number; headers?: Record<string, string> }) => ({
    shown: data<LinkAnswer<never>>({ error: undefined, ...answer }, init),
  });
  if (submission.status !== "success") return show({ result: submission.reply(hidden) }, { status: 422 });
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
    return show({ result: submission.reply({ ...hidden, fieldErrors }) }, { status: 422 });
  }
  const wait = registered.error === "tooManyAttempts" ? registered.retryAfterSeconds : 0;
  const refused = { error: registered.error, minutes: minutes(wait) };
  const init = wait > 0 ? { status: 429, headers: { "Retry-After": String(wait) } } : { status: 503 };
  return show({ result: submission.reply(hidden), refused }, init);
}
