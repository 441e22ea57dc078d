/**
 * Parts of both panels of a draw: the sold tickets, the waiting room, the time left, the way to enter free.
 */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { freeEntryPath } from "#shared/free-entry-path.ts";
import { LinkButton } from "#ui/button.tsx";
import { SoldBar } from "#ui/draws/sold-bar.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { useTimeLeft } from "#ui/time/use-time-left.ts";
import type { LotteryView } from "../../rules/lottery-view.ts";

type Props = { title: string; sold: number; held: number; showsHeld: boolean; total: number; end?: ReactNode };

/** A bar with the tickets sold; `showsHeld`: it says how many are reserved; `end`: text at its end. */
export function PanelHead({ title, sold, held, showsHeld, total, end }: Props) {
  const { t } = useTranslation("lottery");
  const { number } = useFormat();
  return (
    <div>
      <h2 className="type-panel-title">{title}</h2>
      <SoldBar
        className="mt-4.5"
        sold={sold}
        held={held}
        total={total}
        label={t("sold.label")}
        start={t("sold.count", { sold: number(sold), total: number(total) })}
        note={showsHeld ? t("sold.held", { count: held, n: number(held) }) : undefined}
        end={end}
      />
    </div>
  );
}

/** When the waiting room opens; `hasLink`: with a link to it. Nothing for a draw without one. */
export function QueueLine({ lottery: { id, queue }, hasLink }: { lottery: LotteryView; hasLink: boolean }) {
  const { t } = useTranslation("lottery");
  const { date } = useFormat();
  if (!queue) return null;
  const [from, opens] = [new Date(queue.from), new Date(queue.opensAt)];
  return (
    <div className="grid gap-4">
      <p className="type-small">
        {t(`queue.${queue.stage}`, { day: date(from), from: date(from, "time"), time: date(opens, "time") })}
      </p>
      {hasLink && queue.stage !== "soon" && (
        <LinkButton to={`/lottery/${id}/queue`} full>
          {t("queue.join")}
        </LinkButton>
      )}
    </div>
  );
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/**
 * The time left, counting down. `closesAt` and `now`, the shop's clock, in ms; `onEnd` is called at the end
 * of sales.
 */
export function ClosesIn({ closesAt, now, onEnd }: { closesAt: number; now: number; onEnd: () => void }) {
  const { t } = useTranslation("lottery");
  const left = useTimeLeft(closesAt, now, onEnd);
  const hours = twoDigits(left.hours);
  const minutes = twoDigits(left.minutes);
  if (left.isOver) return <>{t("chip.closed")}</>;
  if (left.days > 0) return <>{t("closesIn.days", { days: left.days, hours })}</>;
  if (left.hours > 0) return <>{t("closesIn.hours", { hours: left.hours, minutes })}</>;
  return <>{t("closesIn.minutes", { minutes: left.minutes, seconds: twoDigits(left.seconds) })}</>;
}

/** Leads to how to enter this draw by post. */
export function FreeEntryLink({ drawId }: { drawId: string }) {
  const { t } = useTranslation("lottery");
  return (
    <Link to={freeEntryPath(drawId)} className="link mx-auto inline-flex min-h-11 items-center font-semibold">
      {t("panel.enterFree")}
    </Link>
  );
}
