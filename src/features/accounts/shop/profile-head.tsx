/** Whose profile it is, and what they have in all. */
import { useTranslation } from "react-i18next";
import type { Pence } from "#shared/money.ts";
import { useFormat } from "#ui/i18n/messages.ts";

export type Totals = { readonly tickets: number; readonly draws: number; readonly spent: Pence };

export function ProfileHead({ name, since, totals }: { name: string; since: Date; totals: Totals }) {
  const { t } = useTranslation("profile");
  const { date, number, money } = useFormat();
  const figures = [
    { id: "tickets", value: number(totals.tickets), label: t("totals.tickets", { count: totals.tickets }) },
    { id: "draws", value: number(totals.draws), label: t("totals.draws", { count: totals.draws }) },
    { id: "spent", value: money(totals.spent, "whole"), label: t("totals.spent") },
  ];
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-7 pt-6 lg:pt-10">
      <div className="min-w-0">
        <p className="type-small">{t("since", { date: date(since, "month") })}</p>
        <h1 className="type-h1 mt-3">{name}</h1>
      </div>
      <dl className="totals" aria-label={t("totals.label")}>
        {figures.map(({ id, value, label }) => (
          <div key={id} className="flex flex-col-reverse">
            <dt className="type-small mt-1.5">{label}</dt>
            <dd className="type-total">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
