/** The form of /reset-password. What is wrong is said in a toast, as specified, and at its field for those who have no toasts. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import type { NewPasswordProblem } from "../rules/new-password.ts";
import { NewPassword } from "./new-password.tsx";

/** What the action refuses with; `linkExpired` is the page's own affair. */
export type ResetOutcome = NewPasswordProblem | { readonly error: "linkExpired" | "resetPassword.error" };

export function ResetPasswordForm({ token, outcome }: { token: string; outcome: ResetOutcome | undefined }) {
  const { t } = useTranslation("auth");
  useEffect(() => {
    if (outcome) toastError(t(outcome.error), { id: "reset" });
  }, [outcome, t]);
  return (
    <Form method="post" noValidate className="grid gap-6">
      <input type="hidden" name="token" value={token} />
      {outcome?.error === "resetPassword.error" && <Note tone="danger" role="alert" title={t(outcome.error)} />}
      <NewPassword
        label={t("resetPassword.password")}
        error={outcome?.error === "passwordRequirements" ? t(outcome.problem) : undefined}
      />
      <PasswordField
        label={t("resetPassword.confirm")}
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={outcome?.error === "passwordMismatch" ? t(outcome.error) : undefined}
      />
      <Button type="submit" full busy={useNavigation().state !== "idle"} busyLabel={t("resetPassword.busy")}>
        {t("resetPassword.submit")}
      </Button>
    </Form>
  );
}
