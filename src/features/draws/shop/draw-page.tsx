/** The page of a draw: its state, the proof, the check in the browser, and the search for a ticket. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { data, useRevalidator } from "react-router";
import { visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { prizeDocument } from "#features/lotteries/rules/prize/prize-document.ts";
import { listTickets } from "#features/orders/server/reading/list-tickets.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { formatTime } from "#shared/dates/draw-dates.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { type PageMessages, useFormat, useLocale } from "#ui/i18n/messages.ts";
import { ChevronDown } from "#ui/icons.ts";
import { Timeline } from "#ui/lists/timeline.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { scrollBehavior } from "#ui/scroll.ts";
import { BackLink } from "#ui/text/text-link.tsx";
import { type DrawRecord, drawRecord, type RecordState } from "../rules/draw-record.ts";
import { prizeFacts, type ShownFacts, shownOf } from "../rules/shown-facts.ts";
import { findDraw } from "../server/reading/find-draw.ts";
import type { Route } from "./+types/draw-page.ts";
import { CheckPanel } from "./check/check-panel.tsx";
import { ProofSteps } from "./check/proof-steps.tsx";
import { useCheck } from "./check/use-check.ts";
import { useDelay } from "./check/use-delay.ts";
import { Terminal, WhatItProves } from "./draw-aside.tsx";
import { DrawHead } from "./draw-head.tsx";
import { FindTicket } from "./find-ticket.tsx";
import type { OwnTicket } from "./own-tickets.tsx";

export const handle = { messages: ["pastdraws", "lottery"] } satisfies PageMessages;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const [visitor, draw] = await Promise.all([visitorOf(context, request), findDraw(ctx, params.lotteryId)]);
  if (!draw) return data({ record: undefined }, { status: 404 });
  const now = ctx.now();
  const record = drawRecord(draw, localeOf(context), now);
  const tickets = visitor && record.sealed ? await listTickets(ctx, visitor.id) : [];
  const sealedAt = record.sealed?.sealedAt ?? 0;
  const own: OwnTicket[] = tickets
    .filter(({ lotteryId }) => lotteryId === record.id)
    // A ticket withdrawn after the list was sealed, for a lost dispute, was on the list.
    .map(({ number, voidAt }) => ({ number, isLeftOut: voidAt !== undefined && voidAt.getTime() <= sealedAt }))
    .sort((a, b) => a.number - b.number);
  const prize = prizeDocument(draw.lottery, draw.improvements, {
    filesOf: () => ({}),
    isTestMode: ctx.env.isTestMode,
    format: draw.committed && !draw.committed.inputs.prizeRules ? "pdraw-prize/1" : "pdraw-prize/2",
  });
  return data({ record, own, shown: shownOf(record, prizeFacts(prize)), now: now.getTime() });
}

/**
 * `own`: the visitor's tickets; `shown`: what the check compares the proof with; `now`: the shop's clock in
 * ms.
 */
type Props = { record: DrawRecord; own: readonly OwnTicket[]; shown: ShownFacts | undefined; now: number };

/** Explanations that a check or the visitor unfolds, below the result and the check. */
function Folded(props: { title: string; isOpen: boolean; onToggle: (isOpen: boolean) => void; children: ReactNode }) {
  return (
    <details className="proof-how" open={props.isOpen} onToggle={(event) => props.onToggle(event.currentTarget.open)}>
      <summary>
        <h2 id="steps" className="type-h2 text-[clamp(1.75rem,1.4rem+1.4vw,2.375rem)]">
          {props.title}
        </h2>
        <ChevronDown size={24} strokeWidth={1.6} aria-hidden="true" />
      </summary>
      <div className="mt-6 grid gap-9">{props.children}</div>
    </details>
  );
}

/** No draw takes place: it was cancelled, or had no entries. */
function isWithoutDraw({ state }: DrawRecord): boolean {
  return state === "cancelled" || state === "empty";
}

/** The files of the proof, and what it proves. */
function Evidence({ record }: { record: DrawRecord }) {
  return (
    <>
      {record.sealed && <Terminal record={record} />}
      {!isWithoutDraw(record) && <WhatItProves record={record} />}
    </>
  );
}

/** The delay of the deciding chain: quicknet, or the demonstration's. Source: protocol, steps 4 and 10. */
const DELAY_SECONDS = { quicknet: 600, demo: 6 };

