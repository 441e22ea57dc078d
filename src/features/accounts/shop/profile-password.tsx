/** Changing one's password, from the profile. What is wrong is said in a toast, and at its field for those who have no toasts. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Note } from "#ui/note.tsx";
import { PasswordChecklist } from "#ui/password-checklist.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { toastError } from "#ui/toast.tsx";
import { PASSWORD_RULES, type PasswordProblem } from "../rules/passwords.ts";

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
  const [password, setPassword] = useState("");
  const { state, formData } = useNavigation();
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
        <div className="grid gap-3">
          <PasswordField
            label={t("password.new")}
            name="password"
            autoComplete="new-password"
            required
            aria-describedby="password-rules"
            onInput={(event) => setPassword(event.currentTarget.value)}
            error={outcome?.problem ? t(`auth:${outcome.problem}`) : undefined}
          />
          <PasswordChecklist
            id="password-rules"
            label={t("auth:passwordRules.label")}
            rules={PASSWORD_RULES.map(({ problem, isMet }) => ({
              label: t(`auth:passwordRules.${problem}`),
              met: isMet(password),
            }))}
          />
        </div>
        <PasswordField
          label={t("password.confirm")}
          name="confirmPassword"
          autoComplete="new-password"
          required
          error={error("passwordMismatch")}
        />
        <div>
          <Button
            type="submit"
            name="intent"
            value="password"
            busy={state !== "idle" && formData?.get("intent") === "password"}
            busyLabel={t("password.busy")}
          >
            {t("password.submit")}
          </Button>
        </div>
      </Form>
    </Disclosure>
  );

  function sentence({ error, minutes = 1 }: PasswordOutcome): string {
    if (error === "currentPasswordWrong") return t("auth:currentPasswordWrong");
    return error === "tooManyAttempts" ? t("auth:tooManyAttempts", { count: minutes }) : t(error);
  }
}
