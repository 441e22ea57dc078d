/** Changing one's own address and password, with its rules ticked off while one types. What happened is said in a toast, and in the card for those who have no scripts. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { EmailField } from "#ui/fields/text-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import type { PasswordProblem } from "../rules/passwords.ts";
import type { EmailChangeRefusal } from "../server/change-email.ts";
import type { PasswordChangeRefusal } from "../server/change-password.ts";
import { NewPassword } from "../shop/new-password.tsx";

export type EmailReply = {
  readonly intent: "email";
  /** Undefined: the link is on its way. */
  readonly error: Exclude<EmailChangeRefusal["error"], "proof_needed"> | "failed" | undefined;
  /** As typed. */
  readonly newEmail: string;
  readonly minutes: number | undefined;
};

export function SettingsEmail({ email, reply }: { email: string; reply: EmailReply | undefined }) {
  const { t } = useTranslation(["admin-people", "admin", "auth"]);
  const said = useEmailSentence(reply);
  useSaid(reply, said);
  return (
    <AdminCard title={t("settings.changeEmail")} note={t("settings.current", { email })}>
      {/* A request that was sent leaves an empty form behind. */}
      <Form
        key={reply?.error === undefined ? "sent" : "asking"}
        method="post"
        data-needs-proof=""
        noValidate
        preventScrollReset
        className="grid gap-5"
      >
        {reply && reply.error === undefined && <Note tone="success" title={said} />}
        <EmailField
          label={t("settings.newEmail")}
          name="newEmail"
          required
          defaultValue={reply?.error === undefined ? "" : reply.newEmail}
          error={reply?.error === undefined ? undefined : said}
        />
        <IntentButton intent="email" className="justify-self-start" busyLabel={t("admin:kit.saving")}>
          {t("settings.sendLink")}
        </IntentButton>
      </Form>
    </AdminCard>
  );
}

function useEmailSentence(reply: EmailReply | undefined): string | undefined {
  const { t } = useTranslation(["admin-people", "auth"]);
  if (!reply) return undefined;
  switch (reply.error) {
    case undefined:
      return t("settings.emailSent");
    case "emailRequired":
      return t("settings.emailMissing");
    case "tooManyAttempts":
      return t("auth:tooManyAttempts", { count: reply.minutes ?? 1 });
    case "emailInvalid":
    case "emailAccents":
    case "emailSeveral":
    case "emailSpaces":
    case "emailDots":
    case "emailDomain":
    case "emailUnchanged":
    case "userAlreadyExists":
      return t(`auth:${reply.error}`);
    default:
      return t("settings.emailFailed");
  }
}

export type PasswordReply = {
  readonly intent: "password";
  /** Undefined: it is changed. */
  readonly error: PasswordChangeRefusal["error"] | "failed" | undefined;
  /** Which requirement. */
  readonly problem: PasswordProblem | undefined;
  /** The current one was left out. */
  readonly lacksCurrent: boolean;
  readonly minutes: number | undefined;
};

export function SettingsPassword({ email, reply }: { email: string; reply: PasswordReply | undefined }) {
  const { t } = useTranslation(["admin-people", "admin", "auth"]);
  const said = usePasswordSentence(reply);
  useSaid(reply, said);
  const done = reply && reply.error === undefined;
  return (
    <AdminCard title={t("settings.changePassword")}>
      <Form key={done ? "done" : "changing"} method="post" noValidate preventScrollReset className="grid gap-5">
        {reply && said && <Note tone={done ? "success" : "danger"} title={said} />}
        <UsernameField email={email} />
        <PasswordField
          label={t("settings.currentPassword")}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={
            reply?.lacksCurrent ? t("auth:currentPasswordRequired") : reply?.error === "currentPasswordWrong" ? said : undefined
          }
        />
        <NewPassword
          label={t("settings.newPassword")}
          error={reply?.problem === undefined ? undefined : t(`auth:${reply.problem}`)}
          again={{ label: t("settings.confirmPassword"), error: reply?.error === "passwordMismatch" ? said : undefined }}
        />
        <IntentButton intent="password" className="justify-self-start" busyLabel={t("admin:kit.saving")}>
          {t("settings.updatePassword")}
        </IntentButton>
      </Form>
    </AdminCard>
  );
}

function usePasswordSentence(reply: PasswordReply | undefined): string | undefined {
  const { t } = useTranslation(["admin-people", "auth"]);
  if (!reply) return undefined;
  switch (reply.error) {
    case undefined:
      return t("settings.passwordUpdated");
    case "passwordRequirements":
      return t("settings.passwordRules");
    case "passwordMismatch":
      return t("settings.passwordMismatch");
    case "currentPasswordWrong":
      return t(reply.lacksCurrent ? "auth:currentPasswordRequired" : "auth:currentPasswordWrong");
    case "tooManyAttempts":
      return t("auth:tooManyAttempts", { count: reply.minutes ?? 1 });
    default:
      return t("settings.passwordFailed");
  }
}

/** @param said the sentence for this reply; said once for each reply */
function useSaid(reply: { readonly error: string | undefined } | undefined, said: string | undefined): void {
  useEffect(() => {
    if (!reply || said === undefined) return;
    if (reply.error === undefined) toastSuccess(said);
    else toastError(said);
  }, [reply, said]);
}
