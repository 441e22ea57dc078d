/** What is agreed with each payment provider for a payment, and a form that enters it from a day on. */
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { AgreedFee } from "#features/books/rules/rates.ts";
import { FEE_FIXED, FEE_RATE } from "#features/books/rules/typed-sums.ts";
import { pence } from "#shared/money.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { readNumber } from "#shared/typed-number.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { UnsavedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useTypedForm } from "#ui/fields/use-typed-form.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import type { ProviderTakings } from "./payments-view.ts";

type Props = {
  readonly providers: readonly ProviderTakings[];
  readonly today: string;
  readonly reply: { readonly error?: string; readonly fee?: TypedFee } | undefined;
};

export type TypedFee = { readonly provider: string; readonly rate: string; readonly fixed: string; readonly from: string };

export function FeesCard({ providers, today, reply }: Props) {
  const { t } = useTranslation("admin-payments");
  const { date, money, number } = useFormat();
  const facts = ({ points, fixed, from }: AgreedFee) => ({
    rate: number(points / 100),
    fixed: money(pence(fixed)),
    from: date(from),
  });
  const value = ({ fee, later }: ProviderTakings) =>
    [fee && t("fees.now", facts(fee)), later && t("fees.later", facts(later))].filter(Boolean).join(" · ") || t("fees.none");
  const { error, fee: typed } = reply ?? {};
  const form = useTypedForm({
    ...{ shown: providers.map(({ fee, later }) => [fee, later]), version: 0, reply },
    outcome: reply && (error === undefined ? "saved" : "refused"),
  });
  const at = (problem: "bad_rate" | "bad_fixed" | "bad_day" | "past") =>
    error === problem ? t(`fees.problems.${problem}`) : undefined;
  return (
    <AdminCard title={t("fees.title")} note={t("fees.note")}>
      <div className="grid gap-5">
        <DefinitionList
          rows={providers.map((each) => ({ id: each.name, term: PROVIDER_NAMES[each.name], value: value(each) }))}
        />
        <Allowed right="books.write">
          <Form key={form.key} {...form.events} method="post" className="grid gap-4 border-t border-line pt-5" preventScrollReset>
            <UnsavedGuard when={form.isTyped} stays />
            <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
              <SelectField
                label={t("fees.provider")}
                name="provider"
                defaultValue={typed?.provider}
                options={providers.map(({ name }) => ({ value: name, label: PROVIDER_NAMES[name] }))}
              />
              <NumberField
                label={t("fees.rate")}
                name="rate"
                defaultValue={typed?.rate}
                hint={t("fees.rateHint")}
                inputMode="decimal"
                problemOf={(text) => (readNumber(text, FEE_RATE).ok ? undefined : t("fees.problems.bad_rate"))}
                error={at("bad_rate")}
              />
              <NumberField
                label={t("fees.fixed")}
                name="fixed"
                defaultValue={typed?.fixed}
                hint={t("fees.fixedHint")}
                inputMode="numeric"
                problemOf={(text) => (readNumber(text, FEE_FIXED).ok ? undefined : t("fees.problems.bad_fixed"))}
                error={at("bad_fixed")}
              />
              <TextField
                label={t("fees.from")}
                name="from"
                type="date"
                defaultValue={typed?.from ?? today}
                error={at("bad_day") ?? at("past")}
              />
            </div>
            <IntentButton intent="fee" variant="outline" size="sm" className="justify-self-start">
              {t("fees.set")}
            </IntentButton>
          </Form>
        </Allowed>
      </div>
    </AdminCard>
  );
}
