import { useTranslation } from "react-i18next";
import { type DrawDates, drawDatesText } from "#shared/dates/draw-dates.ts";
import { useLocale } from "../i18n/messages.ts";

type Props = { dates: DrawDates; now: number; className?: string };

export function DrawDatesLine({ dates, now, className = "type-small" }: Props) {
  return <p className={className}>{useDrawDates(now)(dates)}</p>;
}

export function useDrawDates(now: number): (dates: DrawDates) => string {
  const { t } = useTranslation("common");
  const locale = useLocale();
  return (dates) => drawDatesText(t, dates, { locale, now });
}
