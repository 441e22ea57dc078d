/** Where staff key in a complaint that did not come by the contact form. */
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { EmailField, TextArea, TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useLanguageOptions } from "#ui/i18n/language-names.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { type ContactField, LONGEST } from "../rules/contact.ts";
import type { RecordProblems } from "../server/record-complaint.ts";

/** What was sent and refused, as it was typed. */
export type RecordReply = {
  readonly problems: RecordProblems;
  readonly failed: boolean;
  readonly typed: Readonly<Record<ContactField | "receivedOn" | "locale", string>>;
};
type Props = { fresh: { readonly requestKey: string; readonly today: string }; reply: RecordReply | undefined };

export function RecordComplaintForm({ fresh, reply }: Props) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { number } = useFormat();
  const languages = useLanguageOptions();
  const isBusy = useNavigation().state === "submitting";
  const field = (name: ContactField) => {
    const problem = reply?.problems[name];
    const label = t(`record.${name}`);
    return {
      name,
      label,
      defaultValue: reply?.typed[name],
      error: problem && t(`record.problems.${problem}`, { field: label, most: number(LONGEST[name]) }),
    };
  };
  return (
    <Disclosure title={t("record.title")} startsOpen={reply !== undefined}>
      <Form method="post" className="grid max-w-[46rem] gap-4" noValidate>
        <TypedGuard isUnsaved={reply !== undefined} stays={false} />
        <p className="type-small">{t("record.text")}</p>
        {reply?.failed && <Note tone="warn" role="alert" title={t("complaints.errors.failed")} />}
        <RequestKey fresh={fresh.requestKey} />
        <TextField {...field("name")} autoComplete="off" />
        <EmailField {...field("email")} hint={t("record.emailHint")} autoComplete="off" />
        <TextField
          name="receivedOn"
          label={t("record.receivedOn")}
          hint={t("record.receivedOnHint")}
          type="date"
          max={fresh.today}
          defaultValue={reply?.typed.receivedOn ?? fresh.today}
          error={reply?.problems.receivedOn && t("record.problems.dayInvalid")}
        />
        <SelectField name="locale" label={t("record.locale")} defaultValue={reply?.typed.locale ?? "en"} options={languages} />
        <TextField {...field("subject")} autoComplete="off" />
        <TextArea {...field("message")} rows={8} />
        <Button type="submit" className="justify-self-start" busy={isBusy} busyLabel={t("admin:kit.saving")}>
          {t("record.submit")}
        </Button>
      </Form>
    </Disclosure>
  );
}
