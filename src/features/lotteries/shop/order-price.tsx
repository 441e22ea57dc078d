/** What the chosen tickets cost, line by line. */
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { type Pence, pence } from "#shared/money.ts";
import { PriceBreakdown } from "#ui/price-breakdown.tsx";
import { useFormat } from "#ui/words.ts";
import type { Quote } from "../rules/pricing.ts";

type Props = { unit: Pence; quantity: number; quote: Quote; totalRef?: Ref<HTMLDivElement> };

export function OrderPrice({ unit, quantity, quote, totalRef }: Props) {
  const { t } = useTranslation("lottery");
  const { money, number, percent } = useFormat();
  const { pack } = quote;
  const lines = [
    {
      label: t("panel.line", { count: Math.min(quantity, 2), n: number(quantity), price: money(unit) }),
      amount: money(quote.subtotal),
    },
    ...(pack
      ? [
          {
            label: t("panel.saving", { pack: t(`packs.${pack.name}`), percent: percent(pack.percentOff / 100, 0) }),
            amount: money(pence(-quote.discount)).replace("-", "−"),
            saving: true,
          },
        ]
      : []),
  ];
  return (
    <PriceBreakdown
      lines={lines}
      total={{ label: t("panel.total"), amount: money(quote.total) }}
      {...(totalRef && { totalRef })}
    />
  );
}
