import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LinkButton } from "#ui/button.tsx";
import { DrawDatesLine } from "#ui/draws/draw-dates-line.tsx";
import { SoldBar } from "#ui/draws/sold-bar.tsx";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ArrowRight } from "#ui/icons.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { Countdown } from "#ui/time/countdown.tsx";
import type { HomeDraw } from "./home-draw.ts";
import { HOW_IT_WORKS_ID } from "./home-sections.tsx";

/** Letters of the longest word that fits beside the car in the largest type. */
const ROOM_LETTERS = 9;

/**
 * The main draw at the top of home. `now`: the shop's clock at render, in ms. `onEnd`: called if sales end
 * while the page is open.
 */
export function HomeHero({ draw, now, onEnd }: { draw: HomeDraw; now: number; onEnd: () => void }) {
  const { t } = useTranslation("home");
  const { money, number } = useFormat();
  const { freeEntryPath } = draw;
  const isLong = draw.title.split(/\s+/).some((word) => word.length > ROOM_LETTERS);
  const strong = (inner: React.ReactNode) => <strong className="font-semibold text-ink">{inner}</strong>;
  return (
    <section className="hero under-header" aria-labelledby="hero-title">
      <div className="hero-picture">
        <Picture
          picture={draw.picture}
          alt={draw.title}
          sizes="(min-width: 1024px) 84vw, 122vw"
          priority
          imgClassName="object-contain"
        />
      </div>
      <div className="wrap">
        <div className="hero-body">
          <HeroState draw={draw} />
          <h1 id="hero-title" className={`mt-4.5 ${isLong ? "type-greeting" : "type-display"}`}>
            {draw.title}
          </h1>
          <p className="type-lead mt-5.5 max-w-[32ch]">
            <RichText
              text={t("hero.text", { value: money(draw.priceValue, "whole"), price: money(draw.pricePerTicket) })}
              parts={{ b: strong }}
            />
            {freeEntryPath && (
              <>
                {" "}
                <RichText text={t("hero.free")} parts={{ b: (inner) => <Link to={freeEntryPath}>{strong(inner)}</Link> }} />
              </>
            )}
          </p>
          <div className="mt-8">
            <Countdown
              endsAt={draw.closesAt}
              now={now}
              label={t("hero.countdown")}
              onEnd={onEnd}
              ended={<p className="type-h2">{t("hero.status.closed")}</p>}
            />
            <DrawDatesLine dates={draw.dates} now={now} className="type-small mt-4 max-w-[44ch]" />
          </div>
          <div className="mt-8 flex flex-wrap gap-3 max-[520px]:*:flex-[1_1_100%]">
            {draw.state === "live" ? (
              <LinkButton to={`/lottery/${draw.id}`} iconAfter={<ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />}>
                {t("hero.enter")}
              </LinkButton>
            ) : (
              <LinkButton to={`/lottery/${draw.id}`} variant="outline">
                {t(draw.state === "closed" ? "hero.watch" : "hero.see")}
              </LinkButton>
            )}
            <LinkButton to={`/#${HOW_IT_WORKS_ID}`} variant="outline">
              {t("hero.how")}
            </LinkButton>
          </div>
          <SoldBar
            className="mt-8 max-w-[420px]"
            sold={draw.sold}
            total={draw.total}
            label={t("hero.soldLabel")}
            held={draw.held}
            note={draw.held > 0 ? t("hero.held", { count: draw.held, n: number(draw.held) }) : undefined}
            start={t("hero.sold", { sold: number(draw.sold), total: number(draw.total) })}
            end={draw.state === "live" ? t("hero.left", { count: draw.left, n: number(draw.left) }) : undefined}
          />
        </div>
      </div>
    </section>
  );
}

/** Whether the draw is open, and else why not. */
function HeroState({ draw }: { draw: HomeDraw }) {
  const { t } = useTranslation("home");
  return (
    <p className="type-small flex items-center gap-2.5">
      {draw.state === "live" && <span className="live-dot" />}
      {t(`hero.status.${draw.state}`, { date: draw.opens.long })}
    </p>
  );
}
