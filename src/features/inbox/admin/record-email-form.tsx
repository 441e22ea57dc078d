/** The form that adds a message that came by email. */
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { EmailField, TextArea, TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useLanguageOptions } from "#ui/i18n/language-names.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { type ContactField, type ContactProblem, LONGEST } from "../rules/contact.ts";

export type RecordEmailReply = FormReply<"email", ContactProblem | "failed" | "other_address">;

/** Copies a message that came by e-mail. */
export function RecordEmailForm({ requestKey }: { requestKey: string }) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { number } = useFormat();
  const languages = useLanguageOptions();
  const form = useShopForm<RecordEmailReply>({
    intent: "email",
    navigates: true,
    say: (code, name) => {
      if (code === "failed" || code === "other_address") return t(`conversation.errors.${code}`);
      const field = name as ContactField;
      return t(`record.problems.${code}`, { field: t(`record.${field}`), most: number(LONGEST[field]) });
    },
  });
  const isOtherAddress = form.isRefused && form.code === "other_address";
  const field = (name: ContactField) => ({ ...form.field(name), label: t(`record.${name}`) });
  return (
    <Disclosure title={t("email.title")} startsOpen={form.isRefused}>
      <ShopFormFrame form={form} className="grid max-w-[46rem] gap-4" noValidate>
        <TypedGuard isUnsaved={form.isRefused} keepsOnQueryChange={false} />
        <p className="type-small">{t("email.text")}</p>
        <FormProblem form={form} />
        <RequestKey newKey={form.typed("requestKey") || requestKey} />
        <EmailField {...field("email")} autoComplete="off" />
        <TextField {...field("name")} autoComplete="off" />
        <TextField {...field("subject")} autoComplete="off" />
        <TextArea {...field("message")} rows={8} />
        <SelectField {...form.field("locale", "en")} label={t("record.locale")} options={languages} />
        {isOtherAddress && <Checkbox {...form.box("isSamePerson")} label={t("email.samePerson")} />}
        <Button type="submit" className="justify-self-start" busy={form.isBusy} busyLabel={t("admin:kit.saving")}>
          {t("email.submit")}
        </Button>
      </ShopFormFrame>
    </Disclosure>
  );
}
