/** The card of a past draw: each prize with its winner, handover, photo, and the choice of another winner. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mailtoLink } from "#features/accounts/rules/person/email-address.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import type { Day } from "#shared/dates/dates.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { WithScripts } from "#ui/loading/with-scripts.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { reasonText } from "../../rules/draw-reason.ts";
import type { Candidate, CompletedDraw, CompletedPrize, Won } from "../../rules/managed-draw.ts";
import { fullName } from "../draw-progress.tsx";
import { PrizeChoice } from "./prize-choice.tsx";
import { PrizeSteps } from "./prize-steps.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { VideoLink } from "./video-link.tsx";
import { WinnerPhotoArea } from "./winner-photo-area.tsx";
import { Naming, WinnerRecord } from "./winner-record.tsx";
import { WinnerSelect } from "./winner-select.tsx";

/** Why no photo of this winner may be published. */
function photoRefusal({ isErased, isNameHidden }: Won): "winner_erased" | "winner_unnamed" | undefined {
  if (isErased) return "winner_erased";
  return isNameHidden ? "winner_unnamed" : undefined;
}

/** `place`: 1 for the first prize of the draw. */
type WonCardProps = { draw: CompletedDraw; place: number; won: Won; title: string; today: Day };

/** The name, ticket and contact of the winner, and former winners with the reason of the change. */
function CurrentWinner({
  draw,
  place,
  won: { person, ticketNumber, changes, isErased, isNameHidden },
  name,
}: {
  draw: CompletedDraw;
  place: number;
  won: Won;
  name: string;
}) {
  const { t } = useTranslation("admin-draws");
  const { date } = useFormat();
  const locale = useLocale();
  const numberOf = (ticket: number) => formatTicketNumber(draw.shortNumber, ticket);
  return (
    <div className="current-winner">
      <h3 className="admin-note">{t("winners.current")}</h3>
      <p className="mt-0.5 text-lg leading-snug font-[600] [overflow-wrap:anywhere]">{name}</p>
      <p translate="no" className="type-mono text-sm">
        {t("winners.ticket", { ticket: numberOf(ticketNumber) })}
      </p>
      {(person.email !== undefined || person.phone !== undefined) && (
        <p className="mt-2 flex flex-wrap gap-x-5">
          {person.email !== undefined && (
            <a href={mailtoLink(person.email)} className="link min-h-11">
              {person.email}
            </a>
          )}
          {person.dialled !== undefined && (
            <a href={`tel:${person.dialled.replace(/[^+\d]/g, "")}`} className="link min-h-11">
              {person.phone}
            </a>
          )}
        </p>
      )}
      {!isErased && <Naming lotteryId={draw.id} place={place} ticketNumber={ticketNumber} isHidden={isNameHidden} />}
      {changes.length > 0 && (
        <details className="mt-1">
          <summary className="link min-h-11 cursor-pointer text-sm">{t("winners.changed")}</summary>
          <ul className="grid gap-1.5 text-sm text-muted">
            {changes.map(({ toTicket, reason, at }) => (
              <li key={at.getTime()} className="[overflow-wrap:anywhere]">
                {t("winners.change", {
                  ticket: numberOf(toTicket),
                  day: date(at, "short"),
                  reason: [reason.code && `${t(`winners.reasons.${reason.code}`)}.`, reasonText(reason, locale)]
                    .filter(Boolean)
                    .join(" "),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
      <WinnerRecord lotteryId={draw.id} place={place} />
    </div>
  );
}

/** A prize that was won. */
function WonCard({ draw, place, won, title, today }: WonCardProps) {
  const { t } = useTranslation(["admin-draws", "admin-orders"]);
  const [chosen, setChosen] = useState<Candidate>();
  const name = fullName(won.person) || t("winners.erased");
  return (
    <>
      {won.dispute && (
        <Note
          tone="danger"
          title={t(won.dispute === "open" ? "winners.disputed" : "winners.lost")}
          action={
            <Allowed right="disputes.read">
              <TextLink to="/admin/disputes">{t("admin-orders:disputes.all")}</TextLink>
            </Allowed>
          }
        >
          {t(won.dispute === "open" ? "winners.disputedText" : "winners.lostText")}
        </Note>
      )}
      <div className="winner-card-body">
        <div className="grid content-start gap-5">
          <CurrentWinner draw={draw} place={place} won={won} name={name} />
          <Allowed right="winners.write">
            <WithScripts without={t("winners.replaceNeedsScripts")}>
              <WinnerSelect lotteryId={draw.id} place={place} onChoose={setChosen} />
            </WithScripts>
          </Allowed>
        </div>
        <WinnerPhotoArea
          lotteryId={draw.id}
          place={place}
          photo={won.photo}
          ticketNumber={won.ticketNumber}
          title={title}
          name={name}
          refusal={photoRefusal(won)}
        />
      </div>
      {won.cash && <PrizeChoice lotteryId={draw.id} won={won} cash={won.cash} />}
      <PrizeSteps lotteryId={draw.id} place={place} won={won} today={today} />
      <ReplaceDialog draw={draw} place={place} title={title} candidate={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}

/** One of several prizes, below a heading of its own. */
function FurtherPrize({ draw, prize, today }: { draw: CompletedDraw; prize: CompletedPrize; today: Day }) {
  const { t } = useTranslation("admin-draws");
  const { money, number } = useFormat();
  const title = inLanguage(prize.title, useLocale());
  return (
    <section className="winner-prize" aria-label={title}>
      <h3 className="font-[600] [overflow-wrap:anywhere]">
        {t("winners.prizeOf", { n: number(prize.place), title })}{" "}
        <span className="admin-note">{money(prize.value, "whole")}</span>
      </h3>
      {prize.won ? (
        <WonCard draw={draw} place={prize.place} won={prize.won} title={title} today={today} />
      ) : (
        <p className="text-muted">{t("winners.noEntryLeft")}</p>
      )}
    </section>
  );
}

/** `today`: in London, the last day that a handover step may have. */
export function WinnerCard({ draw, today }: { draw: CompletedDraw; today: Day }) {
  const { t } = useTranslation("admin-draws");
  const { money, date } = useFormat();
  const title = inLanguage(draw.title, useLocale());
  const { picture, prizes } = draw;
  const won = prizes.find((prize) => prize.won)?.won;
  return (
    <section id={draw.id} className="admin-card winner-card" aria-label={title}>
      <header className="winner-card-head">
        <div className="h-[60px] w-24 shrink-0 overflow-hidden rounded-[8px] bg-[#111]">
          <Picture picture={picture} alt="" sizes="96px" />
        </div>
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="admin-h2 [overflow-wrap:anywhere]">{title}</h2>
          <p className="admin-note">
            {money(draw.priceValue, "whole")} ·{" "}
            {won
              ? t("winners.drawn", { day: date(won.drawnAt, "short") })
              : t("winners.ended", { day: date(draw.endDate, "short") })}
          </p>
        </div>
        {won && (
          <TextLink to={`/draws/${draw.id}`} className="ms-auto text-sm">
            {t("draw.proof")}
          </TextLink>
        )}
      </header>
      {!won && <p className="text-muted">{t("winners.noWinner")}</p>}
      {won &&
        prizes.map((prize) =>
          prizes.length === 1 && prize.won ? (
            <WonCard key={prize.place} draw={draw} place={1} won={prize.won} title={title} today={today} />
          ) : (
            <FurtherPrize key={prize.place} draw={draw} prize={prize} today={today} />
          ),
        )}
      {won && <VideoLink lotteryId={draw.id} videoUrl={draw.videoUrl} />}
    </section>
  );
}
