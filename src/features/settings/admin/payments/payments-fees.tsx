/** The fees agreed with each payment provider, and a form that enters new ones from a day on. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AgreedFee } from "#features/books/rules/rates.ts";
import { FEE_FIXED, FEE_RATE } from "#features/books/rules/typed-sums.ts";
import { pence } from "#shared/money/money.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { readNumber } from "#shared/text/typed-number.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { UnsavedGuard, useTyped } from "#ui/fields/unsaved-guard.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import type { ProviderTakings } from "./payments-view.ts";
import { type PaymentsReply, usePaymentsWords } from "./payments-words.ts";

/** `today`: London's day, the default start of a new fee. */
type Props = { readonly providers: readonly ProviderTakings[]; readonly today: string };

/** Fees in force, later ones, and the form of a new fee. */
export function FeesCard({ providers, today }: Props) {
  const { t } = useTranslation("admin-payments");
  const { date, money, number } = useFormat();
  // Points are hundredths of a per cent; `fixed` is in pence.
  const facts = ({ points, fixed, from }: AgreedFee) => ({
    rate: number(points / 100),
    fixed: money(pence(fixed)),
    from: date(from),
  });
  const value = ({ fee, later }: ProviderTakings) =>
    [fee && t("fees.now", facts(fee)), later && t("fees.later", facts(later))].filter(Boolean).join(" · ") || t("fees.none");
  const { isTyped, events } = useTyped();
  const [round, setRound] = useState(0);
  const form = useShopForm<PaymentsReply>({
    intent: "fee",
    say: usePaymentsWords().say,
    onDone: () => !isTyped && setRound(round + 1),
  });
  return (
    <AdminCard title={t("fees.title")} note={t("fees.note")}>
      <div className="grid gap-5">
        <DefinitionList
          rows={providers.map((each) => ({ id: each.name, term: PROVIDER_NAMES[each.name], value: value(each) }))}
        />
        <Allowed right="books.write">
          <ShopFormFrame key={round} form={form} {...events} className="grid gap-4 border-t border-line pt-5">
            <UnsavedGuard when={isTyped || form.isRefused} keepsOnQueryChange />
            <FormProblem form={form} />
            <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
              <SelectField
                {...form.field("provider")}
                label={t("fees.provider")}
                options={providers.map(({ name }) => ({ value: name, label: PROVIDER_NAMES[name] }))}
              />
              <NumberField
                {...form.field("rate")}
                label={t("fees.rate")}
                hint={t("fees.rateHint")}
                inputMode="decimal"
                problemOf={(text) => (readNumber(text, FEE_RATE).ok ? undefined : t("fees.problems.bad_rate"))}
              />
              <NumberField
                {...form.field("fixed")}
                label={t("fees.fixed")}
                hint={t("fees.fixedHint")}
                inputMode="numeric"
                problemOf={(text) => (readNumber(text, FEE_FIXED).ok ? undefined : t("fees.problems.bad_fixed"))}
              />
              <TextField {...form.field("from", today)} label={t("fees.from")} type="date" />
            </div>
            {form.isDone && <Note tone="success" role="status" title={t("feeSaved")} />}
            <Button type="submit" variant="outline" size="sm" className="justify-self-start" busy={form.isBusy}>
              {t("fees.set")}
            </Button>
          </ShopFormFrame>
        </Allowed>
      </div>
    </AdminCard>
  );
}
