/** The further prizes on a draw's page. */
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import type { DrawRecord } from "../rules/draw-record.ts";

/**
 * The prizes after the first, with their winners once they are drawn; the winner's ticket shows the first
 * one.
 */
export function RecordPrizes({ record: { shortNumber, furtherPrizes, drawn } }: { record: DrawRecord }) {
  const { t } = useTranslation("pastdraws");
  const { money, number } = useFormat();
  if (furtherPrizes.length === 0) return null;
  return (
    <section aria-labelledby="further-prizes" className="mt-8">
      <h2 id="further-prizes" className="type-h3">
        {t("further.title")}
      </h2>
      <ol className="record-prizes mt-3">
        {furtherPrizes.map(({ place, title, value, picture }) => {
          const winner = drawn?.prizes.find((prize) => prize.place === place)?.winner;
          return (
            <li key={place}>
              {picture && (
                <div className="won-prize-picture">
                  <Picture picture={picture} alt="" sizes="96px" />
                </div>
              )}
              <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-6 gap-y-1">
                <div className="min-w-0">
                  <p className="font-[560] [overflow-wrap:anywhere]">{t("winners.prize", { n: number(place), title })}</p>
                  <p className="type-small">{t("worth", { value: money(value, "whole") })}</p>
                </div>
                {winner && (
                  <div>
                    <p className="font-[560]">
                      <bdi>{winner.name ?? t("player")}</bdi>
                    </p>
                    <p className="type-mono text-sm">{formatTicketNumber(shortNumber, winner.ticket)}</p>
                  </div>
                )}
                {drawn && !winner && <p className="type-small">{t("winners.noWinner")}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
