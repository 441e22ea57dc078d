/** A draw in the list of draws. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LinkButton } from "#ui/button.tsx";
import { Chip } from "#ui/chip.tsx";
import { DrawDatesLine } from "#ui/draws/draw-dates-line.tsx";
import { SoldBar } from "#ui/draws/sold-bar.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ArrowRight } from "#ui/icons.ts";
import { Gallery } from "#ui/pictures/gallery.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { useTimeLeft } from "#ui/time/use-time-left.ts";
import type { LotteryView } from "../rules/lottery-view.ts";
import { PriceOrFree } from "./panel/price-or-free.tsx";

type Props = {
  draw: LotteryView;
  now: number;
  /** The draw that closes first has the primary button. */
  closesFirst: boolean;
  /** Its picture loads with priority. */
  isOnTop: boolean;
  /** Sales ended while the page is open. */
  onEnd: () => void;
};

/** The label of the draw's phase. */
function StateChip({ draw, closesFirst }: { draw: LotteryView; closesFirst: boolean }) {
  const { t } = useTranslation("prize");
  switch (draw.phase) {
    case "on_sale":
      return <Chip dot="live">{t(closesFirst ? "chip.first" : "chip.live")}</Chip>;
    case "upcoming":
      return <Chip>{t(draw.isShopShut ? "chip.shopShut" : "chip.upcoming", { date: draw.opens.short })}</Chip>;
    case "sold_out":
      return <Chip>{t("chip.soldOut")}</Chip>;
    default:
      return <Chip>{t("chip.closed")}</Chip>;
  }
}

function Pictures({ draw, closesFirst, priority }: { draw: LotteryView; closesFirst: boolean; priority: boolean }) {
  const { t } = useTranslation("prize");
  const { title, pictures } = draw;
  const badge = <StateChip draw={draw} closesFirst={closesFirst} />;
  if (pictures.length === 0) {
    return (
      <div className="shot bleed max-lg:rounded-none">
        <Link to={`/lottery/${draw.id}`} aria-label={title} tabIndex={-1}>
          <Picture picture={undefined} alt="" sizes="100vw" />
        </Link>
        <span className="absolute top-4 start-4">{badge}</span>
      </div>
    );
  }
  return (
    <Gallery
      compact
      label={t("pictures", { title })}
      pictures={pictures.map((picture, index) => ({ picture, alt: t("picture", { title, position: index + 1 }) }))}
      badge={badge}
      to={`/lottery/${draw.id}`}
      priority={priority}
    />
  );
}

type PrizeFactsProps = { draw: LotteryView; now: number; onEnd: () => void };

/**
 * The time left in its two largest units. Not a live region, so that screen readers do not announce each
 * second.
 */
function TimeLeft({ closesAt, now, onEnd }: { closesAt: number; now: number; onEnd: () => void }) {
  const { t } = useTranslation("prize");
  const { isOver, days, hours, minutes, seconds } = useTimeLeft(closesAt, now, onEnd);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  if (isOver) return <>{t("left.over")}</>;
  if (days > 0) return <>{t("left.days", { days, hours: twoDigits(hours) })}</>;
  if (hours > 0) return <>{t("left.hours", { hours, minutes: twoDigits(minutes) })}</>;
  return <>{t("left.minutes", { minutes, seconds: twoDigits(seconds) })}</>;
}

function PrizeFacts({ draw, now, onEnd }: PrizeFactsProps) {
  const { t } = useTranslation("prize");
  const { money, number, date } = useFormat();
  const { drawnFrom } = draw.dates;
  const facts: { label: string; value: ReactNode }[] = [
    { label: t("facts.value"), value: money(draw.priceValue, "whole") },
    { label: t("facts.price"), value: <PriceOrFree draw={draw} freeText={t("facts.free")} /> },
    {
      label: t("facts.drawDate"),
      value: <time dateTime={drawnFrom}>{t("facts.drawDateValue", { date: date(drawnFrom, "short") })}</time>,
    },
    draw.phase === "on_sale"
      ? { label: t("facts.closesIn"), value: <TimeLeft closesAt={draw.closesAt} now={now} onEnd={onEnd} /> }
      : { label: t("facts.total"), value: t("facts.totalValue", { n: number(draw.total) }) },
  ];
  return (
    <dl className="draw-facts mt-5.5">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="type-small">{label}</dt>
          <dd className="type-h3">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `now`: the shop's clock in ms. */
export function PrizeRow({ draw, now, closesFirst, isOnTop, onEnd }: Props) {
  const { t } = useTranslation("prize");
  const { number } = useFormat();
  const { title, sold, held, total, left } = draw;
  const page = `/lottery/${draw.id}`;
  const isLive = draw.phase === "on_sale";
  const action = isLive ? "enter" : "see";
  const leftText = left === 0 ? t("sold.none") : t("sold.left", { count: left, n: number(left) });
  return (
    <article className="draw-row" data-quiet={isLive ? undefined : ""} aria-labelledby={`draw-${draw.id}`}>
      <Pictures draw={draw} closesFirst={closesFirst} priority={isOnTop} />
      <div>
        <h2 id={`draw-${draw.id}`} className="type-draw">
          <Link to={page} className="draw-title-link">
            {title}
          </Link>
        </h2>
        {draw.furtherPrizes.length > 0 && (
          <p className="mt-1 font-[520]">
            {t("more", { count: draw.furtherPrizes.length, n: number(draw.furtherPrizes.length) })}
          </p>
        )}
        <p className="mt-3.5 max-w-[46ch] whitespace-pre-line text-muted">{draw.description}</p>
        <PrizeFacts draw={draw} now={now} onEnd={onEnd} />
        <DrawDatesLine dates={draw.dates} now={now} className="type-small mt-4" />
        <SoldBar
          className="mt-5"
          sold={sold}
          held={held}
          total={total}
          label={t("sold.label", { title })}
          start={t("sold.count", { sold: number(sold), total: number(total) })}
          note={held > 0 ? t("sold.held", { count: held, n: number(held) }) : undefined}
          end={draw.phase === "closed" ? undefined : leftText}
        />
        <LinkButton
          to={page}
          variant={closesFirst ? "gold" : "outline"}
          className="mt-6 max-[520px]:w-full lg:min-w-60"
          aria-label={t(`${action}Name`, { title })}
          iconAfter={<ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />}
        >
          {t(action)}
        </LinkButton>
      </div>
    </article>
  );
}
