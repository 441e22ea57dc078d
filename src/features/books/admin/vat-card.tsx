/** The VAT rates of sales, fees and prizes: the current and the future ones, and a form that adds one. */
import { useTranslation } from "react-i18next";
import { VAT_GROUPS, type VatGroup } from "#shared/states.ts";
import { readNumber } from "#shared/text/typed-number.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { VAT_RATE } from "../rules/typed-sums.ts";
import { useBooksForm } from "./books-form.tsx";

/**
 * The rate of today, and `later` ones. `points` are hundredths of a percent; `code` is undefined without a
 * rate.
 */
type Vat = {
  readonly group: VatGroup;
  readonly code: string | undefined;
  readonly points: number;
  readonly later: readonly { readonly code: string; readonly points: number; readonly from: string }[];
};

function VatForm({ today }: { today: string }) {
  const { t } = useTranslation("admin-books");
  const form = useBooksForm("vat", t("vat.saved"));
  return (
    <ShopFormFrame form={form} className="grid gap-4 border-t border-line pt-5">
      <TypedGuard isUnsaved={form.isRefused} saved={form.isDone ? form.reply : undefined} />
      <SelectField
        {...form.field("appliesTo")}
        label={t("vat.appliesTo")}
        options={VAT_GROUPS.map((group) => ({ value: group, label: t(`vat.groups.${group}`) }))}
      />
      <TextField {...form.field("code")} label={t("vat.code")} hint={t("vat.codeHint")} maxLength={40} autoComplete="off" />
      <NumberField
        {...form.field("rate")}
        label={t("vat.rate")}
        inputMode="decimal"
        problemOf={(text) => (readNumber(text, VAT_RATE).ok ? undefined : t("errors.bad_rate"))}
      />
      <TextField {...form.field("from", today)} label={t("vat.from")} type="date" min={today} />
      <FormProblem form={form} />
      <Button type="submit" variant="outline" size="sm" className="justify-self-start" busy={form.isBusy}>
        {t("vat.set")}
      </Button>
    </ShopFormFrame>
  );
}

/** `today` is the first day on which a new rate may begin. */
export function VatCard({ vat, today }: { vat: readonly Vat[]; today: string }) {
  const { t } = useTranslation("admin-books");
  const { date, number } = useFormat();
  return (
    <AdminCard title={t("vat.title")}>
      <div className="grid gap-5">
        {vat.every(({ code }) => code === undefined) && (
          <Note tone="info" title={t("vat.none")}>
            {t("vat.noneText")}
          </Note>
        )}
        <DefinitionList
          rows={vat.map(({ group, code, points, later }) => ({
            id: group,
            term: t(`vat.groups.${group}`),
            value: [
              code === undefined ? t("vat.none") : t("vat.now", { code, rate: number(points / 100) }),
              ...later.map((rate) =>
                t("vat.later", { code: rate.code, rate: number(rate.points / 100), from: date(rate.from, "short") }),
              ),
            ].join(" · "),
          }))}
        />
        <Allowed right="books.write">
          <VatForm today={today} />
        </Allowed>
      </div>
    </AdminCard>
  );
}
