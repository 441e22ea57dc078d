/** How this draw's winner will be found, with its real date, and where that can be followed. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { Timeline } from "#ui/lists/timeline.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { HANDOVER_DAYS } from "../rules/handover.ts";
import type { LotteryView } from "../rules/lottery-view.ts";

/** As long as it lies ahead: afterwards the draw's record says it better. */
export function HowDrawn({ lottery }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  const { date } = useFormat();
  if (!["upcoming", "on_sale", "sold_out"].includes(lottery.phase)) return null;
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
