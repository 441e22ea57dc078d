/** The last car that found its owner. */
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Day } from "#shared/dates.ts";
import type { Pence } from "#shared/money.ts";
import type { Picture as StoredPicture } from "#shared/picture.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { Photo } from "#ui/pictures/photo.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { TextLink } from "#ui/text-link.tsx";

/** `winnerName` is as its owner agreed to be named, undefined where the account is erased. */
export type WonDraw = {
  readonly id: string;
  readonly title: string;
  readonly priceValue: Pence;
  readonly winnerName: string | undefined;
  readonly drawnOn: Day;
  readonly photoUrl: string | undefined;
  readonly picture: StoredPicture | undefined;
};

export function LatestWinner({ draw }: { draw: WonDraw }) {
  const { t } = useTranslation("home");
  const { money, date } = useFormat();
  const { title, photoUrl } = draw;
  const name = draw.winnerName ?? t("winner.player");
  const alt = t("winner.photo", { title, name });
  return (
    <section className="wrap home-section" aria-labelledby="winner-title">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-14">
        <div className="shot bleed max-lg:rounded-none">
          {photoUrl ? (
            <Photo src={photoUrl} alt={alt} />
          ) : (
            <Picture picture={draw.picture} alt={alt} sizes="(min-width: 1320px) 690px, (min-width: 1024px) 55vw, 100vw" />
          )}
        </div>
        <div className="grid min-w-0 justify-items-start gap-4">
          <h2 id="winner-title" className="text-muted">
            {t("winner.title")}
          </h2>
          <p className="type-h1 wrap-anywhere">{name}</p>
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
