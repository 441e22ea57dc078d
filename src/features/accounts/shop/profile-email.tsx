/** Changing one's e-mail address, from the profile: a link goes to the new one. */
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Disclosure } from "#ui/disclosure.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";

export type EmailOutcome = {
  readonly intent: "email";
  readonly error:
    | "emailRequired"
    | "emailInvalid"
    | "emailUnchanged"
    | "userAlreadyExists"
    | "currentPasswordWrong"
    | "tooManyAttempts"
    | "emailUpdateError";
  /** As typed. */
  readonly newEmail: string;
  readonly minutes?: number;
};

export function ProfileEmail({ outcome }: { outcome: EmailOutcome | undefined }) {
  const { t } = useTranslation(["profile", "auth"]);
  const error = outcome?.error;
  const atField =
    error === "emailRequired" || error === "emailInvalid" || error === "emailUnchanged" || error === "userAlreadyExists";
  return (
    <Disclosure title={t("email.title")} startsOpen={outcome !== undefined}>
      <Form method="post" noValidate preventScrollReset className="grid max-w-[520px] gap-6">
        <p className="text-muted">{t("email.text")}</p>
        {error === "emailUpdateError" && <Note tone="danger" role="alert" title={t(error)} />}
        {error === "tooManyAttempts" && (
          <Note tone="danger" role="alert" title={t("auth:tooManyAttempts", { count: outcome?.minutes ?? 1 })} />
        )}
        <TextField
          label={t("email.new")}
          name="newEmail"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={outcome?.newEmail}
          error={atField ? t(`auth:${error}`) : undefined}
        />
        <PasswordField
          id="emailPassword"
          label={t("email.current")}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={error === "currentPasswordWrong" ? t("auth:currentPasswordWrong") : undefined}
        />
        <div>
          <IntentButton intent="email" variant="outline" busyLabel={t("email.busy")}>
            {t("email.submit")}
          </IntentButton>
        </div>
      </Form>
    </Disclosure>
  );
}
