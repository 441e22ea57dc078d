/** Changing one's password, from the profile. What is wrong is said in a toast, and at its field for those who have no toasts. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Disclosure } from "#ui/disclosure.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import type { PasswordProblem } from "../rules/passwords.ts";
import { NewPassword } from "./new-password.tsx";

export type PasswordOutcome = {
  readonly intent: "password";
  readonly error:
    | "passwordRequirements"
    | "passwordMismatch"
    | "currentPasswordWrong"
    | "tooManyAttempts"
    | "passwordUpdateError";
  /** Which requirement. */
  readonly problem?: PasswordProblem | undefined;
  readonly minutes?: number;
};

export function ProfilePassword({ outcome }: { outcome: PasswordOutcome | undefined }) {
  const { t } = useTranslation(["profile", "auth"]);
  const said = outcome && sentence(outcome);
  useEffect(() => {
    if (said) toastError(said, { id: "password" });
  }, [said]);
  const error = (of: PasswordOutcome["error"]) => (outcome?.error === of ? said : undefined);
  return (
    <Disclosure title={t("password.title")} startsOpen={outcome !== undefined}>
      <Form method="post" noValidate preventScrollReset className="grid max-w-[520px] gap-6">
        <p className="text-muted">{t("password.text")}</p>
        {said && (outcome?.error === "tooManyAttempts" || outcome?.error === "passwordUpdateError") && (
          <Note tone="danger" role="alert" title={said} />
        )}
        <PasswordField
          label={t("password.current")}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={error("currentPasswordWrong")}
        />
        <NewPassword label={t("password.new")} error={outcome?.problem ? t(`auth:${outcome.problem}`) : undefined} />
        <PasswordField
          label={t("password.confirm")}
          name="confirmPassword"
          autoComplete="new-password"
          required
          error={error("passwordMismatch")}
        />
        <div>
          <IntentButton intent="password" busyLabel={t("password.busy")}>
            {t("password.submit")}
          </IntentButton>
        </div>
      </Form>
    </Disclosure>
  );

  function sentence({ error, minutes = 1 }: PasswordOutcome): string {
    if (error === "currentPasswordWrong") return t("auth:currentPasswordWrong");
    return error === "tooManyAttempts" ? t("auth:tooManyAttempts", { count: minutes }) : t(error);
  }
}
