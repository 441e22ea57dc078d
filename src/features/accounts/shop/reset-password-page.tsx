/** /reset-password: where the link of a mail leads. Two fields, and a link that works once. */
import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { deviceCookie } from "../server/device-cookie.ts";
import { visitorOf } from "../server/find-visitor.ts";
import { canResetPassword, resetPassword } from "../server/reset-password.ts";
import { endedSessionCookie } from "../server/session-cookie.ts";
import { AuthProvider } from "./auth-provider.tsx";
import { type ResetOutcome, ResetPasswordForm } from "./reset-password-form.tsx";
import { SplitScreen } from "./split-screen.tsx";
import { useAuth } from "./use-auth.ts";

export const handle = { words: ["auth"], failures: { send: "auth:resetPassword.error" } } satisfies PageMessages & PageFailures;

/** A link that works opens the page for whoever has it, signed in or not: the mail may be read where somebody is. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  if (await canResetPassword(ctxOf(context), token)) return { token };
  if (await visitorOf(context, request)) throw redirect("/");
  return { token: undefined };
}

/** The address holds a secret: nobody keeps the page, no other site is told where it was, no search engine lists it. */
export const headers = notKept({ hidesAddress: true, isListed: false });

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  const form = await readFields(request);
  const field = (name: string) => form.get(name) ?? "";
  const chosen = { password: field("password"), confirmPassword: field("confirmPassword") };
  const outcome = (outcome: ResetOutcome, status: number) => data<ResetOutcome>(outcome, { status });
  const reset = await resetPassword(ctx, field("token"), chosen).catch((error: unknown) => {
    ctx.log.error({ err: error }, "a password could not be reset");
    return undefined;
  });
  if (reset === undefined) return outcome({ error: "resetPassword.error" }, 503);
  if (!reset.ok) return outcome(reset, reset.error === "linkExpired" ? 410 : 422);
  const replyHeaders = new Headers();
  // Every session of the account is over, and this browser's may have been one of them.
  replyHeaders.append("Set-Cookie", endedSessionCookie(ctx));
  replyHeaders.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), reset.value.userId));
  replyHeaders.append("Set-Cookie", flashCookie("passwordReset"));
  return redirect("/login", { headers: replyHeaders });
}

export default function ResetPasswordPage() {
  const { token } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const { t } = useTranslation("auth");
  const isOpen = token !== undefined && outcome?.error !== "linkExpired";
  return (
    <SplitScreen title={t("resetPassword.title")} lead={isOpen ? t("resetPassword.lead") : undefined}>
      <PageHead title={t("resetPassword.title")} />
      <AuthProvider key={String(isOpen)} initial={isOpen ? "recovery" : "signedOut"}>
        <Recovery token={token ?? ""} outcome={outcome} />
      </AuthProvider>
      <p>
        <TextLink to="/login">{t("forgotPassword.back")}</TextLink>
      </p>
    </SplitScreen>
  );
}

function Recovery({ token, outcome }: { token: string; outcome: ResetOutcome | undefined }) {
  const { state } = useAuth();
  return state.status === "recovery" ? <ResetPasswordForm token={token} outcome={outcome} /> : <Expired />;
}

function Expired() {
  const { t } = useTranslation("auth");
  return (
    <>
      <Note tone="warn" role="alert" title={t("resetPassword.expiredTitle")}>
        {t("resetPassword.expiredText")}
      </Note>
      <LinkButton to="/forgot-password" full>
        {t("resetPassword.newLink")}
      </LinkButton>
    </>
  );
}
