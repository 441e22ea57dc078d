/**
 * Forms of the profile that change address and password. Password problems appear in a toast, and at the
 * field for visitors without scripts.
 */
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { EmailField } from "#ui/fields/text-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { PasswordProblem } from "../rules/sign-in/passwords.ts";
import type { EmailChangeRefusal } from "../server/profile/change-email.ts";
import type { PasswordChangeRefusal } from "../server/sign-in/change-password.ts";
import { NewPassword } from "./sign-in/new-password.tsx";

/** Reply of the action to the address form. */
export type EmailReply = FormReply<
  "email",
  Exclude<EmailChangeRefusal["error"], "reauth_needed" | "sessionMissing"> | "emailUpdateError"
>;

/** Requests a link to a new address, with the current password. */
export function ProfileEmail({ email }: { email: string }) {
  const { t } = useTranslation(["profile", "auth"]);
  const form = useShopForm<EmailReply>({
    intent: "email",
    navigates: true,
    say: (code, _field, reply) => {
      if (code === "emailUpdateError") return t(code);
      return code === "tooManyAttempts" ? t("auth:tooManyAttempts", { count: reply?.minutes ?? 1 }) : t(`auth:${code}`);
    },
  });
  return (
    <Disclosure title={t("email.title")} startsOpen={form.isRefused}>
      <ShopFormFrame form={form} noValidate preventScrollReset className="grid max-w-[520px] gap-6">
        <p className="text-muted">{t("email.text")}</p>
        <FormProblem form={form} />
        <EmailField {...form.field("newEmail")} label={t("email.new")} required />
        <UsernameField email={email} />
        <PasswordField
          id="emailPassword"
          label={t("email.current")}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={form.field("currentPassword").error}
        />
        <div>
          <Button type="submit" variant="outline" busy={form.isBusy} busyLabel={t("email.busy")}>
            {t("email.submit")}
          </Button>
        </div>
      </ShopFormFrame>
    </Disclosure>
  );
}

/** Reply of the action to the password form. */
export type PasswordReply = FormReply<
  "password",
  Exclude<PasswordChangeRefusal["error"], "sessionMissing" | "passwordRequirements"> | PasswordProblem | "passwordUpdateError"
>;

/** Changes the password. */
export function ProfilePassword({ email }: { email: string }) {
  const { t } = useTranslation(["profile", "auth"]);
  const form = useShopForm<PasswordReply>({
    intent: "password",
    navigates: true,
    say: (code, _field, reply) => {
      if (code === "passwordMismatch" || code === "passwordUpdateError") return t(code);
      return code === "tooManyAttempts" ? t("auth:tooManyAttempts", { count: reply?.minutes ?? 1 }) : t(`auth:${code}`);
    },
    // Repeats the toast after each attempt.
    onRefused: (problem, { refused }) => {
      const { password, confirmPassword, currentPassword } = refused?.error ?? {};
      let errorText = problem;
      if (password) errorText = t("passwordRequirements");
      else if (confirmPassword)
        errorText = t(confirmPassword[0] === "passwordMismatch" ? "passwordMismatch" : "auth:confirmPasswordRequired");
      else if (currentPassword?.[0]) errorText ??= t(`auth:${currentPassword[0] as "currentPasswordWrong"}`);
      if (errorText !== undefined) toastError(errorText, { id: "password" });
    },
  });
  return (
    <Disclosure title={t("password.title")} startsOpen={form.isRefused}>
      <ShopFormFrame form={form} noValidate preventScrollReset className="grid max-w-[520px] gap-6">
        <p className="text-muted">{t("password.text")}</p>
        <FormProblem form={form} />
        <UsernameField email={email} />
        <PasswordField
          label={t("password.current")}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={form.field("currentPassword").error}
          hint={<TextLink to="/forgot-password">{t("auth:login.forgot")}</TextLink>}
        />
        <NewPassword
          label={t("password.new")}
          error={form.field("password").error}
          again={{ label: t("password.confirm"), error: form.field("confirmPassword").error }}
        />
        <div>
          <Button type="submit" busy={form.isBusy} busyLabel={t("password.busy")}>
            {t("password.submit")}
          </Button>
        </div>
      </ShopFormFrame>
    </Disclosure>
  );
}
