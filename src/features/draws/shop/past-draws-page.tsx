/** Draws with a winner: those of this shop, then those imported from another platform. */
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { toImportedDrawView } from "#features/lotteries/rules/import/imported-view.ts";
import { IMPORTED_PER_PAGE, listImportedDraws } from "#features/lotteries/server/import/imported-draws.ts";
import { localeOf, readingOf } from "#platform/request/request.server.ts";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Listing } from "#ui/lists/listing.tsx";
import { Photo } from "#ui/pictures/photo.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { OutsideLink } from "#ui/text/outside-link.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { type PastDraw, pastDraw } from "../rules/past-draw.ts";
import { listPastDraws } from "../server/reading/list-results.ts";
import type { Route } from "./+types/past-draws-page.ts";
import { ImportedDraws } from "./imported-draws.tsx";

export const handle = { messages: ["pastdraws"], failures: { load: "common:notLoaded.pastDraws" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = readingOf(context);
  const locale = localeOf(context);
  const { page } = readListQuery(new URL(request.url).searchParams, ["newest"], { sort: "newest", descending: true });
  try {
    // The first page lists all of the shop's own draws.
    const [results, imported] = await Promise.all([page === 1 ? listPastDraws(ctx) : [], listImportedDraws(ctx, page)]);
    return data({
      draws: results.map((result) => pastDraw(result, locale)),
      imported: {
        ...{ page, hasMore: page * IMPORTED_PER_PAGE < imported.total },
        draws: imported.draws.map((draw) => toImportedDrawView(draw, locale)),
      },
    });
  } catch (error) {
    ctx.log.error({ err: error }, "the completed draws could not be listed");
    return data({ draws: undefined, imported: undefined }, { status: 503 });
  }
}

/** The further prizes with their winners; nothing for a draw with one prize. */
function FurtherWinners({ draw: { id, furtherPrizes } }: { draw: PastDraw }) {
  const { t } = useTranslation("pastdraws");
  const { money, number } = useFormat();
  if (furtherPrizes.length === 0) return null;
  return (
    <section aria-labelledby={`further-${id}`} className="mt-7">
      <h3 id={`further-${id}`} className="type-h3">
        {t("further.title")}
      </h3>
      <ol className="won-prizes mt-3">
        {furtherPrizes.map(({ place, title, value, picture, winner }) => (
          <li key={place}>
            {(winner?.photo ?? picture) && (
              <div className="won-prize-picture">
                {winner?.photo ? (
                  <Photo
                    src={winner.photo.url}
                    focus={winner.photo.focus}
                    alt={winner.name === undefined ? t("photoOfPlayer", { title }) : t("photo", { title, name: winner.name })}
                  />
                ) : (
                  <Picture picture={picture} alt="" sizes="96px" />
                )}
              </div>
            )}
            <div className="min-w-0">
              <p className="font-[560] wrap-anywhere">{t("winners.prize", { n: number(place), title })}</p>
              <p className="type-small">{t("worth", { value: money(value, "whole") })}</p>
              <p className={winner ? "text-champagne wrap-anywhere" : "type-small"}>
                {winner ? <bdi>{winner.name ?? t("player")}</bdi> : t("winners.noWinner")}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function WinnerPhoto({
  draw: { title, winnerName: name, photoUrl, photoFocus, picture },
  isFirst,
}: {
  draw: PastDraw;
  isFirst: boolean;
}) {
  const { t } = useTranslation("pastdraws");
  const alt = name === undefined ? t("photoOfPlayer", { title }) : t("photo", { title, name });
  const sizes = isFirst
    ? "(min-width: 1320px) 690px, (min-width: 1024px) 55vw, 100vw"
    : "(min-width: 1320px) 588px, (min-width: 1024px) 45vw, 100vw";
  return (
    <div className="shot bleed max-lg:rounded-none">
      {photoUrl ? (
        <Photo src={photoUrl} focus={photoFocus} alt={alt} priority={isFirst} />
      ) : (
        <Picture picture={picture} alt={alt} sizes={sizes} priority={isFirst} />
      )}
    </div>
  );
}

/** `isFirst`: its picture is loaded at once. */
function WonDraw({ draw, isFirst }: { draw: PastDraw; isFirst: boolean }) {
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
        <p className="type-h3 mt-5 text-champagne wrap-anywhere">
          {name === undefined ? t("congratulationsPlayer") : t("congratulations", { name })}
        </p>
        <p className="mt-1 text-muted">{t("congratulationsText")}</p>
        <div className="mt-5.5 border-t border-line pt-4">
          <DefinitionList
            rows={[
              { id: "winner", term: t("winner"), value: <bdi>{name ?? t("player")}</bdi>, strong: true },
              {
                id: "drawnOn",
                term: t("drawnOn"),
                value: <time dateTime={draw.drawnOn}>{date(draw.drawnOn)}</time>,
              },
              { id: "value", term: t("value"), value: money(draw.priceValue, "whole") },
            ]}
          />
        </div>
        <FurtherWinners draw={draw} />
        <p className="mt-4 flex flex-wrap gap-x-7">
          <TextLink to={`/draws/${draw.id}`}>
            {t("checkDraw")}
            <span className="sr-only"> ({title})</span>
          </TextLink>
          {draw.videoUrl !== undefined && (
            <OutsideLink to={draw.videoUrl}>
              {t("live.video")}
              <span className="sr-only"> ({title})</span>
            </OutsideLink>
          )}
        </p>
      </div>
    </article>
  );
}

export default function PastDrawsPage({ loaderData: { draws = [], imported } }: Route.ComponentProps) {
  const { t } = useTranslation("pastdraws");
  const { t: common } = useTranslation("common");
  const hasOwn = draws.length > 0;
  const hasImported = imported !== undefined && imported.draws.length + imported.page > 1;
  return (
    <Listing
      words="pastdraws"
      count={imported && draws.length + (hasImported ? 1 : 0)}
      notLoaded={common("notLoaded.pastDraws")}
      lead={hasOwn ? t("lead") : t("imported.text")}
      elsewhere="/prize"
    >
      {hasOwn && (
        <>
          <div className="won-draws mt-8 lg:mt-12">
            {draws.map((draw, index) => (
              <WonDraw key={draw.id} draw={draw} isFirst={index === 0} />
            ))}
          </div>
          <p className="type-small mt-16">{t("names")}</p>
        </>
      )}
      {hasImported && <ImportedDraws {...imported} isAlone={!hasOwn} />}
    </Listing>
  );
}
