/** Home. It shows something of every storey of the house, so it stands on the roof; its pieces are those of `site`. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, useRevalidator } from "react-router";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { type Showcase, showcase } from "#features/lotteries/rules/showcase.ts";
import { listLotteries } from "#features/lotteries/server/list-lotteries.ts";
import { ComingSoon } from "#features/site/shop/coming-soon.tsx";
import { DrawCard } from "#features/site/shop/draw-card.tsx";
import type { HomeDraw } from "#features/site/shop/home-draw.ts";
import { HomeHero } from "#features/site/shop/home-hero.tsx";
import { ctxOf, localeOf } from "#platform/request.server.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { toastError } from "#ui/toast.tsx";
import type { PageWords } from "#ui/words.ts";
import type { Route } from "./+types/home-page.ts";

export const handle = { words: ["home"] } satisfies PageWords;

/** An active draw is on sale, about to be, sold out, or waiting for its winner; it has no other phase. */
const STATES: Partial<Record<Showcase["phase"], HomeDraw["state"]>> = {
  on_sale: "live",
  upcoming: "upcoming",
  sold_out: "soldOut",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const now = ctx.now();
  const visitor = await visitorOf(context, request);
  const page = { now: now.getTime(), isSignedIn: visitor !== undefined };
  try {
    const lotteries = await listLotteries(ctx, "active");
    const draws = lotteries.map((lottery) => homeDraw(showcase(lottery, localeOf(context), now)));
    return data({ ...page, draws });
  } catch (error) {
    ctx.log.error({ err: error }, "the draws of the home page could not be listed");
    return data({ ...page, draws: undefined }, { status: 503 });
  }
}

function homeDraw({ description: _, phase, pictures, ...shown }: Showcase): HomeDraw {
  return { ...shown, state: STATES[phase] ?? "closed", picture: pictures[0] };
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("home");
  const { draws, now, isSignedIn } = loaderData;
  return (
    <>
      <title>{t("title")}</title>
      <meta name="description" content={t("description")} />
      {draws === undefined ? <Failed /> : <Draws draws={draws} now={now} isSignedIn={isSignedIn} />}
    </>
  );
}

function Draws({ draws, now, isSignedIn }: { draws: readonly HomeDraw[]; now: number; isSignedIn: boolean }) {
  const { t } = useTranslation("home");
  const { revalidate } = useRevalidator();
  const [newest, ...others] = draws;
  if (!newest) return <ComingSoon isSignedIn={isSignedIn} />;
  return (
    <>
      <HomeHero key={newest.id} draw={newest} now={now} onEnd={() => void revalidate()} />
      {others.length > 0 && (
        <section className="wrap pt-16 lg:pt-22" aria-labelledby="others">
          <h2 id="others" className="type-h2">
            {t("others.title")}
          </h2>
          <div className="mt-8 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:mt-12 lg:grid-cols-3">
            {others.map((draw) => (
              <DrawCard key={draw.id} draw={draw} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Failed() {
  const { t } = useTranslation(["home", "common"]);
  const message = t("failedToLoadLotteries");
  useEffect(() => toastError(message, { id: "failedToLoadLotteries" }), [message]);
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
