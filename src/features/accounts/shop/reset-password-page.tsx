/** /reset-password: where the link of a mail leads. Two fields, and a link that works once. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, Form, redirect, useNavigation } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { orLogged } from "#platform/request/or-failed.server.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { UsernameField } from "#ui/fields/username-field.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text-link.tsx";
import type { NewPasswordProblem } from "../rules/passwords.ts";
import { deviceCookie } from "../server/device-cookie.ts";
import { visitorOf } from "../server/find-visitor.ts";
import { findResetEmail, resetPassword } from "../server/reset-password.ts";
import { endedSessionCookie } from "../server/session-cookie.ts";
import type { Route } from "./+types/reset-password-page.ts";
import { AuthProvider, useAuth } from "./auth-provider.tsx";
import { NewPassword } from "./new-password.tsx";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { messages: ["auth"], failures: { send: "auth:resetPassword.error" } } satisfies PageMessages &
  PageFailures;

/** Whoever has a link hears what becomes of it, signed in or not: the mail may be read where somebody is. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const email = await findResetEmail(ctxOf(context), token);
  if (email !== undefined) return { token, email };
  if (token === "" && (await visitorOf(context, request))) throw redirect("/");
  return { token: undefined, email: undefined };
}

/** The address holds a secret: nobody keeps the page, no other site is told where it was, no search engine lists it. */
export const headers = notKept({ hidesAddress: true, isListed: false });

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const form = await readFields(request);
  const field = (name: string) => form.get(name) ?? "";
  const chosen = { password: field("password"), confirmPassword: field("confirmPassword") };
  const outcome = (outcome: ResetOutcome, status: number) => data<ResetOutcome>(outcome, { status });
  const reset = await orLogged(ctx, resetPassword(ctx, field("token"), chosen), "a password could not be reset");
  if (reset === undefined) return outcome({ error: "resetPassword.error" }, 503);
  if (!reset.ok) return outcome(reset, reset.error === "linkExpired" ? 410 : 422);
  const replyHeaders = new Headers();
  // Every session of the account is over, and this browser's may have been one of them.
  replyHeaders.append("Set-Cookie", endedSessionCookie(ctx));
  replyHeaders.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), reset.value.userId));
  replyHeaders.append("Set-Cookie", flashCookie("passwordReset"));
  return redirect("/login", { headers: replyHeaders });
}

export default function ResetPasswordPage({ loaderData: { token, email }, actionData: outcome }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const isOpen = token !== undefined && outcome?.error !== "linkExpired";
  return (
    <SplitScreen title={t("resetPassword.title")} lead={isOpen ? t("resetPassword.lead") : undefined}>
      <AuthProvider key={String(isOpen)} initial={isOpen ? "recovery" : "signedOut"}>
        <Recovery token={token ?? ""} email={email} outcome={outcome} />
      </AuthProvider>
      <p>
        <TextLink to="/login">{t("forgotPassword.back")}</TextLink>
      </p>
    </SplitScreen>
  );
}

type RecoveryProps = { token: string; email: string | undefined; outcome: ResetOutcome | undefined };

function Recovery(props: RecoveryProps) {
  const { state } = useAuth();
  return state.status === "recovery" ? <ResetPasswordForm {...props} /> : <Expired />;
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

/** What the action refuses with; `linkExpired` is the page's own affair. */
type ResetOutcome = NewPasswordProblem | { readonly error: "linkExpired" | "resetPassword.error" };

/** The form of /reset-password. What is wrong is said in a toast, as specified, and at its field for those who have no toasts. */
function ResetPasswordForm({ token, email, outcome }: RecoveryProps) {
  const { t } = useTranslation("auth");
  useEffect(() => {
    if (outcome) toastError(t(outcome.error), { id: "reset" });
  }, [outcome, t]);
  return (
    <Form method="post" noValidate className="grid gap-6">
      <input type="hidden" name="token" value={token} />
      {outcome?.error === "resetPassword.error" && <Note tone="danger" role="alert" title={t(outcome.error)} />}
      <UsernameField email={email} />
      <NewPassword
        label={t("resetPassword.password")}
        error={outcome?.error === "passwordRequirements" ? t(outcome.problem) : undefined}
        again={{ label: t("resetPassword.confirm"), error: outcome?.error === "passwordMismatch" ? t(outcome.error) : undefined }}
      />
      <Button type="submit" full busy={useNavigation().state !== "idle"} busyLabel={t("resetPassword.busy")}>
        {t("resetPassword.submit")}
      </Button>
    </Form>
  );
}
