/** The field for a new password, with its rules ticked off while one types. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordChecklist } from "#ui/fields/password-checklist.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { PASSWORD_RULES } from "../rules/passwords.ts";

/** Sent as `password`. `error` is a sentence. */
export function NewPassword({ label, error }: { label: string; error: string | undefined }) {
  const { t } = useTranslation("auth");
  const [password, setPassword] = useState("");
  return (
    <div className="grid gap-3">
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        required
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
  );
}
