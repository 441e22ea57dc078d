import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LotteryView } from "../rules/lottery-view.ts";

type Props = { lottery: Pick<LotteryView, "title" | "priceValue" | "furtherPrizes" | "onePrizeAPerson"> };

/** All prizes in order; nothing for a draw with one prize. */
export function PrizeList({ lottery: { title, priceValue, furtherPrizes, onePrizeAPerson } }: Props) {
  const { t } = useTranslation("lottery");
  const { money, number } = useFormat();
  if (furtherPrizes.length === 0) return null;
  return (
    <section aria-labelledby="prizes" className="max-w-[36rem]">
      <h2 id="prizes" className="type-panel-title">
        {t("prizes.title")}
      </h2>
      <p className="type-small mt-2">{t(onePrizeAPerson ? "prizes.onePerPerson" : "prizes.each")}</p>
      <ol className="prize-list mt-4">
        {[{ place: 1, title, value: priceValue, details: "" }, ...furtherPrizes].map((prize) => (
          <li key={prize.place}>
            <p className="type-tiny">{prize.place === 1 ? t("prizes.first") : t("prizes.place", { n: number(prize.place) })}</p>
            <p className="font-[560] [overflow-wrap:anywhere]">{prize.title}</p>
            <p className="type-small">{t("prizes.worth", { value: money(prize.value, "whole") })}</p>
            {prize.details && <p className="mt-1.5 text-[0.9375rem] whitespace-pre-line text-muted">{prize.details}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
