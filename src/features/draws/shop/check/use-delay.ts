/** A delay in words, in the visitor's language. */
import { useTranslation } from "react-i18next";

/** Delays from this one on are given in minutes. */
const LONG_SECONDS = 90;

export function useDelay(): (seconds: number) => string {
  const { t } = useTranslation("pastdraws");
  return (seconds) =>
    seconds < LONG_SECONDS
      ? t("delay.seconds", { count: Math.floor(seconds) })
      : t("delay.minutes", { count: Math.floor(seconds / 60) });
}
