/** /register: creates an account and signs in. */
import { useTranslation } from "react-i18next";
import { data, redirect, replace } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import type { PageFailures } from "#ui/fields/failures.ts";
import { replyError } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { nextPath, withNext } from "../rules/sign-in/next-path.ts";
import { deviceCookie } from "../server/devices/device-cookie.ts";
import { isPhone } from "../server/profile/phone.ts";
import { register } from "../server/profile/register.ts";
import { deviceOf, visitorOf } from "../server/sessions/find-visitor.ts";
import { sessionCookie } from "../server/sessions/session-cookie.ts";
import { signOut } from "../server/sessions/sign-out.ts";
import type { Route } from "./+types/register-page.ts";
import { HIDDEN, RegistrationForm, type RegistrationReply, readRegistration } from "./registration-form.tsx";
import { SplitScreen } from "./sign-in/split-screen.tsx";

export const handle = { messages: ["auth"], failures: { send: "auth:registrationFailed" } } satisfies PageMessages & PageFailures;

export async function loader({ request, context }: Route.LoaderArgs) {
  const next = nextPath(new URL(request.url).searchParams.get("next"));
  if (await visitorOf(context, request)) throw redirect(next === "/" ? "/profile" : next);
  return { next, today: londonDate(ctxOf(context).now()) };
}

export const headers = privateHeaders();

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const submission = readRegistration(await readFields(request), londonDate(ctx.now()), isPhone);
  if (submission.status !== "success")
    return data<RegistrationReply>({ intent: "register", refused: submission.reply(HIDDEN) }, 422);

  const registered = await register(ctx, { ...submission.value, locale: localeOf(context) }, deviceOf(context, request));
  if (!registered.ok) {
    const status = { userAlreadyExists: 409, registrationFailed: 503 };
    return replyError("register", submission, registered, { at: { userAlreadyExists: "email" }, status, ...HIDDEN });
  }
  // Ends the browser's previous session.
  await signOut(ctx, request.headers);
  const replyHeaders = new Headers();
  replyHeaders.append("Set-Cookie", sessionCookie(ctx, registered.value.sessionToken));
  replyHeaders.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), registered.value.userId));
  replyHeaders.append("Set-Cookie", flashCookie("accountCreated"));
  // Replaces this page in the history, so that Back skips it.
  return replace(nextPath(new URL(request.url).searchParams.get("next")), { headers: replyHeaders });
}

export default function RegisterPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  return (
    <SplitScreen title={t("register.title")} lead={t("register.lead")} description={t("register.lead")}>
      <RegistrationForm today={loaderData.today} />
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        {t("register.haveAccount")}
        <TextLink to={withNext("/login", loaderData.next)}>{t("register.login")}</TextLink>
      </p>
    </SplitScreen>
  );
}
