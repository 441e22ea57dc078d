/** Improvements of a prize since the first order, with their dates. */
import { useTranslation } from "react-i18next";
import type { Pence } from "#shared/money/money.ts";
import { useFormat } from "../i18n/messages.ts";
import { Timeline } from "../lists/timeline.tsx";

/** An improvement. `at`: milliseconds; `value`: a raised value; `note`: something added, in words. */
export type PrizeAddition = { readonly at: number } & (
  | { readonly kind: "value"; readonly from: Pence; readonly to: Pence }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "picture" }
);

export function PrizeHistory({ additions }: { additions: readonly PrizeAddition[] }) {
  const { t } = useTranslation();
  const { money, date } = useFormat();
  const textOf = (addition: PrizeAddition) => {
    if (addition.kind === "note") return addition.text;
    if (addition.kind === "picture") return t("prizeHistory.picture");
    return t("prizeHistory.value", { from: money(addition.from, "whole"), to: money(addition.to, "whole") });
  };
  return (
    <Timeline
      items={additions.map((addition, index) => {
        const at = new Date(addition.at);
        return {
          id: String(index),
          done: true,
          title: <time dateTime={at.toISOString()}>{t("prizeHistory.at", { date: date(at), time: date(at, "clock") })}</time>,
          text: <p className="type-small whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{textOf(addition)}</p>,
        };
      })}
    />
  );
}
