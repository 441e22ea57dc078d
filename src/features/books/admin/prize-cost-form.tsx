/** What a prize has cost, entered by hand. */
import { useTranslation } from "react-i18next";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { SaveButton, useBooksForm } from "./books-form.tsx";

type Props = { draws: readonly { readonly id: string; readonly name: string }[]; today: string };

export function PrizeCostForm({ draws, today }: Props) {
  const { t } = useTranslation("admin-books");
  const { Form, isBusy, at } = useBooksForm(t("profit.saved"));
  return (
    <Form method="post" className="grid gap-4">
      <SelectField
        label={t("profit.draw")}
        name="lotteryId"
        options={draws.map(({ id, name }) => ({ value: id, label: name }))}
        error={at("no_draw")}
      />
      <TextField label={t("profit.amount")} name="amount" inputMode="decimal" autoComplete="off" error={at("no_amount")} />
      <TextField
        label={t("profit.day")}
        name="day"
        type="date"
        max={today}
        defaultValue={today}
        error={at("no_day", "future", "closed")}
      />
      <TextField
        label={t("profit.note")}
        name="note"
        hint={t("profit.noteHint")}
        maxLength={200}
        autoComplete="off"
        error={at("no_note")}
      />
      <SaveButton intent="cost" label={t("profit.save")} isBusy={isBusy} />
    </Form>
  );
}
