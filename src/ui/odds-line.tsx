/** The buyer's odds for the quantity that is chosen, if every ticket sells. */
import { useTranslation } from "react-i18next";
import { oneIn } from "./odds.ts";
import { useFormat } from "./words.ts";

export function OddsLine({ tickets, total, className = "type-small" }: { tickets: number; total: number; className?: string }) {
  const { t } = useTranslation("common");
  const { number } = useFormat();
  const { value, exact } = oneIn(tickets, total);
  const figures = { tickets: number(tickets), total: number(total), oneIn: number(value) };
  return <p className={className}>{t(tickets === 1 ? "odds.single" : exact ? "odds.exact" : "odds.about", figures)}</p>;
}
