/** /login: signs in with password or passkey. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect, replace } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { err } from "#shared/result.ts";
import { Note } from "#ui/feedback/note.tsx";
import { replyError } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { isSignedIn } from "#ui/me.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { CODE_PAGE, nextPath, withNext } from "../../rules/sign-in/next-path.ts";
import { relyingParty } from "../../rules/sign-in/passkeys.ts";
import { readPasskeyField } from "../../server/second-factor/passkey-answer.ts";
import { signInWithPasskey } from "../../server/second-factor/passkeys.ts";
import { deviceOf, hasEndedSession, visitorOf } from "../../server/sessions/find-visitor.ts";
import { endedTicketCookie, ticketCookie } from "../../server/sessions/session-cookie.ts";
import { welcome } from "../../server/sessions/sign-out.ts";
import { findSignInLink } from "../../server/sign-in/sign-in-link.ts";
import { signIn } from "../../server/sign-in/sign-in.ts";
import { PasskeySignIn } from "../passkeys/passkey-button.tsx";
import type { Route } from "./+types/login-page.ts";
import { LoginForm, type LoginReply, readLogin } from "./login-form.tsx";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { messages: ["auth"] } satisfies PageMessages;

/** With a mailed sign-in link: its address, or that it has expired. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const next = nextPath(searchParams.get("next"));
  // If `/api/me` cannot be read, the header shows the links of signed-out visitors.
  if (await visitorOf(context, request)) throw redirect(next === "/" ? "/profile" : next);
  const token = searchParams.get("token") ?? undefined;
  const link = await findSignInLink(ctxOf(context), token);
  return {
    next,
    email: link?.email,
    isLinkOver: token !== undefined && !link,
    hasEnded: hasEndedSession(context, request),
    takesPasskeys: relyingParty(ctxOf(context).publicUrl) !== undefined,
  };
}

/** The address may contain a secret. */
export const headers = privateHeaders({ hidesAddress: true });

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const form = await readFields(request);
  if (form.has("passkey")) return openWithPasskey(request, context, form);
  const submission = readLogin(form);
  const hidden = { hideFields: ["password"] };
  if (submission.status !== "success") return data({ intent: "login", refused: submission.reply(hidden) } as LoginReply, 422);

  const linkToken = new URL(request.url).searchParams.get("token") ?? undefined;
  const signedIn = await signIn(ctx, { ...submission.value, linkToken }, deviceOf(context, request));
  const next = nextPath(new URL(request.url).searchParams.get("next"));
  if (!signedIn.ok && signedIn.error === "codeNeeded") {
    return redirect(withNext(CODE_PAGE, next), { headers: { "Set-Cookie": ticketCookie(ctx, signedIn.ticket) } });
  }
  if (!signedIn.ok) {
    const error = signedIn.error === "tooManyAttempts" ? signedIn.error : "invalidCredentials";
    const reply = replyError("login", submission, { ...signedIn, error }, { status: { invalidCredentials: 401 }, ...hidden });
    return data<LoginReply>({ ...reply.data, isMailed: "isMailed" in signedIn && signedIn.isMailed === true }, reply.init ?? {});
  }
  // Replaces this page in the history, so that Back skips it.
  const headers = await welcome(ctx, request, signedIn.value);
  headers.append("Set-Cookie", flashCookie("welcomeBack"));
  return replace(next, { headers });
}

/** Signs in with a passkey's answer. */
async function openWithPasskey(request: Request, context: Route.ActionArgs["context"], form: URLSearchParams) {
  const ctx = ctxOf(context);
  const answer = readPasskeyField(form.get("passkey") ?? "");
  const device = deviceOf(context, request);
  const signedIn = answer ? await signInWithPasskey(ctx, answer, device) : err("passkeyRefused");
  if (!signedIn.ok)
    return replyError("login", readLogin(form), signedIn, { status: { passkeyRefused: 401 }, hideFields: ["password"] });
  const headers = await welcome(ctx, request, signedIn.value);
  headers.append("Set-Cookie", flashCookie("welcomeBack"));
  headers.append("Set-Cookie", endedTicketCookie(ctx));
  return replace(nextPath(new URL(request.url).searchParams.get("next")), { headers });
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  // The browser drops an expired cookie. Then only this tab knows that there was a session.
  const [wasKnown] = useState(isSignedIn);
  const hasEnded = loaderData.hasEnded || wasKnown;
  return (
    <SplitScreen title={t("login.title")} lead={t("login.lead")} description={t("login.lead")}>
      {hasEnded && loaderData.email === undefined && !actionData && (
        <Note tone="info" role="status" title={t("login.ended")}>
          {t(`login.kept.${destinationKind(loaderData.next)}`)}
        </Note>
      )}
      <LoginForm email={loaderData.email} isLinkOver={loaderData.isLinkOver} />
      {loaderData.takesPasskeys && <PasskeySignIn next={loaderData.next} />}
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        {t("login.noAccount")}
        <TextLink to={withNext("/register", loaderData.next)}>{t("login.register")}</TextLink>
      </p>
    </SplitScreen>
  );
}

/** What the visitor returns to after signing in, for the note that nothing is lost. */
function destinationKind(next: string): "question" | "result" | "page" {
  if (next.startsWith("/quiz/")) return "question";
  return next.startsWith("/success") ? "result" : "page";
}
