/**
 * The odds of some tickets in a sentence. `owned`: the visitor's tickets so far, which the sentence
 * mentions.
 */
import { useTranslation } from "react-i18next";
import { type EntryCount, oddsSentence } from "#shared/money/odds.ts";
import { useFormat } from "../i18n/messages.ts";

type Props = { tickets: number; owned?: number; among: EntryCount; className?: string };

export function OddsLine({ tickets, owned = 0, among, className = "type-small" }: Props) {
  const { t } = useTranslation("common");
  const { number } = useFormat();
  const { key, oneIn } = oddsSentence(tickets, among);
  const counted = (n: number) => ({ count: n, n: number(n) });
  const sentences = [
    `${t(`odds.${key}`, { tickets: number(tickets), total: number(among.entries), oneIn: number(oneIn) })}.`,
    among.free > 0 && t("odds.free", { ...counted(among.free), sold: number(among.entries - among.free) }),
    owned > 0 && t("odds.owned", counted(owned)),
  ];
  return <p className={className}>{sentences.filter(Boolean).join(" ")}</p>;
}
