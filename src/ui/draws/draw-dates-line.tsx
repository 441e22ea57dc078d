import { useTranslation } from "react-i18next";
import { type DrawDates, drawDatesText } from "#shared/dates/draw-dates.ts";
import { useLocale } from "../i18n/messages.ts";

type Props = { dates: DrawDates; now: number; className?: string };

/** A draw's dates in one sentence; `now` in milliseconds. */
export function DrawDatesLine({ dates, now, className = "type-small" }: Props) {
  return <p className={className}>{useDrawDates(now)(dates)}</p>;
}

/** A function that writes a draw's dates in one sentence in the reader's language; `now` in milliseconds. */
export function useDrawDates(now: number): (dates: DrawDates) => string {
  const { t } = useTranslation("common");
  const locale = useLocale();
  return (dates) => drawDatesText(t, dates, { locale, now });
}
