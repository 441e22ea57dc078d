/** /forgot-password: the form, then a panel that is equal for all addresses. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { readFields } from "#platform/request/body.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { EmailField } from "#ui/fields/text-field.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { errorOf, replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { normalEmail } from "../../rules/person/email-address.ts";
import { nextPath } from "../../rules/sign-in/next-path.ts";
import { deviceOf, visitorOf } from "../../server/sessions/find-visitor.ts";
import { requestPasswordReset } from "../../server/sign-in/reset-password.ts";
import { AccountForm } from "../account-form.tsx";
import type { Route } from "./+types/forgot-password-page.ts";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { messages: ["auth"], failures: { send: "auth:forgotPassword.error" } } satisfies PageMessages &
  PageFailures;

/** Also for signed-in users: account mails link here to choose a new password. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visitor = await visitorOf(context, request);
  const next = new URL(request.url).searchParams.get("next");
  if (visitor && next !== null) throw redirect(nextPath(next));
  return { email: visitor?.email };
}

export const headers = privateHeaders();

const schema = z.object({ intent: z.literal("forgot"), email: typedText });

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const submission = parseForm(await readFields(request), schema);
  if (submission.status !== "success") throw redirect("/forgot-password");
  const { intent, email } = submission.value;
  const requesting = requestPasswordReset(ctx, email, deviceOf(context, request));
  const requested = await orFailed(ctx, requesting, "a password reset could not be queued");
  if (requested.ok) return data({ intent, sentTo: normalEmail(email) });
  return replyTo(submission, requested, {
    at: (error) => (error === "failed" || error === "tooManyAttempts" ? undefined : "email"),
    status: { failed: 503 },
  });
}

export default function ForgotPasswordPage({ loaderData: { email }, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation(["auth", "common"]);
  return (
    <SplitScreen title={t("forgotPassword.title")} lead={t("forgotPassword.lead")}>
      {reply && "sentTo" in reply ? <Sent email={reply.sentTo} /> : <AddressForm own={email} />}
      <p>
        {email === undefined ? (
          <TextLink to="/login">{t("forgotPassword.back")}</TextLink>
        ) : (
          <TextLink to="/profile">{t("common:account.profile")}</TextLink>
        )}
      </p>
    </SplitScreen>
  );
}

/** `own`: the address of the signed-in account. */
function AddressForm({ own }: { own: string | undefined }) {
  const { t } = useTranslation("auth");
  return (
    <AccountForm
      intent="forgot"
      failed="forgotPassword.error"
      onRefused={(problem, reply) => problem && errorOf(reply) === "failed" && toastError(problem)}
      label={t("forgotPassword.submit")}
      busyLabel={t("forgotPassword.busy")}
    >
      {(form) => <EmailField {...form.field("email", own)} label={t("field.email")} autoComplete="username" required />}
    </AccountForm>
  );
}

/** The panel after the request, equal for all addresses. */
function Sent({ email }: { email: string }) {
  const { t } = useTranslation("auth");
  return (
    <Note
      tone="success"
      role="status"
      title={t("emailSent")}
      action={
        <p className="mt-2">
          <TextLink to="/forgot-password">{t("forgotPassword.again")}</TextLink>
        </p>
      }
    >
      <p className="break-words">{t("forgotPassword.sentText", { email })}</p>
      <p className="mt-2">{t("forgotPassword.sentHint")}</p>
    </Note>
  );
}
