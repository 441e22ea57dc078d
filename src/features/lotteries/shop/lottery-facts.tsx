/** Four plain facts: what the car is worth, what a ticket costs, when the draw is, among how many. */
import { useTranslation } from "react-i18next";
import { Facts } from "#ui/facts.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LotteryView } from "../rules/lottery-view.ts";
import { PriceOrFree } from "./price-or-free.tsx";

export function LotteryFacts({ lottery }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  const { money, number, date } = useFormat();
  return (
    <Facts
      items={[
        { label: t("facts.value"), value: money(lottery.priceValue, "whole") },
        { label: t("facts.price"), value: <PriceOrFree draw={lottery} free={t("facts.free")} /> },
        ...(lottery.phase === "cancelled"
          ? []
          : [
              {
                label: t("facts.drawDate"),
                value: (
                  <time dateTime={lottery.endDate}>{t("facts.drawDateValue", { date: date(lottery.endDate, "short") })}</time>
                ),
              },
            ]),
        { label: t("facts.total"), value: number(lottery.total) },
      ]}
    />
  );
}
