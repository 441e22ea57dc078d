/** One draw that is over: the winner's photo, who it is, and what was won. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { Photo } from "#ui/pictures/photo.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { TextLink } from "#ui/text-link.tsx";
import type { PastDraw } from "../rules/past-draw.ts";

/** `isFirst`: over the whole width, and seen at once. */
export function WonDraw({ draw, isFirst }: { draw: PastDraw; isFirst: boolean }) {
  const { t } = useTranslation("pastdraws");
  const { money, date } = useFormat();
  const { title, winnerName: name } = draw;
  return (
    <article aria-labelledby={`draw-${draw.id}`}>
      <WinnerPhoto draw={draw} isFirst={isFirst} />
      <div className="won-draw-text">
        <h2 id={`draw-${draw.id}`} className="type-draw">
          {title}
        </h2>
        <p className="mt-3.5 max-w-[46ch] whitespace-pre-line text-muted">{draw.description}</p>
        <p className="type-h3 mt-5 text-champagne">
          {name === undefined ? t("congratulationsPlayer") : t("congratulations", { name })}
        </p>
        <p className="mt-1 text-muted">{t("congratulationsText")}</p>
        <div className="mt-5.5 border-t border-line pt-4">
          <DefinitionList
            rows={[
              { id: "winner", term: t("winner"), value: name ?? t("player"), strong: true },
              {
                id: "drawnOn",
                term: t("drawnOn"),
                value: <time dateTime={draw.drawnOn}>{date(draw.drawnOn)}</time>,
              },
              { id: "value", term: t("value"), value: money(draw.priceValue, "whole") },
            ]}
          />
        </div>
        <TextLink to={`/draws/${draw.id}`} className="mt-4">
          {t("checkDraw")}
          <span className="sr-only"> ({title})</span>
        </TextLink>
      </div>
    </article>
  );
}

function WinnerPhoto({ draw: { title, winnerName: name, photoUrl, picture }, isFirst }: { draw: PastDraw; isFirst: boolean }) {
  const { t } = useTranslation("pastdraws");
  const alt = name === undefined ? t("photoOfPlayer", { title }) : t("photo", { title, name });
  const sizes = isFirst
    ? "(min-width: 1320px) 690px, (min-width: 1024px) 55vw, 100vw"
    : "(min-width: 1320px) 588px, (min-width: 1024px) 45vw, 100vw";
  return (
    <div className="shot bleed max-lg:rounded-none">
      {photoUrl ? (
        <Photo src={photoUrl} alt={alt} priority={isFirst} />
      ) : (
        <Picture picture={picture} alt={alt} sizes={sizes} priority={isFirst} />
      )}
    </div>
  );
}
