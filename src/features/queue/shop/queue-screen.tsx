/** The screen of a waiting visitor: place, estimated wait, how the order was drawn, and leaving. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import type { Picture as PictureData } from "#shared/brand/picture.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { PurchaseSteps } from "#ui/draws/purchase-steps.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useSubmission } from "#ui/forms/use-submission.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { type LiveQueue, type OwnTurn, ownTurn } from "../rules/live-queue.ts";
import { QueueStanding, useWait } from "./queue-standing.tsx";
import { useLiveQueue } from "./use-live-queue.ts";

/** `live`: the room at the time of loading; `isFull`: the turn had come, but the shop was full. */
export type QueueView = {
  readonly lotteryId: string;
  readonly title: string;
  readonly picture: PictureData | undefined;
  /** Where the purchase goes on when the turn has come. */
  readonly purchaseAddress: string;
  readonly live: LiveQueue;
  /** The visitor's number; undefined if no place could be taken yet. */
  readonly number: number | undefined;
  readonly isFull: boolean;
};

/** What the screen says; `free`: no turn is needed, `up`: the visitor may buy now. */
type Standing = "soon" | "gathering" | "waiting" | "up" | "held" | "soldOut" | "free" | "over";

function standingOf({ phase }: LiveQueue, isUp: boolean): Standing {
  if (phase === "off") return "free";
  if (phase === "sold_out") return "soldOut";
  if (phase === "open") return isUp ? "up" : "waiting";
  return phase;
}

function Leave() {
  const { t } = useTranslation("queue");
  const { Form, isBusy } = useSubmission({ intent: "leave", navigates: true });
  return (
    <Disclosure title={t("leave.title")}>
      <p className="text-muted">{t("leave.text")}</p>
      <ShopFormFrame form={{ Form, intent: "leave" }} className="mt-4">
        <Button type="submit" variant="danger" busy={isBusy}>
          {t("leave.button")}
        </Button>
      </ShopFormFrame>
    </Disclosure>
  );
}

/** A draw that ends while people wait may be cancelled: reload the page to say so. */
function useReloadAtEnd(live: LiveQueue, loaded: LiveQueue): void {
  const { revalidate } = useRevalidator();
  const hasEnded = live.phase === "over" && loaded.phase !== "over";
  useEffect(() => {
    if (hasEnded) void revalidate();
  }, [hasEnded, revalidate]);
}

/** The requests for a place are spread over this time. Before the opening, their order has no effect. */
const TAKE_PLACE_WITHIN_MS = 60_000;

/** Reloads the page, which takes a place, once the room takes visitors. */
function useTakePlace(live: LiveQueue, number: number | undefined): void {
  const { revalidate } = useRevalidator();
  const isDue = number === undefined && live.phase !== "soon" && live.phase !== "over";
  const { phase, opensAt, from } = live;
  useEffect(() => {
    if (!isDue) return;
    const most = phase === "gathering" ? Math.min(TAKE_PLACE_WITHIN_MS, (opensAt - from) / 4) : 0;
    const timer = setTimeout(() => void revalidate(), Math.random() * most);
    return () => clearTimeout(timer);
  }, [isDue, phase, opensAt, from, revalidate]);
}

/** Screen readers hear the number of people ahead at most this often. */
const ANNOUNCE_EVERY_MS = 60_000;

type Props = { standing: Standing; turn: OwnTurn | undefined; heading: string };

