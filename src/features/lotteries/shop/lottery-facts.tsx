/** The facts of a draw on its page: value, price, dates, car, cash, charity, and how it is drawn. */
import { useTranslation } from "react-i18next";
import { formatTime } from "#shared/dates/draw-dates.ts";
import { pence } from "#shared/money/money.ts";
import { DrawDatesLine } from "#ui/draws/draw-dates-line.tsx";
import { Facts } from "#ui/facts.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { BadgeCheck, Lock, ShieldCheck } from "#ui/icons.ts";
import { IconList } from "#ui/lists/icon-list.tsx";
import { Timeline } from "#ui/lists/timeline.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { useIsByChance } from "#ui/text/wording.ts";
import { isClosingAhead } from "../rules/lifecycle.ts";
import type { LotteryView } from "../rules/lottery-view.ts";
import { cashDue } from "../rules/prize/cash.ts";
import { HANDOVER_DAYS } from "../rules/prize/handover.ts";
import { CarTable } from "./car-table.tsx";
import { PriceOrFree } from "./panel/price-or-free.tsx";

function CashLine({ lottery }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  const { money, number } = useFormat();
  const amount = cashDue(lottery);
  if (!lottery.cash || amount === undefined) return null;
  const { days } = lottery.cash;
  return <p>{t("cash.text", { amount: money(amount, "whole"), count: days, n: number(days) })}</p>;
}

function CharityLine({ lottery: { charity } }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  const { money, percent } = useFormat();
  if (!charity) return null;
  const { name, number, amount_pence: amount, share_points: points } = charity;
  const share = percent((points ?? 0) / 10_000, (points ?? 0) % 100 === 0 ? 0 : 2);
  const sums = { name, number, share, amount: money(pence(amount ?? 0), "whole") };
  if (points === null) return <p>{t("charity.amount", sums)}</p>;
  return <p>{t(amount === null ? "charity.share" : "charity.both", sums)}</p>;
}

/** `now`: the shop's clock in ms. */
export function LotteryFacts({ lottery, now }: { lottery: LotteryView; now: number }) {
  const { t } = useTranslation("lottery");
  const { money, number, date } = useFormat();
  const { dates } = lottery;
  const isTakingPlace = lottery.phase !== "cancelled";
  return (
    <div className="grid gap-4">
      <Facts
        items={[
          { label: t("facts.value"), value: money(lottery.priceValue, "whole") },
          { label: t("facts.price"), value: <PriceOrFree draw={lottery} freeText={t("facts.free")} /> },
          ...(isTakingPlace
            ? [
                {
                  label: t("facts.drawDate"),
                  value: (
                    <time dateTime={dates.drawnFrom}>{t("facts.drawDateValue", { date: date(dates.drawnFrom, "short") })}</time>
                  ),
                },
              ]
            : []),
          { label: t("facts.total"), value: number(lottery.total) },
        ]}
      />
      {isTakingPlace && <DrawDatesLine dates={dates} now={now} />}
      <CarTable car={lottery.car} />
      <CashLine lottery={lottery} />
      <CharityLine lottery={lottery} />
    </div>
  );
}

/**
 * The steps from the end of sales to the prize. Only before sales end; the draw's record shows them
 * afterwards.
 */
export function HowDrawn({ lottery }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  const locale = useLocale();
  const { date } = useFormat();
  if (!isClosingAhead(lottery.phase)) return null;
  const { closesOn, closesTime, lastPostOn, drawnFrom } = lottery.dates;
  const steps = (["close", "post", "fix", "draw", "prize"] as const).filter((id) => id !== "post" || lastPostOn);
  const dates = {
    date: date(closesOn),
    time: formatTime(closesTime, locale),
    post: lastPostOn && date(lastPostOn),
    draw: date(drawnFrom),
    days: HANDOVER_DAYS,
  };
  const text = (id: (typeof steps)[number]) =>
    t(id === "prize" && lottery.car?.delivery === "collected" ? "how.prizeCollected" : `how.${id}Text`, dates);
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
            text: <p className="type-small text-pretty">{text(id)}</p>,
          }))}
        />
      </div>
      <p className="mt-5">
        <TextLink to={`/draws/${lottery.id}`}>{t("how.record")}</TextLink>
      </p>
    </section>
  );
}

const TRUST_LINES = [
  { id: "draw", Icon: ShieldCheck },
  { id: "card", Icon: Lock },
  { id: "adults", Icon: BadgeCheck },
] as const;

/** Why the shop can be trusted, in three lines with icons. */
export function TrustLines() {
  const { t } = useTranslation("lottery");
  const isByChance = useIsByChance();
  return (
    <IconList
      items={TRUST_LINES.map(({ id, Icon }) => ({
        id,
        icon: <Icon size={20} strokeWidth={1.6} aria-hidden="true" />,
        text: t(id === "draw" && isByChance ? "trust.drawByChance" : `trust.${id}`),
      }))}
    />
  );
}
