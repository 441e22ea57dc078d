/** The contact form, and how it is read. */
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { COMPLAINT_DAYS } from "#shared/dates/complaint-days.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { EmailField, TextArea, TextField } from "#ui/fields/text-field.tsx";
import { parseForm, typedText as text } from "#ui/forms/parse-form.ts";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Send } from "#ui/icons.ts";
import {
  type AboutProblem,
  type ContactField,
  type ContactProblem,
  checkAbout,
  checkContact,
  LONGEST,
  LONGEST_ABOUT,
} from "../rules/contact.ts";

const shape = z.object({
  name: text,
  email: text,
  subject: text,
  message: text,
  website: text,
  requestKey: text,
  about: text,
  complaint: text,
});

/** Parses and checks the form, in the browser and on the server. */
export function readContact(form: FormData | URLSearchParams) {
  const schema = shape.superRefine((fields, context) => {
    for (const [field, message] of Object.entries(checkContact(fields))) {
      context.addIssue({ code: "custom", path: [field], message });
    }
    const problem = checkAbout(fields.about);
    if (problem) context.addIssue({ code: "custom", path: ["about"], message: problem });
  });
  return parseForm(form, schema);
}

/** Attributes that ask password managers to leave a field alone. Some ignore them. */
const UNFILLED = { "data-1p-ignore": "", "data-lpignore": "true", "data-bwignore": "", "data-form-type": "other" };

type Refusal = "failed" | "tooMany" | "tooManyOfNetwork" | "tooLarge";

export type ContactReply = FormReply<"contact", ContactProblem | AboutProblem | Refusal>;

/** The form with its decoy field. `email`: the shop's, for the sentence after a failure. */
export function ContactForm({ requestKey, email }: { requestKey: string; email: string }) {
  const { t } = useTranslation("about");
  const { number } = useFormat();
  const form = useShopForm<ContactReply>({
    intent: "contact",
    navigates: true,
    validate: readContact,
    say: (code, name, reply) => {
      if (name === "") return t(`contact.${code as Refusal}`, { count: reply?.minutes ?? 1, email });
      const [field, most] =
        name === "about"
          ? [t("contact.about"), LONGEST_ABOUT]
          : [t(`contact.fields.${name as ContactField}`), LONGEST[name as ContactField]];
      return t(`contact.problems.${code as ContactProblem}`, { field, most: number(most) });
    },
  });
  const field = (name: ContactField) => ({ ...form.field(name), label: t(`contact.fields.${name}`), required: true });
  return (
    <ShopFormFrame form={form} noValidate className="grid gap-6">
      <RequestKey newKey={form.typed("requestKey") || requestKey} />
      <FormProblem form={form} title={t("contact.summary")} />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <TextField {...field("name")} autoComplete="name" />
        <EmailField {...field("email")} />
      </div>
      <TextField {...field("subject")} />
      <TextField {...form.field("about")} label={t("contact.about")} hint={t("contact.aboutHint")} autoComplete="off" />
      <TextArea {...field("message")} rows={7} hint={t("contact.messageHint")} />
      <Checkbox
        {...form.box("complaint")}
        label={t("contact.isComplaint")}
        description={t("contact.isComplaintHint", COMPLAINT_DAYS)}
      />
      <div className="decoy" aria-hidden="true">
        <label htmlFor="website">{t("contact.decoy")}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" {...UNFILLED} />
      </div>
      <p>
        <Button
          type="submit"
          busy={form.isBusy}
          busyLabel={t("contact.busy")}
          icon={<Send size={18} strokeWidth={1.6} aria-hidden="true" />}
          className="max-sm:w-full"
        >
          {t("contact.submit")}
        </Button>
      </p>
    </ShopFormFrame>
  );
}
