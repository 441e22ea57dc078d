/** /lottery/{id}: a draw with its pictures and facts, and the panel in which tickets are bought. */
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { data, useNavigate, useRevalidator } from "react-router";
import { visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { PrizeHistory } from "#ui/draws/prize-history.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { BreadcrumbData, JsonLd } from "#ui/json-ld.tsx";
import { useOwnTickets } from "#ui/me.ts";
import { useAddress, useOrigin } from "#ui/navigation/origin.ts";
import { PageHead } from "#ui/page-head.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { CalendarLink } from "#ui/time/calendar-link.tsx";
import { DETAIL_HOLD_MS } from "#ui/time/timing.ts";
import { drawData } from "../rules/draw-data.ts";
import { isClosingAhead, overState } from "../rules/lifecycle.ts";
import { type LotteryView, toLotteryView } from "../rules/lottery-view.ts";
import { HANDOVER_DAYS } from "../rules/prize/handover.ts";
import { improvementView } from "../rules/prize/prize-improvement.ts";
import { chosenQuantity } from "../rules/purchase/quantity.ts";
import { findPublicLottery, listImprovements } from "../server/find-lottery.ts";
import { findCodeInAddress } from "../server/promotion-codes.ts";
import type { Route } from "./+types/lottery-page.ts";
import { HowDrawn, LotteryFacts } from "./lottery-facts.tsx";
import { LotteryProblem } from "./lottery-problem.tsx";
import { BuyPanel } from "./panel/buy-panel.tsx";
import { NotOnSalePanel } from "./panel/not-on-sale-panel.tsx";
import { StockNews } from "./panel/stock-news.tsx";
import { LotteryGallery } from "./pictures/lottery-gallery.tsx";
import { PrizeList } from "./prize-list.tsx";
import { useLiveStock } from "./use-live-stock.ts";

export const handle = { messages: ["lottery"] } satisfies PageMessages;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  if (params.lotteryId === undefined) return data({ problem: "idRequired" as const }, { status: 400 });
  const found = await findPublicLottery(ctx, params.lotteryId);
  if (!found) return data({ problem: "notFound" as const }, { status: 404 });

  const now = ctx.now();
  const locale = localeOf(context);
  const improvements = await listImprovements(ctx, found.id);
  const search = new URL(request.url).searchParams;
  const code = search.get("code");
  // A page with a code is not cached: whether the code counts depends on the visitor.
  const visitor = code === null ? undefined : await visitorOf(context, request);
  return data({
    lottery: toLotteryView(found, locale, now),
    improvements: improvements.map((improvement) => improvementView(improvement, locale)),
    initialQuantity: chosenQuantity(search, found.packs),
    checkedCode: await findCodeInAddress(ctx, code, visitor?.id),
    now: now.getTime(),
  });
}

/** Title, description and structured data for search engines and links. */
function LotteryHead({ lottery }: { lottery: LotteryView }) {
  const { t } = useTranslation(["lottery", "common"]);
  const { money, number } = useFormat();
  const origin = useOrigin();
  const address = useAddress();
  const price = money(lottery.pricePerTicket);
  const value = money(lottery.priceValue, "whole");
  const endState = overState(lottery.phase);
  const descriptionKey = lottery.cardsUntil ? "descriptionFree" : "description";
  return (
    <>
      <PageHead
        title={lottery.title}
        pictureAlt={lottery.title}
        description={
          endState
            ? `${t(`state.${endState}.title`)}. ${t(`state.${endState}.text`)}`
            : t(descriptionKey, { price, value, total: number(lottery.total) })
        }
      />
      <JsonLd
        data={drawData(lottery, {
          shop: t("common:shop"),
          name: t("ticketFor", { title: lottery.title }),
          free: t("freeWay"),
          origin,
          url: address(`/lottery/${lottery.id}`),
        })}
      />
      <BreadcrumbData
        crumbs={[
          { name: t("common:shop"), path: "/" },
          { name: t("allDraws"), path: "/prize" },
          { name: lottery.title, path: `/lottery/${lottery.id}` },
        ]}
      />
    </>
  );
}

