/** /draws/{id}: everything that was published about a draw, and the visitor's own check of it. docs/draw-protocol.md, step 7. */
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { listTickets } from "#features/orders/server/list-tickets.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { scrollBehavior } from "#ui/scroll.ts";
import { BackLink } from "#ui/text-link.tsx";
import { type DrawRecord, drawRecord } from "../rules/draw-record.ts";
import { findDraw } from "../server/find-draw.ts";
import { CheckPanel } from "./check-panel.tsx";
import { Terminal, WhatItProves } from "./draw-aside.tsx";
import { DrawHead } from "./draw-head.tsx";
import { DrawPlan } from "./draw-plan.tsx";
import { FindTicket } from "./find-ticket.tsx";
import type { OwnTicket } from "./own-tickets.tsx";
import { ProofSteps } from "./proof-steps.tsx";
import { useCheck } from "./use-check.ts";
import { useFreshRecord } from "./use-fresh-record.ts";

export const handle = { words: ["pastdraws", "lottery"] } satisfies PageMessages;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const [visitor, draw] = await Promise.all([visitorOf(context, request), findDraw(ctx, params.lotteryId)]);
  if (!draw) return data({ record: undefined }, { status: 404 });
  const now = ctx.now();
  const record = drawRecord(draw, localeOf(context), now);
  const tickets = visitor && record.sealed ? await listTickets(ctx, visitor.id) : [];
  const own: OwnTicket[] = tickets
    .filter(({ lotteryId }) => lotteryId === record.id)
    .map(({ number, isVoid }) => ({ number, isVoid }))
    .sort((a, b) => a.number - b.number);
  return data({ record, own, now: now.getTime() });
}

export default function DrawPage() {
  const { t } = useTranslation("pastdraws");
  const page = useLoaderData<typeof loader>();
  return (
    <div className="wrap pt-2 pb-16">
      {page.record ? (
        // Of another draw nothing that was checked may stay.
        <Draw key={page.record.id} record={page.record} own={page.own} now={page.now} />
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

type Props = { record: DrawRecord; own: readonly OwnTicket[]; now: number };

function Draw({ record, own, now }: Props) {
  const { t } = useTranslation("pastdraws");
  const { id, title, sealed, drawn, isDemo } = record;
  const [seenFirst] = useState(record.state);
  const isNew = drawn !== undefined && seenFirst !== "drawn";
  const lookAgain = useFreshRecord(record.state, sealed?.roundAt, now);
  const published = sealed && { drawId: id, commitment: sealed.commitment, merkleRoot: sealed.merkleRoot, isDemo };
  const { state: check, check: begin, find } = useCheck(`/draws/${id}`, published);
  const steps = useRef<HTMLHeadingElement>(null);
  const onCheck = () => {
    steps.current?.focus({ preventScroll: true });
    steps.current?.scrollIntoView({ behavior: scrollBehavior(), block: "start" });
    begin();
  };
  return (
    <>
      <PageHead title={t("record.title", { title })} description={t("record.description", { title })} />
      <BackLink to="/draws">{t("record.back")}</BackLink>
      <DrawHead record={record} now={now} check={check} isNew={isNew} onCheck={onCheck} onDue={lookAgain} />
      <p role="status" className="sr-only">
        {isNew && t("stub.announce", { ticket: formatTicketNumber(record.shortNumber, drawn.winner.ticket) })}
      </p>
      <div className="proof-columns">
        {sealed ? (
          <section aria-labelledby="steps" className="min-w-0">
            <h2 id="steps" ref={steps} tabIndex={-1} className="type-h2 mb-6 text-[clamp(1.75rem,1.4rem+1.4vw,2.375rem)]">
              {t(drawn ? "steps.title" : "steps.sealedTitle")}
            </h2>
            <CheckPanel check={check} total={sealed.n} isDemo={isDemo} />
            <ProofSteps record={record} sealed={sealed} drawn={drawn} check={check} />
          </section>
        ) : (
          <Unsealed record={record} />
        )}
        <div className="proof-aside">
          {sealed && <FindTicket record={record} sealed={sealed} own={own} find={find} />}
          {sealed && <Terminal record={record} />}
          {!isWithoutDraw(record) && <WhatItProves record={record} />}
        </div>
      </div>
    </>
  );
}

/** A draw that ended without a list has no plan either, and nothing to prove. */
function Unsealed({ record }: { record: DrawRecord }) {
  return isWithoutDraw(record) ? null : <DrawPlan record={record} />;
}

function isWithoutDraw({ state }: DrawRecord): boolean {
  return state === "cancelled" || state === "empty";
}
