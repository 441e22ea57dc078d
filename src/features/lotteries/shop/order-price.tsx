/** What the chosen tickets cost, line by line. */
import { useTranslation } from "react-i18next";
import { type Pence, pence } from "#shared/money.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { PriceBreakdown } from "#ui/price-breakdown.tsx";
import type { Quote } from "../rules/pricing.ts";

/** `code` is the promotion code that the discount comes from where no pack is better. */
type Props = { unit: Pence; quantity: number; quote: Quote; code?: string | undefined };

export function OrderPrice({ unit, quantity, quote, code }: Props) {
  const { t } = useTranslation("lottery");
  const { money, number, percent } = useFormat();
  const { pack } = quote;
  const lines = [
    {
      label: t("panel.line", { count: Math.min(quantity, 2), n: number(quantity), price: money(unit) }),
      amount: money(quote.subtotal),
    },
    ...(quote.percentOff > 0
      ? [
          {
            label: pack
              ? t("panel.saving", { pack: t(`packs.${pack.name}`), percent: percent(pack.percentOff / 100, 0) })
              : t("panel.savingCode", { code: code ?? "", percent: percent(quote.percentOff / 100, 0) }),
            amount: money(pence(-quote.discount)).replace("-", "−"),
            saving: true,
          },
        ]
      : []),
  ];
  return <PriceBreakdown lines={lines} total={{ label: t("panel.total"), amount: money(quote.total) }} />;
}
