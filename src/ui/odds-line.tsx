/** The buyer's odds for the quantity that is chosen, if every ticket sells. */
import { useTranslation } from "react-i18next";
import { formatCount } from "./format-count.ts";
import { oneIn } from "./odds.ts";
import { useLocale } from "./use-locale.ts";

export function OddsLine({ tickets, total, className = "type-small" }: { tickets: number; total: number; className?: string }) {
  const { t } = useTranslation("common");
  const locale = useLocale();
  const { value, exact } = oneIn(tickets, total);
  const figures = { tickets: formatCount(tickets, locale), total: formatCount(total, locale), oneIn: formatCount(value, locale) };
  return <p className={className}>{t(tickets === 1 ? "odds.single" : exact ? "odds.exact" : "odds.about", figures)}</p>;
}
