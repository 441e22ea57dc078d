/** The form of /contact, and how it is read. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { z } from "zod";
import { COMPLAINT_DAYS } from "#shared/complaint-days.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { ErrorSummary } from "#ui/fields/error-summary.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { EmailField, TextArea, TextField } from "#ui/fields/text-field.tsx";
import { useSummary } from "#ui/fields/use-summary.ts";
import { parseForm } from "#ui/forms/parse-form.ts";
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

const text = z.string().default("");
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

export function readContact(form: FormData | URLSearchParams) {
  const schema = shape.superRefine((fields, context) => {
    for (const [field, message] of Object.entries(checkContact(fields))) {
      context.addIssue({ code: "custom", path: [field], message });
    }
    const wrong = checkAbout(fields.about);
    if (wrong) context.addIssue({ code: "custom", path: ["about"], message: wrong });
  });
  return parseForm(form, schema);
}

/** Asks the password managers to leave a field alone. Not all of them heed it. */
const UNFILLED = { "data-1p-ignore": "", "data-lpignore": "true", "data-bwignore": "", "data-form-type": "other" };

/** What the action says besides the fields: `minutes` is how long to wait after too many messages. */
export type ContactRefusal = { readonly error: "failed" | "tooMany" | "tooManyOfNetwork" | "tooLarge"; readonly minutes: number };

type Props = { result: SubmissionResult | undefined; refused: ContactRefusal | undefined; requestKey: string; email: string };

/** @param email the shop's own, as the other way to write */
export function ContactForm({ result, refused, requestKey, email }: Props) {
  const { t } = useTranslation("about");
  const { number } = useFormat();
  const [form, fields] = useForm<z.output<typeof shape>>({
    id: "contact",
    ...(result && { lastResult: result }),
    onValidate: ({ formData }) => readContact(formData),
    shouldRevalidate: "onInput",
  });
  const { summed, press } = useSummary(result, readContact);
  const say = (field: ContactField, problem: string) =>
    t(`contact.problems.${problem as ContactProblem}`, { field: t(`contact.fields.${field}`), most: number(LONGEST[field]) });
  const field = (name: ContactField) => {
    const [problem] = fields[name].errors ?? [];
    return {
      name,
      label: t(`contact.fields.${name}`),
      required: true,
      defaultValue: fields[name].initialValue,
      error: problem === undefined ? undefined : say(name, problem),
    };
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    press(event);
    form.onSubmit(event);
  };
  const sayAbout = (problem: string) =>
    t(`contact.problems.${problem as AboutProblem}`, { field: t("contact.about"), most: LONGEST_ABOUT });
  const [aboutProblem] = fields.about.errors ?? [];
  const summedAbout = summed?.about?.[0];
  const summary: { fieldId: string; message: string }[] = (["name", "email", "subject", "message"] as const).flatMap((name) => {
    const problem = summed?.[name]?.[0];
    return problem === undefined ? [] : [{ fieldId: name, message: say(name, problem) }];
  });
  if (summedAbout !== undefined) summary.push({ fieldId: "about", message: sayAbout(summedAbout) });
  return (
    <Form method="post" id={form.id} onSubmit={submit} noValidate className="grid gap-6">
      <RequestKey fresh={fields.requestKey.initialValue || requestKey} />
      {refused && <Note tone="danger" role="alert" title={t(`contact.${refused.error}`, { count: refused.minutes, email })} />}
      <ErrorSummary title={t("contact.summary")} errors={summary} />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <TextField {...field("name")} autoComplete="name" />
        <EmailField {...field("email")} />
      </div>
      <TextField {...field("subject")} />
      <TextField
        name="about"
        label={t("contact.about")}
        hint={t("contact.aboutHint")}
        defaultValue={fields.about.initialValue}
        error={aboutProblem === undefined ? undefined : sayAbout(aboutProblem)}
        autoComplete="off"
      />
      <TextArea {...field("message")} rows={7} hint={t("contact.messageHint")} />
      <Checkbox
        name="complaint"
        label={t("contact.isComplaint")}
        description={t("contact.isComplaintHint", COMPLAINT_DAYS)}
        defaultChecked={fields.complaint.initialValue === "on"}
      />
      <div className="decoy" aria-hidden="true">
        <label htmlFor="website">{t("contact.decoy")}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" {...UNFILLED} />
      </div>
      <p>
        <Button
          type="submit"
          busy={useNavigation().formAction?.startsWith("/contact") ?? false}
          busyLabel={t("contact.busy")}
          icon={<Send size={18} strokeWidth={1.6} aria-hidden="true" />}
          className="max-sm:w-full"
        >
          {t("contact.submit")}
        </Button>
      </p>
    </Form>
  );
}
