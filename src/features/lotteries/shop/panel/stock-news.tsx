import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LotteryView } from "../../rules/lottery-view.ts";

const FEW = 10;

export function StockNews({ lottery: { left, phase } }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  const { number } = useFormat();
  const [first] = useState({ left, phase });
  const isNews = left !== first.left || phase !== first.phase;
  const few = phase === "on_sale" && left <= FEW ? t("panel.left", { count: left, n: number(left) }) : "";
  return (
    <p role="status" className="sr-only">
      {isNews && (phase === "sold_out" ? t("state.soldOut.title") : few)}
    </p>
  );
}
