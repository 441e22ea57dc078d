/** For which draw a card is, with the days by which it is posted and arrives; and in which language it is answered. */
import { useTranslation } from "react-i18next";
import type { Day } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { useLanguageOptions } from "#ui/i18n/language-names.ts";
import { useFormat } from "#ui/i18n/messages.ts";

export type PostalDrawOption = {
  readonly id: string;
  readonly title: string;
  readonly endDate: Day;
  readonly lastDay: Day;
};

/** What a new form begins with. */
export type FreshCard = { readonly requestKey: string; readonly today: Day };

type DrawProps = { id: string; draws: readonly PostalDrawOption[]; defaultValue: string | undefined; error?: string | undefined };

export function PostalDrawField({ draws, ...field }: DrawProps) {
  const { t } = useTranslation("admin-entries");
  const { date } = useFormat();
  return (
    <SelectField
      {...field}
      label={t("freeEntries.draw")}
      name="draw"
      options={draws.map(({ id, title, endDate, lastDay }) => ({
        value: id,
        label: t("freeEntries.drawOption", { title, end: date(endDate, "short"), last: date(lastDay, "short") }),
      }))}
    />
  );
}

export function MailLanguageField({ id, defaultValue }: { id: string; defaultValue: Locale }) {
  const { t } = useTranslation("admin-entries");
  return (
    <SelectField
      id={id}
      label={t("freeEntries.locale")}
      name="locale"
      defaultValue={defaultValue}
      options={useLanguageOptions()}
    />
  );
}
