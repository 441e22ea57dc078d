/** Change Password, with its rules ticked off while one types. What happened is said in a toast, and in the card for those who have no scripts. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { PasswordChecklist } from "#ui/password-checklist.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { toastError, toastSuccess } from "#ui/toast.tsx";
import { PASSWORD_RULES, type PasswordProblem } from "../rules/passwords.ts";

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
  const { t } = useTranslation(["admin", "auth"]);
  const { state, formData } = useNavigation();
  const said = useSentence(reply);
  useEffect(() => {
    if (!reply || said === undefined) return;
    if (reply.error === undefined) toastSuccess(said);
    else toastError(said);
  }, [reply, said]);
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
        <NewPassword problem={reply?.problem} />
        <PasswordField
          label={t("settings.confirmPassword")}
          name="confirmPassword"
          autoComplete="new-password"
          required
          error={reply?.error === "passwordMismatch" ? said : undefined}
        />
        <Button
          type="submit"
          name="intent"
          value="password"
          className="justify-self-start"
          busy={state !== "idle" && formData?.get("intent") === "password"}
          busyLabel={t("kit.saving")}
        >
          {t("settings.updatePassword")}
        </Button>
      </Form>
    </AdminCard>
  );
}

function NewPassword({ problem }: { problem: PasswordProblem | undefined }) {
  const { t } = useTranslation(["admin", "auth"]);
  const [password, setPassword] = useState("");
  return (
    <div className="grid gap-3">
      <PasswordField
        label={t("settings.newPassword")}
        name="password"
        autoComplete="new-password"
        required
        aria-describedby="password-rules"
        onInput={(event) => setPassword(event.currentTarget.value)}
        error={problem === undefined ? undefined : t(`auth:${problem}`)}
      />
      <PasswordChecklist
        id="password-rules"
        label={t("auth:passwordRules.label")}
        rules={PASSWORD_RULES.map(({ problem, isMet }) => ({ label: t(`auth:passwordRules.${problem}`), met: isMet(password) }))}
      />
    </div>
  );
}

function useSentence(reply: PasswordReply | undefined): string | undefined {
  const { t } = useTranslation(["admin", "auth"]);
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
