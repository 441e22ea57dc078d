/** The home page: the newest draw, other draws on sale, how the shop works, and the latest winner. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, useRevalidator } from "react-router";
import { inHomeOrder, type LotteryView, toLotteryView } from "#features/lotteries/rules/lottery-view.ts";
import { PACKS } from "#features/lotteries/rules/purchase/pricing.ts";
import { countFigures, listLotteries } from "#features/lotteries/server/list-lotteries.ts";
import { Faq } from "#features/site/shop/faq.tsx";
import type { HomeDraw } from "#features/site/shop/home/home-draw.ts";
import { HomeHero } from "#features/site/shop/home/home-hero.tsx";
import { EcoFigures, Features, HomeFacts, HowItWorks, SignUpBand } from "#features/site/shop/home/home-sections.tsx";
import { DrawCard, LatestWinner } from "#features/site/shop/home/latest-winner.tsx";
import { TEASER } from "#features/site/shop/home/teaser-picture.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { ctxOf, localeOf, readingOf } from "#platform/request/request.server.ts";
import { shownText } from "#platform/request/shown-text.server.ts";
import { freeEntryPath } from "#shared/free-entry-path.ts";
import type { Locale } from "#shared/language/locale.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { lazyPart, RenderNothing } from "#ui/loading/lazy-part.tsx";
import { useScrollToTarget } from "#ui/navigation/scroll.ts";
import { DocumentHead } from "#ui/page-head.tsx";
import { asOnePrize, pastDraw } from "../../rules/past-draw.ts";
import { listPastDraws } from "../../server/reading/list-results.ts";
import type { Route } from "./+types/home-page.ts";

export const handle = { messages: ["home"], failures: { load: "common:notLoaded.lotteries" } } satisfies PageMessages &
  PageFailures;

/** The state that the home page shows for each phase; other phases count as closed. */
const STATES: Partial<Record<LotteryView["phase"], HomeDraw["state"]>> = {
  on_sale: "live",
  upcoming: "upcoming",
  sold_out: "soldOut",
};

/** Loaded only while no draw is open. */
const ComingSoon = lazyPart(() => import("#features/site/shop/home/coming-soon.tsx"));
/** Loaded after the rest of the page, because it is out of sight at first. */
const BackToTop = lazyPart(() => import("#features/site/shop/back-to-top.tsx"), RenderNothing);

const namesOf = (packs: LotteryView["packs"]) => packs.map(({ name }) => name).join();

/**
 * A draw as the home page shows it; without fields that it does not use, since the page is sent as data,
 * too.
 */
function homeDraw({
  description: _,
  packs: ___,
  furtherPrizes: ____,
  phase,
  pictures,
  cardsUntil,
  cancellation: __,
  among,
  ...shown
}: LotteryView): HomeDraw {
  return {
    ...shown,
    odds: among.entries,
    freeEntryPath: cardsUntil !== undefined && phase in STATES ? freeEntryPath(shown.id) : undefined,
    state: phase === "upcoming" && shown.isShopShut ? "shopShut" : (STATES[phase] ?? "closed"),
    picture: pictures[0],
  };
}

/** The draws, the latest winner and the figures of the shop. */
async function readShop(ctx: Ctx, locale: Locale, now: Date) {
  const [lotteries, [latest], figures] = await Promise.all([
    listLotteries(ctx, "active"),
    listPastDraws(ctx, 1),
    countFigures(ctx),
  ]);
  const views = inHomeOrder(lotteries.map((lottery) => toLotteryView(lottery, locale, now)));
  const onSale = views.filter(({ phase }) => phase === "on_sale");
  const packs = onSale.length > 0 ? onSale.flatMap((draw) => draw.packs) : PACKS;
  const [, rear, ...details] = views[0]?.pictures ?? [];
  return {
    draws: views.map(homeDraw),
    teaser: TEASER,
    rear,
    detail: details.at(-1) ?? rear,
    latest: latest && asOnePrize(pastDraw(latest, locale), locale),
    /** The largest discount of a pack on sale, between 0 and 1. */
    mostOff: Math.max(0, ...packs.map(({ percentOff }) => percentOff)) / 100,
    hasOwnPacks: onSale.some((draw) => namesOf(draw.packs) !== namesOf(PACKS)),
    carsWon: figures.won,
    ticketsIssued: figures.tickets,
    faq: shownText(ctx, "faq", locale),
  };
}

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const now = ctx.now();
  const page = { now: now.getTime() };
  try {
    return data({ ...page, shop: await readShop(readingOf(context), localeOf(context), now) });
  } catch (error) {
    ctx.log.error({ err: error }, "the home page could not be read");
    return data({ ...page, shop: undefined }, { status: 503 });
  }
}

type ShopProps = { shop: Awaited<ReturnType<typeof readShop>>; now: number };

function OtherDraws({ draws, now }: { draws: readonly HomeDraw[]; now: number }) {
  const { t } = useTranslation("home");
  return (
    <section className="wrap pt-16 lg:pt-22" aria-labelledby="others">
      <h2 id="others" className="type-h2">
        {t("others.title")}
      </h2>
      <div className="mt-8 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:mt-12 lg:grid-cols-3">
        {draws.map((draw) => (
          <DrawCard key={draw.id} draw={draw} now={now} />
        ))}
      </div>
    </section>
  );
}

/** The content of the page. */
function Shop({ shop, now }: ShopProps) {
  const { revalidate } = useRevalidator();
  const [newest, ...rest] = shop.draws;
  const others = rest.filter((draw) => draw.state === "live");
  return (
    <>
      {newest ? (
        <HomeHero key={newest.id} draw={newest} now={now} onEnd={() => void revalidate()} />
      ) : (
        <ComingSoon teaser={shop.teaser} />
      )}
      <HomeFacts entries={newest?.odds} carsWon={shop.carsWon} />
      {others.length > 0 && <OtherDraws draws={others} now={now} />}
      <HowItWorks mostOff={shop.mostOff} hasOwnPacks={shop.hasOwnPacks} />
      <Features picture={shop.detail} />
      <EcoFigures ticketsIssued={shop.ticketsIssued} />
      {shop.latest && <LatestWinner draw={shop.latest} />}
      <Faq own={shop.faq} />
      <SignUpBand picture={shop.rear} />
      <BackToTop />
    </>
  );
}

/** The page without its content, which could not be read. */
function Failed() {
  const { t } = useTranslation(["home", "common"]);
  const message = t("common:notLoaded.lotteries");
  useEffect(() => toastError(message, { id: "home" }), [message]);
  return (
    <div className="wrap">
      <ErrorState
        title={t("common:error.title")}
        message={message}
        action={<Button onClick={() => window.location.reload()}>{t("common:error.reload")}</Button>}
      />
    </div>
  );
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("home");
  const { shop, now } = loaderData;
  useScrollToTarget();
  return (
    <>
      <DocumentHead title={t("title")} description={t("description")} />
      {shop === undefined ? <Failed /> : <Shop shop={shop} now={now} />}
    </>
  );
}
