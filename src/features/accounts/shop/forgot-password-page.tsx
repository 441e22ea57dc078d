/** /forgot-password: the form, then the panel that says what happens next, the same for every address. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, Form, redirect, useNavigation } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { orLogged } from "#platform/request/or-failed.server.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { EmailField } from "#ui/fields/text-field.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text-link.tsx";
import { type EmailProblem, normalEmail } from "../rules/email-address.ts";
import { nextPath } from "../rules/next-path.ts";
import { deviceOf, visitorOf } from "../server/find-visitor.ts";
import { minutes } from "../server/refusal.ts";
import { requestPasswordReset } from "../server/reset-password.ts";
import type { Route } from "./+types/forgot-password-page.ts";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { messages: ["auth"], failures: { send: "auth:forgotPassword.error" } } satisfies PageMessages &
  PageFailures;

/** Open to whoever is signed in as well: mails about an account lead here those who have to choose a new password, wherever they read them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visitor = await visitorOf(context, request);
  const next = new URL(request.url).searchParams.get("next");
  if (visitor && next !== null) throw redirect(nextPath(next));
  return { email: visitor?.email };
}

/** What was typed is nobody's business on the way. */
export const headers = notKept();

/** `sent` is the address as typed; `wait` counts minutes. */
type Outcome = {
  readonly email: string;
  readonly sent?: boolean;
  readonly error?: "validation.required" | EmailProblem | "tooManyAttempts" | "forgotPassword.error";
  readonly wait?: number;
};

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const email = (await readFields(request)).get("email")?.trim() ?? "";
  const outcome = (outcome: Omit<Outcome, "email">, init?: ResponseInit) => data<Outcome>({ email, ...outcome }, init);
  const asked = await orLogged(
    ctx,
    requestPasswordReset(ctx, email, deviceOf(context, request)),
    "a password reset could not be queued",
  );
  if (asked === undefined) return outcome({ error: "forgotPassword.error" }, { status: 503 });
  if (asked.ok) return data<Outcome>({ email: normalEmail(email), sent: true });
  if (asked.error !== "tooManyAttempts") return outcome({ error: asked.error }, { status: 422 });
  const headers = { "Retry-After": String(asked.retryAfterSeconds) };
  return outcome({ error: asked.error, wait: minutes(asked.retryAfterSeconds) }, { status: 429, headers });
}

export default function ForgotPasswordPage({ loaderData: { email }, actionData: outcome }: Route.ComponentProps) {
  const { t } = useTranslation(["auth", "common"]);
  return (
    <SplitScreen title={t("forgotPassword.title")} lead={t("forgotPassword.lead")}>
      {outcome?.sent ? <Sent email={outcome.email} /> : <AddressForm own={email} outcome={outcome} />}
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

/** `own` is the address of whoever is signed in. */
function AddressForm({ own, outcome }: { own: string | undefined; outcome: Outcome | undefined }) {
  const { t } = useTranslation("auth");
  const busy = useNavigation().state !== "idle";
  const error = outcome?.error;
  const problem = error === "tooManyAttempts" || error === "forgotPassword.error" ? undefined : error;
  useEffect(() => {
    if (outcome?.error === "forgotPassword.error") toastError(t(outcome.error));
  }, [outcome, t]);
  return (
    <Form method="post" noValidate className="grid gap-6">
      {error !== undefined && problem === undefined && (
        <Note tone="danger" role="alert" title={t(error, { count: outcome?.wait ?? 1 })} />
      )}
      <EmailField
        label={t("field.email")}
        name="email"
        autoComplete="username"
        required
        defaultValue={outcome?.email ?? own}
        error={problem && t(problem)}
      />
      <Button type="submit" full busy={busy} busyLabel={t("forgotPassword.busy")}>
        {t("forgotPassword.submit")}
      </Button>
    </Form>
  );
}

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
