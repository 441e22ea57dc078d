/** A draw as a ticket: the winner once drawn, before that what the draw waits for. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { Countdown } from "#ui/time/countdown.tsx";
import { useTimeLeft } from "#ui/time/use-time-left.ts";
import type { DrawRecord, Sealed } from "../rules/draw-record.ts";

/** `now`: the shop's clock in ms; `isNew`: drawn while the page was open; `onDue`: the wait is over. */
type Props = { record: DrawRecord; now: number; isNew: boolean; onDue: () => void };

/** Relays need a second or two; after this time the beacon itself is late. */
const LATE_MS = 45_000;

/** Whether the round is late. @param overMs how long the round was due when the page was rendered */
function useLate(isOver: boolean, overMs: number): boolean {
  const [isLate, setLate] = useState(overMs > LATE_MS);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return isLate;
}

/** Counts down to the round; then says that it is due, or late. */
function RoundClock({ sealed, now, onDue }: { sealed: Sealed; now: number; onDue: () => void }) {
  const { t } = useTranslation("pastdraws");
  const { number } = useFormat();
  const left = useTimeLeft(sealed.roundAt, now, onDue);
  const isLate = useLate(left.isOver, now - sealed.roundAt);
  const minutes = (left.days * 24 + left.hours) * 60 + left.minutes;
  return (
    <>
      <p className="text-sm font-[520]">{t("stub.waiting", { round: number(sealed.round) })}</p>
      {left.isOver ? (
        <p className="type-small mt-1">{t(isLate ? "stub.late" : "stub.due")}</p>
      ) : (
        <p className="round-clock mt-1.5" role="timer" aria-label={t("stub.left")}>
          {String(minutes).padStart(2, "0")}:<span>{String(left.seconds).padStart(2, "0")}</span>
        </p>
      )}
    </>
  );
}

/** What the draw waits for in each state. */
function BeforeDraw({ record, now, onDue }: Omit<Props, "isNew">) {
  const { t } = useTranslation("pastdraws");
  const { date } = useFormat();
  switch (record.state) {
    case "waiting":
      return record.sealed && <RoundClock sealed={record.sealed} now={now} onDue={onDue} />;
    case "upcoming":
      return <p className="type-h3">{t("stub.opens", { date: record.opens })}</p>;
    case "open":
      return (
        <>
          <p className="type-small mb-1.5">{t("stub.closesIn")}</p>
          <Countdown endsAt={record.closesAt} now={now} label={t("stub.closesIn")} size="sm" onEnd={onDue} />
        </>
      );
    case "post":
      return (
        <>
          <p className="type-small">{t("stub.drawnFrom")}</p>
          <p className="type-h3 mt-1">{date(record.dates.drawnFrom)}</p>
        </>
      );
    case "cards":
      return <p className="type-h3">{t("stub.cards")}</p>;
    case "closing":
    case "ready":
      return <p className="type-h3">{t("stub.soon")}</p>;
    default:
      return <p className="type-h3">{t("stub.none")}</p>;
  }
}

export function WinnerTicket({ record, now, isNew, onDue }: Props) {
  const { t } = useTranslation("pastdraws");
  const { money } = useFormat();
  const { title, drawn } = record;
  const value = money(record.priceValue, "whole");
  return (
    <div className="winner-ticket" data-tone={drawn ? "gold" : "night"} data-new={isNew ? "" : undefined}>
      <div className="winner-ticket-picture">
        <Picture picture={record.picture} alt={title} sizes="(min-width: 1024px) 452px, 100vw" priority />
      </div>
      <div className="px-7 pt-6 pb-7">
        {drawn && <p className="text-[0.9375rem] font-[520]">{t("stub.winner")}</p>}
        <p className="winner-ticket-name mt-0.5">
          <bdi>{drawn ? (drawn.winner.name ?? t("player")) : title}</bdi>
        </p>
        <p className="mt-2 text-[0.9375rem] font-[480]">{drawn ? t("stub.worth", { title, value }) : t("worth", { value })}</p>
      </div>
      <span className="winner-ticket-cut" aria-hidden="true" />
      <div className="winner-ticket-stub">
        {drawn ? (
          <>
            <p className="text-sm font-[520]">{t("stub.ticket")}</p>
            <p className="winner-ticket-number">{formatTicketNumber(record.shortNumber, drawn.winner.ticket)}</p>
          </>
        ) : (
          <BeforeDraw record={record} now={now} onDue={onDue} />
        )}
      </div>
    </div>
  );
}
