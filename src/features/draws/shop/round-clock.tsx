/** Minutes and seconds until the beacon's round, and what is said when they are over and the result is not there yet. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { useTimeLeft } from "#ui/time/use-time-left.ts";
import type { Sealed } from "../rules/draw-record.ts";

/** Relays need a second or two; after so long the beacon itself is late. */
const LATE_MS = 45_000;

export function RoundClock({ sealed, now, onDue }: { sealed: Sealed; now: number; onDue: () => void }) {
  const { t } = useTranslation("pastdraws");
  const { number } = useFormat();
  const left = useTimeLeft(sealed.roundAt, now, onDue);
  const isLate = useLate(left.over, now - sealed.roundAt);
  const minutes = (left.days * 24 + left.hours) * 60 + left.minutes;
  return (
    <>
      <p className="text-sm font-[520]">{t("stub.waiting", { round: number(sealed.round) })}</p>
      {left.over ? (
        <p className="type-small mt-1">{t(isLate ? "stub.late" : "stub.due")}</p>
      ) : (
        <p className="round-clock mt-1.5" role="timer" aria-label={t("stub.left")}>
          {String(minutes).padStart(2, "0")}:<span>{String(left.seconds).padStart(2, "0")}</span>
        </p>
      )}
    </>
  );
}

/** @param overMs how long the round was over when the page was made */
function useLate(isOver: boolean, overMs: number): boolean {
  const [isLate, setLate] = useState(overMs > LATE_MS);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return isLate;
}
