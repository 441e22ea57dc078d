/** Announces to screen readers that few tickets are left, or none, if that changes while the page is open. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LotteryView } from "../../rules/lottery-view.ts";

/** From this number down, the tickets left are announced. */
const FEW_LEFT = 10;

/** A live region without visible text. */
export function StockNews({ lottery: { left, phase } }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  const { number } = useFormat();
  const [loaded] = useState({ left, phase });
  const isNews = left !== loaded.left || phase !== loaded.phase;
  const leftText = phase === "on_sale" && left <= FEW_LEFT ? t("panel.left", { count: left, n: number(left) }) : "";
  return (
    <p role="status" className="sr-only">
      {isNews && (phase === "sold_out" ? t("state.soldOut.title") : leftText)}
    </p>
  );
}
