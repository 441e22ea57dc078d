/** Change Password, with its rules ticked off while one types. What happened is said in a toast, and in the card for those who have no scripts. */
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import type { PasswordProblem } from "../rules/passwords.ts";
import { NewPassword } from "../shop/new-password.tsx";
import { useSaid } from "./use-said.ts";

export type PasswordReply = {
  readonly intent: "password";
  /** Undefined: it is changed. */
  readonly error:
    | "passwordRequirements"
    | "passwordMismatch"
    | "currentPasswordWrong"
    | "tooManyAttempts"
    | "sessionMissing"
    | "failed"
    | undefined;
  /** Which requirement. */
  readonly problem: PasswordProblem | undefined;
  readonly minutes: number | undefined;
};

export function SettingsPassword({ reply }: { reply: PasswordReply | undefined }) {
  const { t } = useTranslation(["admin-people", "admin", "auth"]);
  const said = useSentence(reply);
  useSaid(reply, said);
  const done = reply && reply.error === undefined;
  return (
    <AdminCard title={t("settings.changePassword")}>
      <Form key={done ? "done" : "changing"} method="post" noValidate preventScrollReset className="grid gap-5">
        {reply && said && <Note tone={done ? "success" : "danger"} title={said} />}
        <PasswordField
          label={t("settings.currentPassword")}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={reply?.error === "currentPasswordWrong" ? said : undefined}
        />
        <NewPassword
          label={t("settings.newPassword")}
          error={reply?.problem === undefined ? undefined : t(`auth:${reply.problem}`)}
        />
        <PasswordField
          label={t("settings.confirmPassword")}
          name="confirmPassword"
          autoComplete="new-password"
          required
          error={reply?.error === "passwordMismatch" ? said : undefined}
        />
        <IntentButton intent="password" className="justify-self-start" busyLabel={t("admin:kit.saving")}>
          {t("settings.updatePassword")}
        </IntentButton>
      </Form>
    </AdminCard>
  );
}

function useSentence(reply: PasswordReply | undefined): string | undefined {
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
      return t("auth:currentPasswordWrong");
    case "tooManyAttempts":
      return t("auth:tooManyAttempts", { count: reply.minutes ?? 1 });
    default:
      return t("settings.passwordFailed");
  }
}
