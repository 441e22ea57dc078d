/** The live page before the result: dates, the countdown to the round, and the wait. */
import { useTranslation } from "react-i18next";
import { useDrawDates } from "#ui/draws/draw-dates-line.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { Countdown } from "#ui/time/countdown.tsx";
import { isDrawnSoon, type LiveDraw, liveAddress } from "../../rules/live/live-draw.ts";
import type { LiveStageName } from "./live-stage-name.ts";
import type { ShownDraw } from "./shown-draw.ts";

/** `now`: the server's time of the page in ms. */
type Props = { draw: ShownDraw; live: LiveDraw; stage: LiveStageName; secondsLeft: number; now: number };

function waitingName(stage: LiveStageName): "due" | "late" | "repeating" {
  return stage === "late" || stage === "repeating" ? stage : "due";
}

/** A heading with a sentence. */
function Words({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h2 className="live-heading">{title}</h2>
      <p className="live-text">{text}</p>
    </>
  );
}

/** Before the list is sealed: what the draw waits for. */
function Ahead({ draw, live: { state }, now }: Pick<Props, "draw" | "live" | "now">) {
  const { t } = useTranslation("live");
  const dates = useDrawDates(now)(draw.dates);
  switch (state) {
    case "upcoming":
      return <Words title={t("ahead.upcoming", { date: draw.opens })} text={`${dates} ${t("ahead.then")}`} />;
    case "open":
      return (
        <>
          <h2 className="live-heading">{t("ahead.open")}</h2>
          <Countdown endsAt={draw.closesAt} now={now} label={t("ahead.open")} />
          <p className="live-text">
            {dates} {t("ahead.then")}
          </p>
        </>
      );
    case "post":
      return <Words title={t("ahead.post")} text={`${dates} ${t("ahead.then")}`} />;
    case "cards":
      return <Words title={t("ahead.cards")} text={t("ahead.then")} />;
    case "closing":
      return <Words title={t("ahead.closing")} text={t("ahead.then")} />;
    default:
      return <Words title={t("ahead.ready")} text={t("ahead.then")} />;
  }
}

function Digits({ text }: { text: string }) {
  return Array.from(text, (digit, place) => ({ digit, place })).map(({ digit, place }) => <b key={place}>{digit}</b>);
}

/** Each digit has a cell of its own, so that nothing moves. */
function Clock({ seconds, label }: { seconds: number; label: string }) {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, "0");
  const rest = String(seconds % 60).padStart(2, "0");
  return (
    <p className="live-clock" role="timer" aria-label={label} data-soon={seconds <= 10 ? "" : undefined}>
      <span className="sr-only">
        {minutes}:{rest}
      </span>
      <span aria-hidden="true" translate="no">
        <Digits text={minutes} />
        <i>:</i>
        <Digits text={rest} />
      </span>
    </p>
  );
}

function Stage({ draw, live, stage, secondsLeft, now }: Props) {
  const { t } = useTranslation("live");
  const { number, date } = useFormat();
  const { sealed, isDemo } = live;
  const round = number(sealed?.round ?? 0);
  if (stage === "ahead") return <Ahead draw={draw} live={live} now={now} />;
  if (stage === "none") {
    const state = live.state === "empty" ? "empty" : "cancelled";
    return <Words title={t(`none.${state}`)} text={t(`none.${state}Text`)} />;
  }
  if (stage === "counting" && sealed) {
    const time = date(new Date(sealed.roundAt), "clock");
    return (
      <>
        <h2 className="live-heading">{t("stage.counting.title")}</h2>
        <Clock seconds={secondsLeft} label={t("stage.counting.left")} />
        <p className="live-text">{t(isDemo ? "stage.counting.textDemo" : "stage.counting.text", { round, time })}</p>
      </>
    );
  }
  return (
    <Words title={t(`stage.${waitingName(stage)}.title`, { round })} text={t(`stage.${waitingName(stage)}.text`, { round })} />
  );
}

/** Everything before the result, and the end without one. */
export function LiveStage(props: Props) {
  const { t } = useTranslation("live");
  const { draw, live, stage } = props;
  return (
    <div className="live-stage">
      <h1 className="live-title">{draw.title}</h1>
      <Stage {...props} />
      <p className="live-links">
        <TextLink to={`/draws/${draw.id}`} reloadDocument>
          {t("links.record")}
        </TextLink>
      </p>
      {stage !== "none" && stage !== "repeating" && (
        <noscript>
          <p className="live-text">
            {isDrawnSoon(live) && t("noScripts.text")}{" "}
            <a className="link" href={liveAddress(draw.id)}>
              {t("noScripts.reload")}
            </a>
          </p>
        </noscript>
      )}
    </div>
  );
}
