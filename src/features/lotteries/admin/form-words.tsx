/** Title and description, in both languages side by side. French may wait: the shop shows the English then. */
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin-page.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { LONGEST_DESCRIPTION, LONGEST_TITLE } from "../rules/lottery-draft.ts";
import type { FieldName, LotteryFields } from "../rules/lottery-fields.ts";

type Props = { fields: LotteryFields; locked: boolean; errorOf: (name: FieldName) => string | undefined };

export function FormWords({ fields, locked, errorOf }: Props) {
  const { t } = useTranslation("admin");
  const field = (name: "title" | "title_fr" | "description" | "description_fr") => ({
    label: t(`lotteries.field.${name}`),
    name,
    defaultValue: fields[name],
    error: errorOf(name),
    autoComplete: "off",
    readOnly: locked,
    ...(name.endsWith("_fr") ? { lang: "fr", aside: t("lotteries.beforeSale") } : { lang: "en", required: true }),
  });
  return (
    <AdminCard title={t("lotteries.car")} note={t(locked ? "lotteries.carLocked" : "lotteries.carNote")}>
      <div className="form-pair">
        <TextField {...field("title")} maxLength={LONGEST_TITLE} />
        <TextField {...field("title_fr")} maxLength={LONGEST_TITLE} />
        <TextArea {...field("description")} rows={5} maxLength={LONGEST_DESCRIPTION} />
        <TextArea {...field("description_fr")} rows={5} maxLength={LONGEST_DESCRIPTION} />
      </div>
    </AdminCard>
  );
}