/** A live region for screen readers: a change of the standing at once, the people ahead each minute. */
function QueueNews({ standing, turn, heading }: Props) {
  const { t } = useTranslation("queue");
  const { number } = useFormat();
  const wait = useWait();
  const [minute, setMinute] = useState(0);
  const [announcement, setAnnouncement] = useState({ standing, minute, text: "" });
  useEffect(() => {
    const timer = setInterval(() => setMinute((before) => before + 1), ANNOUNCE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (announcement.standing !== standing) setAnnouncement({ standing, minute, text: heading });
  else if (announcement.minute !== minute) {
    const ahead = turn?.ahead ?? 0;
    const where = turn ? t("news", { count: ahead, n: number(ahead), wait: wait(turn) }) : announcement.text;
    setAnnouncement({ standing, minute, text: standing === "waiting" ? where : announcement.text });
  }
  return (
    <p role="status" className="sr-only">
      {announcement.text}
    </p>
  );
}

/** The commitment, the seed and the number, from which visitors can check the order. */
function HowOrdered({ live, number }: { live: LiveQueue; number: number }) {
  const { t } = useTranslation("queue");
  const { number: format } = useFormat();
  const values = [
    { label: t("order.commitment"), value: live.commitment },
    ...(live.seed === undefined ? [] : [{ label: t("order.seed"), value: live.seed }]),
  ];
  return (
    <Disclosure title={t("order.title")}>
      <p className="text-muted">{t("order.text")}</p>
      <p className="mt-3 text-muted">
        {t(live.drawn === undefined ? "order.before" : "order.after", { count: live.drawn ?? 0, n: format(live.drawn ?? 0) })}
      </p>
      <dl className="mt-4 grid gap-3">
        <div>
          <dt className="type-small">{t("order.number")}</dt>
          <dd translate="no" className="type-mono mt-1">
            {format(number)}
          </dd>
        </div>
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt className="type-small">{label}</dt>
            <dd translate="no" className="type-mono mt-1 break-all text-[0.8125rem]">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

/** Polls the room, and changes with it. */
export function QueueScreen({ page }: { page: QueueView }) {
  const { t } = useTranslation("queue");
  const { number: format, date } = useFormat();
  const { live, isLate } = useLiveQueue(page.lotteryId, page.live);
  const { lotteryId } = page;
  // After a room was closed and reopened, former numbers are void.
  const number = live.commitment === page.live.commitment ? page.number : undefined;
  useTakePlace(live, number);
  useReloadAtEnd(live, page.live);
  const turn = number === undefined ? undefined : ownTurn(live, number);
  const standing = standingOf(live, turn?.isUp === true);
  const times = {
    time: date(new Date(live.opensAt), "time"),
    from: date(new Date(live.from), "time"),
    day: date(new Date(live.opensAt)),
  };
  const isWaiting = number !== undefined && standing !== "up" && standing !== "free" && standing !== "over";
  const heading = standing === "waiting" && turn?.ahead === 0 ? t("waiting.next") : t(`${standing}.title`, times);
  return (
    <div className="wrap pt-2 pb-16">
      <PageHead
        title={turn && standing === "waiting" ? t("titleAhead", { count: turn.ahead, n: format(turn.ahead) }) : heading}
      />
      <meta name="robots" content="noindex" />
      {isWaiting && (
        <noscript>
          <meta httpEquiv="refresh" content="20" />
        </noscript>
      )}
      <BackLink to={`/lottery/${lotteryId}`}>{t("back")}</BackLink>
      <PurchaseSteps current="tickets" className="mt-2 mb-7 max-w-[32.5rem]" />
      <div className="quiz-columns">
        {page.picture && (
          <div className="shot bleed aspect-video rounded-none lg:aspect-[1.36] lg:rounded-card">
            <Picture picture={page.picture} alt="" sizes="(min-width: 1320px) 638px, (min-width: 1024px) 52vw, 100vw" priority />
          </div>
        )}
        <div className="grid min-w-0 gap-7">
          <div>
            <p className="type-small mb-2">{t("of", { title: page.title })}</p>
            <h1 className="type-h2">{heading}</h1>
            <p className="mt-3.5 text-muted">{t(`${standing}.text`, times)}</p>
          </div>
          {page.isFull && standing === "up" && <Note tone="info" title={t("full")} role="status" />}
          {isLate && <Note tone="warn" title={t("late")} role="status" />}
          {(standing === "up" || standing === "free") && (
            <LinkButton to={page.purchaseAddress} full>
              {t("go")}
            </LinkButton>
          )}
          {isWaiting && <QueueStanding live={live} number={number} turn={turn} />}
          {standing === "over" && (
            <LinkButton to={`/lottery/${lotteryId}`} variant="outline" full>
              {t("back")}
            </LinkButton>
          )}
          {isWaiting && <p className="type-small">{t("kept")}</p>}
          <QueueNews standing={standing} turn={turn} heading={heading} />
          {number !== undefined && (
            <div className="grid gap-3">
              <HowOrdered live={live} number={number} />
              {standing !== "over" && standing !== "free" && <Leave />}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
