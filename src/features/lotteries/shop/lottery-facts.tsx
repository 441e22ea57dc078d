/** Four plain facts: what the car is worth, what a ticket costs, when the draw is, among how many. */

import { BadgeCheck, Lock, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Facts } from "#ui/facts.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { IconList } from "#ui/lists/icon-list.tsx";
import { Timeline } from "#ui/lists/timeline.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { HANDOVER_DAYS } from "../rules/handover.ts";
import { isClosingAhead } from "../rules/lifecycle.ts";
import type { LotteryView } from "../rules/lottery-view.ts";
import { PriceOrFree } from "./price-or-free.tsx";

export function LotteryFacts({ lottery }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  const { money, number, date } = useFormat();
  return (
    <Facts
      items={[
        { label: t("facts.value"), value: money(lottery.priceValue, "whole") },
        { label: t("facts.price"), value: <PriceOrFree draw={lottery} free={t("facts.free")} /> },
        ...(lottery.phase === "cancelled"
          ? []
          : [
              {
                label: t("facts.drawDate"),
                value: (
                  <time dateTime={lottery.endDate}>{t("facts.drawDateValue", { date: date(lottery.endDate, "short") })}</time>
                ),
              },
            ]),
        { label: t("facts.total"), value: number(lottery.total) },
      ]}
    />
  );
}

/** As long as it lies ahead: afterwards the draw's record says it better. */
export function HowDrawn({ lottery }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  const { date } = useFormat();
  if (!isClosingAhead(lottery.phase)) return null;
  const { cardsUntil } = lottery;
  const steps = ["close", cardsUntil ? "fixPost" : "fix", "draw", "prize"] as const;
  const dates = { date: date(lottery.endDate), cards: cardsUntil && date(cardsUntil), days: HANDOVER_DAYS };
  return (
    <section aria-labelledby="how-drawn" className="max-w-[36rem]">
      <h2 id="how-drawn" className="type-panel-title">
        {t("how.title")}
      </h2>
      <div className="mt-5">
        <Timeline
          items={steps.map((id) => ({
            id,
            title: t(`how.${id}`, dates),
            text: <p className="type-small text-pretty">{t(`how.${id}Text`, dates)}</p>,
          }))}
        />
      </div>
      <p className="mt-5">
        <TextLink to={`/draws/${lottery.id}`}>{t("how.record")}</TextLink>
      </p>
    </section>
  );
}

const lines = [
  { id: "draw", Icon: ShieldCheck },
  { id: "card", Icon: Lock },
  { id: "adults", Icon: BadgeCheck },
] as const;

export function TrustLines() {
  const { t } = useTranslation("lottery");
  return (
    <IconList
      items={lines.map(({ id, Icon }) => ({
        id,
        icon: <Icon size={20} strokeWidth={1.6} aria-hidden="true" />,
        text: t(`trust.${id}`),
      }))}
    />
  );
}
