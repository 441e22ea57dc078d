/** Home's section about the latest winner, and the card of a further draw. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { FocalPoint, Picture as StoredPicture } from "#shared/brand/picture.ts";
import type { Day } from "#shared/dates/dates.ts";
import type { Pence } from "#shared/money/money.ts";
import { Chip } from "#ui/chip.tsx";
import { DrawDatesLine } from "#ui/draws/draw-dates-line.tsx";
import { SoldBar } from "#ui/draws/sold-bar.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ArrowRight } from "#ui/icons.ts";
import { Photo } from "#ui/pictures/photo.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { HomeDraw } from "./home-draw.ts";

/** `winnerName`: all winners as they agreed to be named; undefined if one of them has no public name. */
export type WonDraw = {
  readonly id: string;
  readonly title: string;
  readonly priceValue: Pence;
  readonly winnerName: string | undefined;
  /** The prize that the picture shows. */
  readonly first: { readonly title: string; readonly winnerName: string | undefined };
  readonly drawnOn: Day;
  readonly photoUrl: string | undefined;
  readonly photoFocus?: FocalPoint | undefined;
  readonly picture: StoredPicture | undefined;
};

/** The latest winner with photo. */
export function LatestWinner({ draw }: { draw: WonDraw }) {
  const { t } = useTranslation("home");
  const { money, date } = useFormat();
  const { title, first, photoUrl, photoFocus } = draw;
  const player = t("winner.player");
  const alt = t("winner.photo", { title: first.title, name: first.winnerName ?? player });
  return (
    <section className="wrap home-section" aria-labelledby="winner-title">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-14">
        <div className="shot bleed max-lg:rounded-none">
          {photoUrl ? (
            <Photo src={photoUrl} focus={photoFocus} alt={alt} />
          ) : (
            <Picture picture={draw.picture} alt={alt} sizes="(min-width: 1320px) 690px, (min-width: 1024px) 55vw, 100vw" />
          )}
        </div>
        <div className="grid min-w-0 justify-items-start gap-4">
          <h2 id="winner-title" className="text-muted">
            {t("winner.title")}
          </h2>
          <p className="type-h1 wrap-anywhere">
            <bdi>{draw.winnerName ?? player}</bdi>
          </p>
          <p className="type-lead">
            {t("winner.text", { title, value: money(draw.priceValue, "whole"), date: date(draw.drawnOn) })}
          </p>
          <p className="flex flex-wrap gap-x-8">
            <TextLink to={`/draws/${draw.id}`}>{t("winner.check")}</TextLink>
            <TextLink to="/past-draws" iconAfter={<ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />}>
              {t("winner.all")}
            </TextLink>
          </p>
        </div>
      </div>
    </section>
  );
}

/** A further draw. `now`: the shop's clock at render, in ms. */
export function DrawCard({ draw, now }: { draw: HomeDraw; now: number }) {
  const { t } = useTranslation("home");
  const { money, number } = useFormat();
  return (
    <article className="draw-card">
      <div className="shot">
        <Picture
          picture={draw.picture}
          alt=""
          sizes="(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw"
          imgClassName={`draw-card-picture object-cover ${draw.state === "live" ? "" : "saturate-60"}`}
        />
        {draw.state !== "live" && (
          <Chip className="absolute top-4 start-4">{t(`others.${draw.state}`, { date: draw.opens.short })}</Chip>
        )}
      </div>
      <h3 className="type-h3 mt-5 text-[1.375rem]">
        <Link to={`/lottery/${draw.id}`} className="draw-card-link">
          {draw.title}
        </Link>
      </h3>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-5 text-[0.9375rem]">
        <span className="font-[560]">{t("others.value", { value: money(draw.priceValue, "whole") })}</span>
        <span className="text-muted">
          {t("others.price", { price: money(draw.pricePerTicket) })}{" "}
          {draw.freeEntryPath && (
            <Link to={draw.freeEntryPath} className="link relative z-1">
              {t("others.free")}
            </Link>
          )}
        </span>
      </p>
      <SoldBar
        className="mt-4"
        sold={draw.sold}
        held={draw.held}
        total={draw.total}
        label={t("hero.soldLabel")}
        start={t("hero.sold", { sold: number(draw.sold), total: number(draw.total) })}
      />
      <DrawDatesLine dates={draw.dates} now={now} className="type-small mt-3" />
    </article>
  );
}
