/** The content of the draw dialog after the request: the wait for the round, then the winner. */
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { ExternalLink } from "#ui/icons.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { useTimeLeft } from "#ui/time/use-time-left.ts";
import { liveAddress } from "../rules/live/live-draw.ts";
import type { ManagedDraw } from "../rules/managed-draw.ts";
import { calledBy } from "./draw-progress.tsx";

/** A link to the page of the live draw, in a new window, such as that of a projector. */
export function LivePageLink({ id }: { id: string }) {
  const { t } = useTranslation("admin-draws");
  return (
    <TextLink to={liveAddress(id)} reloadDocument target="_blank" className="justify-self-start">
      {t("draw.live")}
      <ExternalLink size={16} strokeWidth={1.6} aria-hidden="true" />
      <span className="sr-only"> {t("draw.newWindow")}</span>
    </TextLink>
  );
}

/** Milliseconds after a round is due until it counts as late. */
const LATE_MS = 45_000;

/** Counts down to the round, then reloads the page. `roundAt`, `now`: in ms. */
function RoundClock({ roundAt, now }: { roundAt: number; now: number }) {
  const { t } = useTranslation("pastdraws");
  const { revalidate } = useRevalidator();
  const left = useTimeLeft(roundAt, now, () => void revalidate());
  if (left.isOver) return <p className="mt-1 text-muted">{t(now - roundAt > LATE_MS ? "stub.late" : "stub.due")}</p>;
  const minutes = (left.days * 24 + left.hours) * 60 + left.minutes;
  return (
    <p className="round-clock mt-1.5" role="timer" aria-label={t("stub.left")}>
      {String(minutes).padStart(2, "0")}:<span>{String(left.seconds).padStart(2, "0")}</span>
    </p>
  );
}

/** The wait before the result: for open payment pages, then for the round. `now`: the shop's time in ms. */
export function DrawWait({ draw: { id, state }, now }: { draw: ManagedDraw; now: number }) {
  const { t } = useTranslation("admin-draws");
  const { number } = useFormat();
  const held = state.name === "closing" ? state.held : 0;
  return (
    <div className="grid gap-4" role="status">
      {state.name === "frozen" ? (
        <div>
          <p className="font-[540]">{t("draw.waiting", { round: number(state.round) })}</p>
          <RoundClock roundAt={state.roundAt.getTime()} now={now} />
        </div>
      ) : held > 0 ? (
        <p>
          <b className="font-[560]">{t("draw.state.held", { count: held, number: number(held) })}.</b> {t("draw.dialog.drains")}
        </p>
      ) : (
        <p>{t("draw.dialog.soon")}</p>
      )}
      <p className="text-muted">{t("draw.dialog.goesOn")}</p>
      <LivePageLink id={id} />
    </div>
  );
}

type ResultProps = { draw: ManagedDraw; winner: NonNullable<ManagedDraw["winner"]>; onClose?: () => void };

function FurtherWinners({ draw: { shortNumber, furtherWinners } }: { draw: ManagedDraw }) {
  const { t } = useTranslation("admin-draws");
  const { number } = useFormat();
  const locale = useLocale();
  if (furtherWinners.length === 0) return null;
  return (
    <ol className="grid gap-3" aria-label={t("draw.dialog.furtherWinners")}>
      {furtherWinners.map(({ place, title, person, ticketNumber }) => (
        <li key={place} className="grid [overflow-wrap:anywhere]">
          <span className="admin-note">{t("winners.prizeOf", { n: number(place), title: inLanguage(title, locale) })}</span>
          <span className="font-[560] first-letter:uppercase">{calledBy(person, t)}</span>
          <span className="type-mono text-sm">{formatTicketNumber(shortNumber, ticketNumber)}</span>
        </li>
      ))}
    </ol>
  );
}

/** The winner on a ticket. Without `onClose`, no button closes the dialog. */
export function DrawResult({ draw, winner: { person, ticketNumber }, onClose }: ResultProps) {
  const { t } = useTranslation("admin-draws");
  const { number } = useFormat();
  const title = inLanguage(draw.title, useLocale());
  const [picture] = draw.images;
  return (
    <div className="grid gap-5">
      <div className="winner-ticket admin-winner-ticket" data-tone="gold">
        {picture && (
          <div className="winner-ticket-picture">
            <Picture picture={picture} alt="" sizes="500px" />
          </div>
        )}
        <div className="px-7 pt-5 pb-6" role="status">
          <p className="text-[0.9375rem] font-[520]">{title}</p>
          <p className="winner-ticket-name mt-0.5 first-letter:uppercase">{calledBy(person, t)}</p>
          <p className="mt-2 [overflow-wrap:anywhere]">{[person.email, person.phone].filter(Boolean).join(", ")}</p>
        </div>
        <span className="winner-ticket-cut" aria-hidden="true" />
        <div className="winner-ticket-stub">
          <p className="text-sm font-[520]">
            {t("draw.dialog.ticket", { count: draw.entries.total, number: number(draw.entries.total) })}
          </p>
          <p className="winner-ticket-number">{formatTicketNumber(draw.shortNumber, ticketNumber)}</p>
        </div>
      </div>
      <FurtherWinners draw={draw} />
      <div className="flex flex-wrap gap-3 *:flex-1">
        <LinkButton to={`/draws/${draw.id}`} variant="outline">
          {t("draw.proof")}
        </LinkButton>
        {onClose && <Button onClick={onClose}>{t("draw.dialog.done")}</Button>}
      </div>
    </div>
  );
}