/** The steps of a draw whose list is not sealed yet. */
function DrawPlan({ record }: { record: DrawRecord }) {
  const { t } = useTranslation("pastdraws");
  const locale = useLocale();
  const { date } = useFormat();
  const delay = useDelay();
  const { state, dates, isDemo } = record;
  const isClosed = state !== "upcoming" && state !== "open";
  return (
    <section aria-labelledby="plan">
      <h2 id="plan" className="type-h2 mb-7 text-[clamp(1.75rem,1.4rem+1.4vw,2.375rem)]">
        {t("steps.plan")}
      </h2>
      <Timeline
        items={[
          {
            id: "closes",
            title: t(isClosed ? "plan.closed" : "plan.closes", {
              date: date(dates.closesOn),
              time: formatTime(dates.closesTime, locale),
            }),
            text: t("plan.closesText"),
            done: isClosed,
          },
          ...(dates.lastPostOn === undefined
            ? []
            : [
                {
                  id: "post",
                  title: t("plan.post", { date: date(dates.lastPostOn) }),
                  text: t("plan.postText"),
                  done: state === "cards" || state === "ready",
                },
              ]),
          { id: "seal", title: t("plan.seal", { date: date(dates.drawnFrom) }), text: t("plan.sealText") },
          {
            id: "round",
            title: t("plan.round", { delay: delay(isDemo ? DELAY_SECONDS.demo : DELAY_SECONDS.quicknet) }),
            text: t(isDemo ? "plan.roundDemo" : "plan.roundText"),
          },
          { id: "winner", title: t("plan.winner"), text: t("plan.winnerText") },
        ]}
      />
    </section>
  );
}

function Unsealed({ record }: { record: DrawRecord }) {
  return isWithoutDraw(record) ? null : <DrawPlan record={record} />;
}

/** Milliseconds between two reloads. States that only change with the day are not polled. */
const RELOAD_EVERY_MS: Partial<Record<RecordState, number>> = {
  closing: 10_000,
  post: 60_000,
  cards: 60_000,
  ready: 10_000,
  waiting: 15_000,
};
/** The shortest interval, for a round that is due. */
const DUE_EVERY_MS = 2_000;

/**
 * Reloads the page while its state changes by itself. `roundAt`: when the round is due; `now`: when the page
 * was rendered; both in ms on the shop's clock. Returns a function that reloads at once.
 */
function useFreshRecord(state: RecordState, roundAt: number | undefined, now: number): () => void {
  const { revalidate, state: loading } = useRevalidator();
  const poll = useEffectEvent(() => {
    if (loading === "idle" && document.visibilityState === "visible") void revalidate();
  });
  useEffect(() => {
    const every = RELOAD_EVERY_MS[state];
    if (every === undefined) return;
    const untilDue = roundAt === undefined ? Number.POSITIVE_INFINITY : roundAt - now;
    // An interval, because a hidden tab skips reloads until it is visible again.
    const timer = setInterval(poll, Math.max(DUE_EVERY_MS, Math.min(every, untilDue)));
    return () => clearInterval(timer);
    // Each reload brings a new `now`, which plans the next one.
  }, [state, roundAt, now]);
  return () => void revalidate();
}

function Draw({ record, own, shown, now }: Props) {
  const { t } = useTranslation("pastdraws");
  const { id, title, sealed, drawn, isDemo } = record;
  const [stateAtFirst] = useState(record.state);
  const isNew = drawn !== undefined && stateAtFirst !== "drawn";
  const reload = useFreshRecord(record.state, sealed?.roundAt, now);
  const { state: check, check: beginCheck, find } = useCheck(`/draws/${id}`, shown);
  const proof = useRef<HTMLElement>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const onCheck = () => {
    setUnfolded(true);
    proof.current?.focus({ preventScroll: true });
    proof.current?.scrollIntoView({ behavior: scrollBehavior(), block: "start" });
    beginCheck();
  };
  return (
    <>
      <PageHead title={t("record.title", { title })} description={t("record.description", { title })} pictureAlt={title} />
      <BackLink to="/draws">{t("record.back")}</BackLink>
      <DrawHead record={record} now={now} check={check} isNew={isNew} onCheck={onCheck} onDue={reload} />
      <p role="status" className="sr-only">
        {isNew && t("stub.announce", { ticket: formatTicketNumber(record.shortNumber, drawn.winner.ticket) })}
      </p>
      <div className="proof-columns">
        {sealed ? (
          <section ref={proof} tabIndex={-1} aria-labelledby="steps" className="min-w-0">
            <CheckPanel check={check} total={sealed.n} isDemo={isDemo} />
            <Folded title={t(drawn ? "steps.title" : "steps.sealedTitle")} isOpen={!drawn || isUnfolded} onToggle={setUnfolded}>
              <ProofSteps record={record} sealed={sealed} drawn={drawn} check={check} isDue={now >= sealed.roundAt} />
              {drawn && <Evidence record={record} />}
            </Folded>
          </section>
        ) : (
          <Unsealed record={record} />
        )}
        <div className="proof-aside">
          {sealed && <FindTicket record={record} sealed={sealed} own={own} find={find} />}
          {!drawn && <Evidence record={record} />}
        </div>
      </div>
    </>
  );
}

export default function DrawPage({ loaderData: page }: Route.ComponentProps) {
  const { t } = useTranslation("pastdraws");
  return (
    <div className="wrap pt-2 pb-16">
      {page.record ? (
        // The key resets the check for another draw.
        <Draw key={page.record.id} record={page.record} own={page.own} shown={page.shown} now={page.now} />
      ) : (
        <>
          <PageHead title={t("record.notFound")} description={t("record.notFoundText")} />
          <ErrorState
            level={1}
            title={t("record.notFound")}
            message={t("record.notFoundText")}
            action={<LinkButton to="/draws">{t("log.open")}</LinkButton>}
          />
        </>
      )}
    </div>
  );
}
