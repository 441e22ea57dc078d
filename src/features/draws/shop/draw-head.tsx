/** The head of a draw's page: its state in words, the button of the check, notes, facts and the winner. */
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { CancelledBecause } from "#ui/draws/cancelled-because.tsx";
import { useDrawDates } from "#ui/draws/draw-dates-line.tsx";
import { Facts } from "#ui/facts.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Download, Play, ShieldCheck } from "#ui/icons.ts";
import { OutsideLink } from "#ui/text/outside-link.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { Unbroken } from "#ui/text/unbroken.tsx";
import type { CheckState } from "../rules/check-state.ts";
import type { DrawRecord } from "../rules/draw-record.ts";
import { liveAddress } from "../rules/live/live-draw.ts";
import { useDelay } from "./check/use-delay.ts";
import { RecordPrizes } from "./record-prizes.tsx";
import { WinnerTicket } from "./winner-ticket.tsx";

type Props = {
  record: DrawRecord;
  /** The shop's clock in ms. */
  now: number;
  check: CheckState;
  /** The winner was drawn while the page was open. */
  isNew: boolean;
  onCheck: () => void;
  /** The round is due, or sales have ended. */
  onDue: () => void;
};

/** Sales are over, and the result is still ahead. */
const isLive = ({ state }: DrawRecord) => ["closing", "post", "cards", "ready", "waiting"].includes(state);

/** The last post has arrived, and its cards have yet to be keyed in. */
const isPostOpened = ({ state, dates }: DrawRecord) => state === "ready" && dates.lastPostOn !== undefined;

const titleOf = (record: DrawRecord) =>
  isPostOpened(record) ? ("state.ready.titlePost" as const) : (`state.${record.state}.title` as const);

/** What the state means, in one sentence. */
function Lead({ record, now }: Pick<Props, "record" | "now">) {
  const { state, sealed, opens, dates } = record;
  const { t } = useTranslation("pastdraws");
  const { date, number } = useFormat();
  const delay = useDelay();
  const values = {
    date: opens,
    dates: useDrawDates(now)(dates),
    count: sealed?.n ?? 0,
    tickets: number(sealed?.n ?? 0),
    delay: sealed ? delay((sealed.roundAt - sealed.sealedAt) / 1000) : "",
  };
  // Once the round is due, its number is public, whether this shop has received it or not.
  const isDue = state === "waiting" && sealed !== undefined && now >= sealed.roundAt;
  const text = () => {
    if (isDue) return t("state.waiting.leadDue", { ...values, time: date(new Date(sealed.roundAt), "clock") });
    if (isPostOpened(record)) return t("state.ready.leadPost");
    return t(`state.${state}.lead`, values);
  };
  return <p className="type-lead mt-6 max-w-[46ch]">{text()}</p>;
}

/** The ticket that was drawn for a prize. */
function drawnFor(drawn: DrawRecord["drawn"], place: number): number {
  return drawn?.prizes.find((prize) => prize.place === place)?.drawn ?? 0;
}

/** Why the draw was cancelled, is a demonstration, came early, or has another winner. */
function Notes({ record: { isDemo, earlyReason, drawn, shortNumber, cancellation } }: { record: DrawRecord }) {
  const { t } = useTranslation("pastdraws");
  const { date } = useFormat();
  const change = drawn?.changes.at(-1);
  // Of a draw with one prize, the page's title names it.
  const several = drawn && drawn.prizes.length > 1 ? drawn.prizes.find(({ place }) => place === change?.place) : undefined;
  return (
    <div className="mt-7 grid gap-3 empty:hidden">
      {cancellation && <CancelledBecause cancellation={cancellation} />}
      {isDemo && (
        <Note tone="info" title={t("record.demoTitle")}>
          {t("record.demoText")}
        </Note>
      )}
      {earlyReason !== undefined && (
        <Note tone="info" title={t("record.earlyTitle")}>
          {t("record.earlyText", { reason: earlyReason })}
        </Note>
      )}
      {change && (
        <Note tone="info" title={several ? t("record.prizeReplacedTitle", { title: several.title }) : t("record.replacedTitle")}>
          {t("record.replacedText", {
            ticket: formatTicketNumber(shortNumber, drawnFor(drawn, change.place)),
            date: date(new Date(change.at)),
            reason: change.reason,
          })}
        </Note>
      )}
    </div>
  );
}

function RecordFacts({ record: { sealed, drawn, freeEntries } }: { record: DrawRecord }) {
  const { t } = useTranslation("pastdraws");
  const { number, date } = useFormat();
  if (!sealed) return null;
  const at = (instant: number) => `${date(new Date(instant), "short")}, ${date(new Date(instant), "time")}`;
  return (
    <Facts
      items={[
        { label: t("record.tickets"), value: number(sealed.n) },
        { label: t("record.free"), value: number(freeEntries) },
        { label: t("record.fixed"), value: at(sealed.sealedAt) },
        drawn ? { label: t("record.drawn"), value: at(drawn.drawnAt) } : { label: t("record.due"), value: at(sealed.roundAt) },
      ].map((fact) => ({ ...fact, value: <span className="text-[1.0625rem]">{fact.value}</span> }))}
    />
  );
}

export function DrawHead({ record, now, check, isNew, onCheck, onDue }: Props) {
  const { t } = useTranslation("pastdraws");
  return (
    <div className="proof-head">
      <div className="min-w-0">
        <h1 className="type-h1">
          <Unbroken text={t(titleOf(record), { title: record.title })} />
        </h1>
        <Lead record={record} now={now} />
        <div className="mt-8 flex flex-wrap gap-3 max-[520px]:*:w-full">
          {record.drawn && (
            <Button
              onClick={onCheck}
              busy={check.phase === "running"}
              busyLabel={t("check.running")}
              icon={<ShieldCheck size={20} strokeWidth={1.6} aria-hidden="true" />}
            >
              {t(check.phase === "idle" ? "check.start" : "check.again")}
            </Button>
          )}
          {isLive(record) && (
            <LinkButton to={liveAddress(record.id)} reloadDocument icon={<Play size={18} strokeWidth={1.6} aria-hidden="true" />}>
              {t("live.watch")}
            </LinkButton>
          )}
          {record.sealed ? (
            <a href={`/draws/${record.id}/entries.csv`} download className="btn" data-variant="outline" data-size="md">
              <Download size={18} strokeWidth={1.6} aria-hidden="true" />
              {t("terminal.entries")}
            </a>
          ) : (
            <LinkButton to={`/lottery/${record.id}`} variant="outline">
              {t("record.see")}
            </LinkButton>
          )}
        </div>
        {record.drawn && (
          <noscript>
            <p className="type-small mt-3">{t("check.noScripts")}</p>
          </noscript>
        )}
        {record.drawn && (
          <p className="mt-3 flex flex-wrap gap-x-7">
            <TextLink to={liveAddress(record.id)} reloadDocument>
              {t("live.page")}
            </TextLink>
            {record.videoUrl !== undefined && <OutsideLink to={record.videoUrl}>{t("live.video")}</OutsideLink>}
          </p>
        )}
        <Notes record={record} />
        <RecordPrizes record={record} />
        {record.sealed && (
          <div className="mt-10 lg:mt-12">
            <RecordFacts record={record} />
          </div>
        )}
      </div>
      <WinnerTicket record={record} now={now} isNew={isNew} onDue={onDue} />
    </div>
  );
}
