/**
 * Days, hours, minutes and seconds until an end. The server renders the first value, so that nothing jumps.
 */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useTimeLeft } from "./use-time-left.ts";

type Instant = string | number;

const cells = ["days", "hours", "minutes", "seconds"] as const;

type Props = {
  endsAt: Instant;
  /** The shop's clock when the page was made, for the first rendering on server and browser. */
  now: Instant;
  label: string;
  size?: "md" | "sm";
  /** Called once when the visible countdown reaches zero; not if it was over from the start. */
  onEnd?: () => void;
  /** Replaces the countdown when it is over. */
  ended?: ReactNode;
};

export function Countdown({ endsAt, now, label, size = "md", onEnd, ended }: Props) {
  const { t } = useTranslation("common");
  const left = useTimeLeft(toMs(endsAt), toMs(now), onEnd);
  if (left.isOver && ended !== undefined) return <>{ended}</>;
  return (
    // A timer is not read out as it ticks; its value is available on demand.
    <div role="timer" aria-label={label} className="countdown" data-size={size}>
      {cells.map((cell) => (
        <span key={cell}>
          <b translate="no">{cell === "days" ? left.days : String(left[cell]).padStart(2, "0")}</b>{" "}
          <small>{t(`countdown.${cell}`, { count: left[cell] })}</small>{" "}
        </span>
      ))}
    </div>
  );
}

function toMs(instant: Instant): number {
  return typeof instant === "number" ? instant : Date.parse(instant);
}