/** When the prize is handed over. Shown between the end of sales and the draw; before, `HowDrawn` says it. */
function Handover({ lottery: { phase } }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  if (isClosingAhead(phase) || phase === "completed" || phase === "cancelled") return null;
  return <p className="type-small">{t("handover", { days: HANDOVER_DAYS })}</p>;
}

/** What was added to the prize since the first order. */
function PrizeAdditions({ additions }: ComponentProps<typeof PrizeHistory>) {
  const { t } = useTranslation("lottery");
  if (additions.length === 0) return null;
  return (
    <section aria-labelledby="improved" className="max-w-[36rem] pt-2">
      <h2 id="improved" className="type-panel-title">
        {t("improved.title")}
      </h2>
      <p className="type-small mt-2 mb-5">{t("improved.text")}</p>
      <PrizeHistory additions={additions} />
    </section>
  );
}

function Calendar({ lottery }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  if (!isClosingAhead(lottery.phase)) return null;
  return (
    <p>
      <CalendarLink href={`/lottery/${lottery.id}/closing.ics`}>{t("calendar.add")}</CalendarLink>
    </p>
  );
}

type PurchaseProps = Omit<ComponentProps<typeof BuyPanel>, "own" | "onClosed" | "showsHeld">;

/** The panel, with the numbers of tickets kept up to date. */
function Purchase(props: PurchaseProps) {
  const { revalidate } = useRevalidator();
  const onClosed = () => void revalidate();
  const own = useOwnTickets(props.lottery.id);
  const lottery = useLiveStock(props.lottery, own.held, onClosed);
  const { phase } = lottery;
  // Decided once at load, so that a line that appears or vanishes does not move the page.
  const shared = { lottery, onClosed, showsHeld: props.lottery.held > own.held };
  return (
    <>
      <StockNews lottery={lottery} />
      {phase === "on_sale" ? (
        <BuyPanel {...props} {...shared} own={own} />
      ) : (
        <NotOnSalePanel {...shared} phase={phase} now={props.now} className="lg:sticky lg:top-6" />
      )}
    </>
  );
}

/** Returns to where the visitor came from; home after a direct visit, and without scripts. */
function Back() {
  const { t } = useTranslation("lottery");
  const navigate = useNavigate();
  return (
    <BackLink
      to="/"
      onClick={(event) => {
        const { idx } = (window.history.state ?? {}) as { idx?: number };
        if (!idx || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      {t("back")}
    </BackLink>
  );
}

export default function LotteryPage({ loaderData }: Route.ComponentProps) {
  if ("problem" in loaderData) return <LotteryProblem problem={loaderData.problem} />;
  const { lottery, now } = loaderData;
  return (
    <div className="wrap pt-2 pb-16">
      <LotteryHead lottery={lottery} />
      <Back />
      <div key={lottery.id} className="detail-columns mt-2">
        <div className="grid min-w-0 gap-9">
          <div className="relative">
            <LotteryGallery lottery={lottery} />
            <span className="hold bleed" style={{ animationDuration: `${DETAIL_HOLD_MS}ms` }} aria-hidden="true" />
          </div>
          <div className="grid gap-5">
            <div>
              <h1 className="type-h1">{lottery.title}</h1>
              <p className="type-lead mt-4 whitespace-pre-line">{lottery.description}</p>
            </div>
            <LotteryFacts lottery={lottery} now={now} />
            <PrizeList lottery={lottery} />
            <Handover lottery={lottery} />
            <PrizeAdditions additions={loaderData.improvements} />
            <Calendar lottery={lottery} />
          </div>
        </div>
        <Purchase lottery={lottery} now={now} initialQuantity={loaderData.initialQuantity} checkedCode={loaderData.checkedCode} />
        <HowDrawn lottery={lottery} />
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return <LotteryProblem problem="loadFailed" />;
}
