/** The form of /register, and how it is read: the rules decide, here as on the server. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import type { ParseKeys } from "i18next";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { z } from "zod";
import type { Day } from "#shared/dates.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { ErrorSummary } from "#ui/fields/error-summary.tsx";
import { EmailField, TextField } from "#ui/fields/text-field.tsx";
import { useSummary } from "#ui/fields/use-summary.ts";
import { parseForm } from "#ui/forms/parse-form.ts";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { linkPart } from "#ui/link-part.tsx";
import { checkRegistration, type IsPhone } from "../rules/registration.ts";
import { NewPassword } from "./new-password.tsx";

const PRIVACY = { privacy: linkPart("/privacy") };

const text = z.string().default("");
const shape = z.object({
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  birthDate: text,
  password: text,
  confirmPassword: text,
  marketing: z.boolean().default(false),
});

/** `today` is the day in London that ages are counted to; on the server, `isPhone` tells telephone numbers. */
export function readRegistration(form: FormData | URLSearchParams, today: Day, isPhone?: IsPhone) {
  const schema = shape.superRefine((fields, context) => {
    for (const [field, message] of Object.entries(checkRegistration(fields, today, isPhone))) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  });
  return parseForm(form, schema);
}

/** What the action says besides the fields: `minutes` is how long to wait after too many tries. */
export type RegistrationRefusal = { readonly error: "registrationFailed" | "tooManyAttempts"; readonly minutes: number };

export function RegistrationForm({
  today,
  result,
  refused,
  invited,
}: {
  today: Day;
  result: SubmissionResult | undefined;
  refused: RegistrationRefusal | undefined;
  /** Whoever is invited opens an account for the address that the invitation went to, if it went to one. */
  invited?: { readonly email?: string; readonly token: string; readonly submit: string };
}) {
  const { t } = useTranslation("auth");
  const [form, fields] = useForm<z.output<typeof shape>>({
    id: "register",
    ...(result && { lastResult: result }),
    onValidate: ({ formData }) => readRegistration(formData, today),
    shouldRevalidate: "onInput",
  });
  const { summed, press } = useSummary(result, (typed) => readRegistration(typed, today));
  const say = (key: string) => t(key as ParseKeys<"auth">);
  const error = (name: keyof typeof fields) => {
    const [key] = fields[name].errors ?? [];
    return key === undefined ? undefined : say(key);
  };
  const field = (name: "firstName" | "lastName" | "email" | "phone" | "birthDate") => ({
    name,
    label: t(`field.${name}`),
    required: true,
    defaultValue: fields[name].initialValue,
    error: error(name),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    press(event);
    form.onSubmit(event);
  };
  return (
    <Form method="post" id={form.id} onSubmit={submit} noValidate className="grid gap-6">
      {refused && <Note tone="danger" role="alert" title={t(refused.error, { count: refused.minutes })} />}
      <ErrorSummary title={t("problems")} errors={summaryOf(summed, say)} />
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
        error={error("password")}
        again={{ label: t("field.confirmPassword"), error: error("confirmPassword") }}
      />
      {!invited && (
        <Checkbox
          name="marketing"
          label={t("field.marketing")}
          description={t("field.marketingHint")}
          defaultChecked={fields.marketing.initialValue === "on"}
        />
      )}
      <p className="type-small">
        <RichText text={t("register.privacy")} parts={PRIVACY} />
      </p>
      {invited && <input type="hidden" name="token" value={invited.token} />}
      <Button type="submit" full busy={useNavigation().state !== "idle"} busyLabel={t("register.busy")}>
        {invited?.submit ?? t("register.submit")}
      </Button>
    </Form>
  );
}

function summaryOf(errors: SubmissionResult["error"], say: (key: string) => string) {
  return Object.entries(errors ?? {}).flatMap(([fieldId, keys]) => {
    const key = keys?.[0];
    return key === undefined ? [] : [{ fieldId, message: say(key) }];
  });
}
