import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { EmailField, TextArea, TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useLanguageOptions } from "#ui/i18n/language-names.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { type ContactField, LONGEST } from "../rules/contact.ts";
import type { RecordProblems } from "../server/record-complaint.ts";

type Code = NonNullable<RecordProblems[keyof RecordProblems]> | "failed";
export type RecordReply = FormReply<"record", Code>;

/** `today`: London's day. */
type Props = { fresh: { readonly requestKey: string; readonly today: string } };

/** Records a complaint that came by post, email or telephone. */
export function RecordComplaintForm({ fresh }: Props) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { number } = useFormat();
  const languages = useLanguageOptions();
  const form = useShopForm<RecordReply>({
    intent: "record",
    navigates: true,
    say: (code, name) => {
      if (code === "failed") return t("complaints.errors.failed");
      if (name === "receivedOn") return t("record.problems.dayInvalid");
      const field = name as ContactField;
      return t(`record.problems.${code}`, { field: t(`record.${field}`), most: number(LONGEST[field]) });
    },
  });
  const field = (name: ContactField) => ({ ...form.field(name), label: t(`record.${name}`) });
  return (
    <Disclosure title={t("record.title")} startsOpen={form.isRefused}>
      <ShopFormFrame form={form} className="grid max-w-[46rem] gap-4" noValidate>
        <TypedGuard isUnsaved={form.isRefused} keepsOnQueryChange={false} />
        <p className="type-small">{t("record.text")}</p>
        <FormProblem form={form} />
        <RequestKey newKey={fresh.requestKey} />
        <TextField {...field("name")} autoComplete="off" />
        <EmailField {...field("email")} hint={t("record.emailHint")} autoComplete="off" />
        <TextField
          {...form.field("receivedOn", fresh.today)}
          label={t("record.receivedOn")}
          hint={t("record.receivedOnHint")}
          type="date"
          max={fresh.today}
        />
        <SelectField {...form.field("locale", "en")} label={t("record.locale")} options={languages} />
        <TextField {...field("subject")} autoComplete="off" />
        <TextArea {...field("message")} rows={8} />
        <Button type="submit" className="justify-self-start" busy={form.isBusy} busyLabel={t("admin:kit.saving")}>
          {t("record.submit")}
        </Button>
      </ShopFormFrame>
    </Disclosure>
  );
}
