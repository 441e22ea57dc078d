/** The registration form of players and invited staff, and how it is read. */
import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { Day } from "#shared/dates/dates.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { EmailField, TextField } from "#ui/fields/text-field.tsx";
import { parseForm, typedText as text } from "#ui/forms/parse-form.ts";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { linkPart } from "#ui/text/link-part.tsx";
import { checkRegistration, type IsPhone } from "../rules/registration.ts";
import { NewPassword } from "./sign-in/new-password.tsx";

/** The link inside the sentence about privacy. */
const PRIVACY = { privacy: linkPart("/privacy") };

/** Schema of the form; `readRegistration` also checks the values. */
export const registration = z.object({
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  birthDate: text,
  password: text,
  confirmPassword: text,
  marketing: z.boolean().default(false),
});

/** Parses and checks the form, in the browser and on the server. `today`: London's day. */
export function readRegistration(form: FormData | URLSearchParams, today: Day, isPhone?: IsPhone) {
  const schema = registration.superRefine((fields, context) => {
    for (const [field, message] of Object.entries(checkRegistration(fields, today, isPhone))) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  });
  return parseForm(form, schema);
}

export type RegistrationReply = FormReply<"register">;

/** Replies never contain the passwords. */
export const HIDDEN = { hideFields: ["password", "confirmPassword"] };

type Props = {
  today: Day;
  /** An invited person registers with the invited address. */
  invited?: { readonly email?: string; readonly token: string; readonly submit: string };
};

/** The form. `today`: London's day. */
export function RegistrationForm({ today, invited }: Props) {
  const { t } = useTranslation("auth");
  const form = useShopForm<RegistrationReply>({
    intent: "register",
    navigates: true,
    validate: (typed) => readRegistration(typed, today),
    say: (code, _field, reply) => t(code as ParseKeys<"auth">, { count: reply?.minutes ?? 1 }),
  });
  const field = (name: "firstName" | "lastName" | "email" | "phone" | "birthDate") => ({
    ...form.field(name),
    label: t(`field.${name}`),
    required: true,
  });
  return (
    <ShopFormFrame form={form} noValidate className="grid gap-6">
      <FormProblem form={form} title={t("problems")} />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <TextField {...field("firstName")} autoComplete="given-name" />
        <TextField {...field("lastName")} autoComplete="family-name" />
      </div>
      <EmailField {...field("email")} {...(invited?.email !== undefined && { defaultValue: invited.email, readOnly: true })} />
      <TextField
        {...field("phone")}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        hint={invited ? undefined : t("field.phoneHint")}
      />
      <TextField
        {...field("birthDate")}
        type="date"
        autoComplete="bday"
        max={today}
        hint={t(invited ? "field.birthDateStaffHint" : "field.birthDateHint")}
      />
      <NewPassword
        label={t("field.newPassword")}
        error={form.field("password").error}
        again={{ label: t("field.confirmPassword"), error: form.field("confirmPassword").error }}
      />
      {!invited && <Checkbox {...form.box("marketing")} label={t("field.marketing")} description={t("field.marketingHint")} />}
      <p className="type-small">
        <RichText text={t("register.privacy")} parts={PRIVACY} />
      </p>
      {invited && <input type="hidden" name="token" value={invited.token} />}
      <Button type="submit" full busy={form.isBusy} busyLabel={t("register.busy")}>
        {invited?.submit ?? t("register.submit")}
      </Button>
    </ShopFormFrame>
  );
}
