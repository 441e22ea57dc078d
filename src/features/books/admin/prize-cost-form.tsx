/** What a prize has cost, entered by hand. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { type BooksReply, useBooksError } from "./books-reply.ts";

type Props = { draws: readonly { readonly id: string; readonly name: string }[]; today: string };

export function PrizeCostForm({ draws, today }: Props) {
  const { t } = useTranslation("admin-books");
  const said = useBooksError();
  const fetcher = useFetcher<BooksReply>();
  useReply(fetcher, ({ error }) => {
    if (error === undefined) toastSuccess(t("profit.saved"));
    else if (error === "failed") toastError(t("journal.failed"));
  });
  const error = fetcher.data?.error;
  const at = (...errors: readonly (typeof error)[]) => (error !== undefined && errors.includes(error) ? said(error) : undefined);
  return (
    <fetcher.Form method="post" className="grid gap-4">
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
      <Button
        type="submit"
        name="intent"
        value="cost"
        variant="outline"
        size="sm"
        className="justify-self-start"
        busy={fetcher.state !== "idle"}
      >
        {t("profit.save")}
      </Button>
    </fetcher.Form>
  );
}
