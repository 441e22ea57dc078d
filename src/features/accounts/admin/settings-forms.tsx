/** The forms of /admin/settings: a new address and a new password. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { EmailField } from "#ui/fields/text-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import { type CodeOf, errorOf, type FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import type { PasswordProblem } from "../rules/sign-in/passwords.ts";
import type { EmailChangeRefusal } from "../server/profile/change-email.ts";
import type { PasswordChangeRefusal } from "../server/sign-in/change-password.ts";
import { NewPassword } from "../shop/sign-in/new-password.tsx";

/** Reply of the action to the address form. `minutes`: how long to wait after `tooManyAttempts`. */
export type EmailReply = FormReply<"email", Exclude<EmailChangeRefusal["error"], "reauth_needed"> | "failed"> & {
  readonly minutes?: number;
};

/** Form that requests a link to a new address. `email`: the present address. */
export function SettingsEmail({ email }: { email: string }) {
  const { t } = useTranslation(["admin-people", "admin", "auth"]);
  const [round, setRound] = useState(0);
  const say = (code: CodeOf<EmailReply>, _field: string, reply: EmailReply | undefined) => {
    if (code === "emailRequired") return t("settings.emailMissing");
    if (code === "failed" || code === "sessionMissing" || code === "currentPasswordWrong") return t("settings.emailFailed");
    return code === "tooManyAttempts" ? t("auth:tooManyAttempts", { count: reply?.minutes ?? 1 }) : t(`auth:${code}`);
  };
  const form = useShopForm<EmailReply>({
    intent: "email",
    say,
    onDone: () => {
      setRound(round + 1);
      toastSuccess(t("settings.emailSent"));
    },
    onRefused: (_problem, reply) => {
      const code = errorOf(reply);
      if (code !== undefined) toastError(say(code, "", reply));
    },
  });
  return (
    <AdminCard title={t("settings.changeEmail")} note={t("settings.current", { email })}>
      {/* A successful request empties the form. */}
      <ShopFormFrame key={round} form={form} needsReauth noValidate className="grid gap-5">
        {form.isDone && <Note tone="success" title={t("settings.emailSent")} />}
        <FormProblem form={form} />
        <EmailField {...form.field("newEmail")} label={t("settings.newEmail")} required />
        <Button type="submit" className="justify-self-start" busy={form.isBusy} busyLabel={t("admin:kit.saving")}>
          {t("settings.sendLink")}
        </Button>
      </ShopFormFrame>
    </AdminCard>
  );
}

/** Reply of the action to the password form. `minutes`: how long to wait after `tooManyAttempts`. */
export type PasswordReply = FormReply<
  "password",
  Exclude<PasswordChangeRefusal["error"], "passwordRequirements"> | PasswordProblem | "failed"
> & { readonly minutes?: number };

/** Form that changes the password. `email`: for password managers. */
export function SettingsPassword({ email }: { email: string }) {
  const { t } = useTranslation(["admin-people", "admin", "auth"]);
  const [round, setRound] = useState(0);
  const say = (code: CodeOf<PasswordReply>, _field: string, reply: PasswordReply | undefined) => {
    if (code === "passwordMismatch") return t("settings.passwordMismatch");
    if (code === "failed" || code === "sessionMissing") return t("settings.passwordFailed");
    return code === "tooManyAttempts" ? t("auth:tooManyAttempts", { count: reply?.minutes ?? 1 }) : t(`auth:${code}`);
  };
  // The note on top: rules broken by the new password are listed at its field.
  const summary = (reply: PasswordReply) => {
    const code = errorOf(reply);
    return code && (reply.refused?.error?.password ? t("settings.passwordRules") : say(code, "", reply));
  };
  const form = useShopForm<PasswordReply>({
    intent: "password",
    say,
    onDone: () => {
      setRound(round + 1);
      toastSuccess(t("settings.passwordUpdated"));
    },
    onRefused: (_problem, reply) => void toastError(summary(reply) ?? ""),
  });
  return (
    <AdminCard title={t("settings.changePassword")}>
      <ShopFormFrame key={round} form={form} noValidate className="grid gap-5">
        {form.isDone && <Note tone="success" title={t("settings.passwordUpdated")} />}
        {form.code !== undefined && form.reply && <Note tone="danger" title={summary(form.reply) ?? ""} />}
        <UsernameField email={email} />
        <PasswordField
          {...form.field("currentPassword")}
          label={t("settings.currentPassword")}
          autoComplete="current-password"
          required
        />
        <NewPassword
          label={t("settings.newPassword")}
          error={form.field("password").error}
          again={{ label: t("settings.confirmPassword"), error: form.field("confirmPassword").error }}
        />
        <Button type="submit" className="justify-self-start" busy={form.isBusy} busyLabel={t("admin:kit.saving")}>
          {t("settings.updatePassword")}
        </Button>
      </ShopFormFrame>
    </AdminCard>
  );
}
