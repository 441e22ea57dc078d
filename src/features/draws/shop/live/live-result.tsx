/** The result on the live page: tickets, first names, and the verdict of this device's repetition. */
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { RotateCcw } from "#ui/icons.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { OutsideLink } from "#ui/text/outside-link.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { LiveDraw, LivePrize, LiveResult as Result } from "../../rules/live/live-draw.ts";
import type { ShownDraw } from "./shown-draw.ts";
import type { Repetition } from "./use-repeated-draw.ts";

type Props = {
  draw: ShownDraw;
  live: LiveDraw;
  result: Result;
  repetition: Repetition;
  /** The result arrived while the page was open. */
  isFresh: boolean;
  onRepeat: () => void;
};

function WinningTicket({ draw, prize, isFresh }: { draw: ShownDraw; prize: LivePrize; isFresh: boolean }) {
  const { t } = useTranslation("live");
  const { money } = useFormat();
  return (
    <div className="winner-ticket live-ticket" data-tone="gold" data-new={isFresh ? "" : undefined}>
      <div className="winner-ticket-picture">
        <Picture picture={draw.picture} alt="" sizes="(min-width: 1024px) 45vw, 100vw" priority />
      </div>
      <div className="live-ticket-text">
        <p>{t("result.winner")}</p>
        <p className="winner-ticket-name">
          {prize.isReplaced ? t("result.replacedShort") : <bdi>{prize.firstName ?? t("result.player")}</bdi>}
        </p>
        <p>{t("result.worth", { title: draw.title, value: money(draw.priceValue, "whole") })}</p>
        {prize.isReplaced && <p>{t("result.replaced")}</p>}
      </div>
      <span className="winner-ticket-cut" aria-hidden="true" />
      <div className="winner-ticket-stub">
        <p>{t("result.ticket")}</p>
        <p className="winner-ticket-number">
          {prize.ticket === undefined ? t("result.noEntry") : formatTicketNumber(draw.shortNumber, prize.ticket)}
        </p>
      </div>
    </div>
  );
}

function FurtherPrize({ draw, prize }: { draw: ShownDraw; prize: LivePrize }) {
  const { t } = useTranslation("live");
  const { number } = useFormat();
  const title = draw.furtherPrizes.find(({ place }) => place === prize.place)?.title ?? "";
  return (
    <li>
      <p className="live-prize-title">{t("result.prize", { n: number(prize.place), title })}</p>
      {prize.ticket === undefined ? (
        <p>{t("result.noEntry")}</p>
      ) : (
        <p>
          <span className="type-mono">{formatTicketNumber(draw.shortNumber, prize.ticket)}</span>{" "}
          <b>{prize.isReplaced ? t("result.replacedShort") : <bdi>{prize.firstName ?? t("result.player")}</bdi>}</b>
        </p>
      )}
    </li>
  );
}

function Verdict({ repetition: { phase, steps }, isOne }: { repetition: Repetition; isOne: boolean }) {
  const { t } = useTranslation("live");
  if (phase === "failed") return <p>{t("result.failed")}</p>;
  if (phase !== "done") return null;
  if (steps.some(({ agrees }) => !agrees)) {
    return (
      <Note tone="danger" role="alert" title={t("result.differs")}>
        {t("result.differsText")}
      </Note>
    );
  }
  return <p className="text-success">{t(isOne ? "result.agrees" : "result.agreesAll")}</p>;
}

function Reserves({ draw, prizes }: { draw: ShownDraw; prizes: readonly LivePrize[] }) {
  const { t } = useTranslation("live");
  const { number } = useFormat();
  if (prizes.every(({ reserves }) => reserves.length === 0)) return null;
  const listOf = ({ reserves }: LivePrize) => (
    <ol className="live-reserve-list">
      {reserves.map((ticket) => (
        <li key={ticket} className="type-mono">
          {formatTicketNumber(draw.shortNumber, ticket)}
        </li>
      ))}
    </ol>
  );
  return (
    <details className="live-reserves">
      <summary className="link">{t("reserves.show")}</summary>
      <p>{t("reserves.text")}</p>
      {prizes.length === 1
        ? prizes.map((prize) => <div key={prize.place}>{listOf(prize)}</div>)
        : prizes
            .filter(({ reserves }) => reserves.length > 0)
            .map((prize) => (
              <div key={prize.place}>
                <p>{t("reserves.prize", { n: number(prize.place) })}</p>
                {listOf(prize)}
              </div>
            ))}
    </details>
  );
}

/** `onRepeat`: repeats the draw on this device once more. */
export function LiveResult({ draw, live, result, repetition, isFresh, onRepeat }: Props) {
  const { t } = useTranslation("live");
  const [first, ...further] = result.prizes;
  const isAnswered = repetition.phase !== "running";
  return (
    <div className="live-result" data-several={further.length > 0 ? "" : undefined}>
      <div className="live-result-words">
        <h1 className="live-title">{draw.title}</h1>
        <h2 className="live-heading">{t(further.length > 0 ? "result.titles" : "result.title")}</h2>
        {further.length > 0 && (
          <ol className="live-prizes">
            {further.map((prize) => (
              <FurtherPrize key={prize.place} draw={draw} prize={prize} />
            ))}
          </ol>
        )}
        <div role="status" className="live-verdict">
          {isAnswered && <Verdict repetition={repetition} isOne={further.length === 0} />}
        </div>
        <div className="live-links">
          <div className="with-scripts">
            <Button
              variant="outline"
              size="sm"
              onClick={onRepeat}
              busy={!isAnswered}
              busyLabel={t("result.repeating")}
              icon={<RotateCcw size={18} strokeWidth={1.6} aria-hidden="true" />}
            >
              {t(repetition.phase === "idle" ? "result.repeat" : "result.again")}
            </Button>
          </div>
          <TextLink to={`/draws/${draw.id}`} reloadDocument>
            {t("links.check")}
          </TextLink>
          {live.videoUrl !== undefined && <OutsideLink to={live.videoUrl}>{t("links.video")}</OutsideLink>}
        </div>
        <Reserves draw={draw} prizes={result.prizes} />
      </div>
      {first && <WinningTicket draw={draw} prize={first} isFresh={isFresh} />}
    </div>
  );
}
