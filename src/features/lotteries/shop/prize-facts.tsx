/** What the car is worth, what a ticket costs, when the draw is, and how long it still goes. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { useTimeLeft } from "#ui/time/use-time-left.ts";
import type { LotteryView } from "../rules/lottery-view.ts";
import { PriceOrFree } from "./price-or-free.tsx";

type Props = { draw: LotteryView; now: number; onEnd: () => void };

export function PrizeFacts({ draw, now, onEnd }: Props) {
  const { t } = useTranslation("prize");
  const { money, number, date } = useFormat();
  const facts: { label: string; value: ReactNode }[] = [
    { label: t("facts.value"), value: money(draw.priceValue, "whole") },
    { label: t("facts.price"), value: <PriceOrFree draw={draw} free={t("facts.free")} /> },
    {
      label: t("facts.drawDate"),
      value: <time dateTime={draw.endDate}>{t("facts.drawDateValue", { date: date(draw.endDate, "short") })}</time>,
    },
    draw.phase === "on_sale"
      ? { label: t("facts.closesIn"), value: <TimeLeft closesAt={draw.closesAt} now={now} onEnd={onEnd} /> }
      : { label: t("facts.total"), value: t("facts.totalValue", { n: number(draw.total) }) },
  ];
  return (
    <dl className="draw-facts mt-5.5">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="type-small">{label}</dt>
          <dd className="type-h3">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** In the two units that matter. Nobody is told of each second: it is read where it is asked for. */
function TimeLeft({ closesAt, now, onEnd }: { closesAt: number; now: number; onEnd: () => void }) {
  const { t } = useTranslation("prize");
  const { over, days, hours, minutes, seconds } = useTimeLeft(closesAt, now, onEnd);
  const two = (value: number) => String(value).padStart(2, "0");
  if (over) return <>{t("left.over")}</>;
  if (days > 0) return <>{t("left.days", { days, hours: two(hours) })}</>;
  if (hours > 0) return <>{t("left.hours", { hours, minutes: two(minutes) })}</>;
  return <>{t("left.minutes", { minutes, seconds: two(seconds) })}</>;
}
