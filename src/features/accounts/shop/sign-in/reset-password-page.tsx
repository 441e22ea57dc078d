/** /reset-password: the link of a mail leads here. It works once. */
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { z } from "zod";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { err } from "#shared/result.ts";
import { LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { UsernameField } from "#ui/fields/username-field.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { errorOf, type Refused, replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { isOfConfirmation } from "../../rules/sign-in/passwords.ts";
import { deviceCookie } from "../../server/devices/device-cookie.ts";
import { visitorOf } from "../../server/sessions/find-visitor.ts";
import { endedSessionCookie } from "../../server/sessions/session-cookie.ts";
import { findResetEmail, resetPassword } from "../../server/sign-in/reset-password.ts";
import { AccountForm } from "../account-form.tsx";
import { AuthProvider, useAuth } from "../sessions/auth-provider.tsx";
import type { Route } from "./+types/reset-password-page.ts";
import { NewPassword } from "./new-password.tsx";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { messages: ["auth"], failures: { send: "auth:resetPassword.error" } } satisfies PageMessages &
  PageFailures;

/** The state of a link is shown to signed-in users, too: they may read their mail in this browser. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const email = await findResetEmail(ctxOf(context), token);
  if (email !== undefined) return { token, email };
  if (token === "" && (await visitorOf(context, request))) throw redirect("/");
  return { token: undefined, email: undefined };
}

/** The address contains a secret. */
export const headers = privateHeaders({ hidesAddress: true, isListed: false });

const schema = z.object({ intent: z.literal("reset"), token: typedText, password: typedText, confirmPassword: typedText });

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const submission = parseForm(await readFields(request), schema);
  if (submission.status !== "success") throw redirect("/forgot-password");
  const { token, ...chosen } = submission.value;
  const reset = await orFailed(ctx, resetPassword(ctx, token, chosen), "a password could not be reset");
  if (!reset.ok) {
    return replyTo(submission, reset.error === "passwordRequirements" ? err(reset.problem) : reset, {
      at: (error) => (isOfConfirmation(error) ? "confirmPassword" : error.startsWith("password") ? "password" : undefined),
      status: { linkExpired: 410, failed: 503 },
      hideFields: ["password", "confirmPassword"],
    });
  }
  const replyHeaders = new Headers();
  // All sessions of the account have ended, maybe this browser's, too.
  replyHeaders.append("Set-Cookie", endedSessionCookie(ctx));
  replyHeaders.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), reset.value.userId));
  replyHeaders.append("Set-Cookie", flashCookie("passwordReset"));
  return redirect("/login", { headers: replyHeaders });
}

export default function ResetPasswordPage({ loaderData: { token, email }, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const isOpen = token !== undefined && errorOf(reply) !== "linkExpired";
  return (
    <SplitScreen title={t("resetPassword.title")} lead={isOpen ? t("resetPassword.lead") : undefined}>
      <AuthProvider key={String(isOpen)} initial={isOpen ? "recovery" : "signedOut"}>
        <Recovery token={token ?? ""} email={email} />
      </AuthProvider>
      <p>
        <TextLink to="/login">{t("forgotPassword.back")}</TextLink>
      </p>
    </SplitScreen>
  );
}

type RecoveryProps = { token: string; email: string | undefined };

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

/** Problems appear in a toast, as specified, and at the field for visitors without scripts. */
function ResetPasswordForm({ token, email }: RecoveryProps) {
  const { t } = useTranslation("auth");
  const toastOf = (error: Refused["error"]) => {
    if (error?.password) return t("passwordRequirements");
    return t(error?.confirmPassword?.[0] === "confirmPasswordRequired" ? "confirmPasswordRequired" : "passwordMismatch");
  };
  return (
    <AccountForm
      intent="reset"
      fields={{ token }}
      failed="resetPassword.error"
      onRefused={(problem, { refused }) => toastError(problem ?? toastOf(refused?.error), { id: "reset" })}
      label={t("resetPassword.submit")}
      busyLabel={t("resetPassword.busy")}
    >
      {(form) => (
        <>
          <UsernameField email={email} />
          <NewPassword
            label={t("resetPassword.password")}
            error={form.field("password").error}
            again={{ label: t("resetPassword.confirm"), error: form.field("confirmPassword").error }}
          />
        </>
      )}
    </AccountForm>
  );
}
