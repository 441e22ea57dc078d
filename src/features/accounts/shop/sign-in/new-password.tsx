import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordChecklist } from "#ui/fields/password-checklist.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { PASSWORD_RULES } from "../../rules/sign-in/passwords.ts";

/** Label and error of a password field. */
type PasswordFieldProps = { readonly label: string; readonly error: string | undefined };
const FIELD = { autoComplete: "new-password", required: true } as const;

/** Fields for a new password and its repetition (`again`), with the checklist of rules. */
export function NewPassword({ label, error, again }: PasswordFieldProps & { readonly again: PasswordFieldProps }) {
  const { t } = useTranslation("auth");
  const [password, setPassword] = useState("");
  return (
    <>
      <div className="grid gap-3">
        <PasswordField
          {...FIELD}
          label={label}
          name="password"
          aria-describedby="password-rules"
          onInput={(event) => setPassword(event.currentTarget.value)}
          error={error}
        />
        <PasswordChecklist
          id="password-rules"
          label={t("passwordRules.label")}
          rules={PASSWORD_RULES.map(({ problem, isMet }) => ({ label: t(`passwordRules.${problem}`), met: isMet(password) }))}
        />
      </div>
      <PasswordField {...FIELD} {...again} name="confirmPassword" />
    </>
  );
}
