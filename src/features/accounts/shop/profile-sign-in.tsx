/**
 * Changing one's e-mail address and password, from the profile: a link goes to a new address; what is wrong with a password is said in a toast, and at
 * its field for those who have no toasts.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Disclosure } from "#ui/disclosure.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { EmailField } from "#ui/fields/text-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { isEmailProblem } from "../rules/email-address.ts";
import type { PasswordProblem } from "../rules/passwords.ts";
import type { EmailChangeRefusal } from "../server/change-email.ts";
import type { PasswordChangeRefusal } from "../server/change-password.ts";
import { NewPassword } from "./new-password.tsx";

export type EmailOutcome = {
  readonly intent: "email";
  readonly error: Exclude<EmailChangeRefusal["error"], "proof_needed" | "sessionMissing"> | "emailUpdateError";
  /** As typed. */
  readonly newEmail: string;
  /** The current password was left out. */
  readonly lacksCurrent?: true;
  readonly minutes?: number;
};

/** What is said at the field of the current password. */
function useCurrentProblem() {
  const { t } = useTranslation("auth");
  return (outcome: { readonly error?: string; readonly lacksCurrent?: true } | undefined) => {
    if (outcome?.lacksCurrent) return t("currentPasswordRequired");
    return outcome?.error === "currentPasswordWrong" ? t("currentPasswordWrong") : undefined;
  };
}

export function ProfileEmail({ email, outcome }: { email: string; outcome: EmailOutcome | undefined }) {
  const { t } = useTranslation(["profile", "auth"]);
  const currentProblem = useCurrentProblem();
  const error = outcome?.error;
  const atField =
    error === "emailRequired" || isEmailProblem(error) || error === "emailUnchanged" || error === "userAlreadyExists";
  return (
    <Disclosure title={t("email.title")} startsOpen={outcome !== undefined}>
      <Form method="post" noValidate preventScrollReset className="grid max-w-[520px] gap-6">
        <p className="text-muted">{t("email.text")}</p>
        {error === "emailUpdateError" && <Note tone="danger" role="alert" title={t(error)} />}
        {error === "tooManyAttempts" && (
          <Note tone="danger" role="alert" title={t("auth:tooManyAttempts", { count: outcome?.minutes ?? 1 })} />
        )}
        <EmailField
          label={t("email.new")}
          name="newEmail"
          required
          defaultValue={outcome?.newEmail}
          error={atField ? t(`auth:${error}`) : undefined}
        />
        <UsernameField email={email} />
        <PasswordField
          id="emailPassword"
          label={t("email.current")}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={currentProblem(outcome)}
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

export type PasswordOutcome = {
  readonly intent: "password";
  readonly error: Exclude<PasswordChangeRefusal["error"], "sessionMissing"> | "passwordUpdateError";
  readonly lacksCurrent?: true;
  /** Which requirement. */
  readonly problem?: PasswordProblem | undefined;
  readonly minutes?: number;
};

export function ProfilePassword({ email, outcome }: { email: string; outcome: PasswordOutcome | undefined }) {
  const { t } = useTranslation(["profile", "auth"]);
  const currentProblem = useCurrentProblem();
  const said = outcome && sentence(outcome);
  useEffect(() => {
    // Said again after each try that comes to the same.
    if (outcome && said) toastError(said, { id: "password" });
  }, [outcome, said]);
  const error = (of: PasswordOutcome["error"]) => (outcome?.error === of ? said : undefined);
  return (
    <Disclosure title={t("password.title")} startsOpen={outcome !== undefined}>
      <Form method="post" noValidate preventScrollReset className="grid max-w-[520px] gap-6">
        <p className="text-muted">{t("password.text")}</p>
        {said && (outcome?.error === "tooManyAttempts" || outcome?.error === "passwordUpdateError") && (
          <Note tone="danger" role="alert" title={said} />
        )}
        <UsernameField email={email} />
        <PasswordField
          label={t("password.current")}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={currentProblem(outcome)}
          hint={<TextLink to="/forgot-password">{t("auth:login.forgot")}</TextLink>}
        />
        <NewPassword
          label={t("password.new")}
          error={outcome?.problem ? t(`auth:${outcome.problem}`) : undefined}
          again={{ label: t("password.confirm"), error: error("passwordMismatch") }}
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
    if (error === "currentPasswordWrong") return currentProblem(outcome) ?? t("auth:currentPasswordWrong");
    return error === "tooManyAttempts" ? t("auth:tooManyAttempts", { count: minutes }) : t(error);
  }
}
