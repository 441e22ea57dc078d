/** How long sales still run, in the two units that matter. */
import { useTranslation } from "react-i18next";
import { useTimeLeft } from "#ui/time/use-time-left.ts";

/** Instants in milliseconds; `now` is the shop's clock when the page was made. `onEnd` is called when sales end while it is looked at. */
export function ClosesIn({ closesAt, now, onEnd }: { closesAt: number; now: number; onEnd: () => void }) {
  const { t } = useTranslation("lottery");
  const left = useTimeLeft(closesAt, now, onEnd);
  const hours = twoDigits(left.hours);
  const minutes = twoDigits(left.minutes);
  if (left.over) return <>{t("chip.closed")}</>;
  if (left.days > 0) return <>{t("closesIn.days", { days: left.days, hours })}</>;
  if (left.hours > 0) return <>{t("closesIn.hours", { hours: left.hours, minutes })}</>;
  return <>{t("closesIn.minutes", { minutes: left.minutes, seconds: twoDigits(left.seconds) })}</>;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
