/** The draw as it happens, for a projector, a stream and a phone. Identical for all visitors. */
import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { Logo } from "#ui/logo.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { isDrawnSoon, type LiveDraw } from "../../rules/live/live-draw.ts";
import { findLiveDraw } from "../../server/reading/find-live-draw.ts";
import type { Route } from "./+types/live-page.ts";
import { FullScreenButton } from "./full-screen-button.tsx";
import "./live.css";
import { LiveAnnouncer } from "./live-announcer.tsx";
import { LiveResult } from "./live-result.tsx";
import { stageOf } from "./live-stage-name.ts";
import { LiveStage } from "./live-stage.tsx";
import { LiveSteps } from "./live-steps.tsx";
import type { ShownDraw } from "./shown-draw.ts";
import { useLiveDraw } from "./use-live-draw.ts";
import { useRepeatedDraw } from "./use-repeated-draw.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";
import { useWakeLock } from "./use-wake-lock.ts";

export const handle = { messages: ["live"] } satisfies PageMessages;

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const found = await findLiveDraw(ctx, params.lotteryId, localeOf(context));
  if (!found) return data({ draw: undefined }, { status: 404 });
  const { id, shortNumber, title, priceValue, picture, opens, closesAt, dates, furtherPrizes } = found.record;
  const draw: ShownDraw = { id, shortNumber, title, priceValue, picture, opens, closesAt, dates, furtherPrizes };
  return data({ draw, live: found.live, now: ctx.now().getTime(), isTest: ctx.env.isTestMode });
}

/** For an unknown draw, and a draft. */
function Unknown() {
  const { t } = useTranslation("live");
  return (
    <main id="content" tabIndex={-1} className="wrap py-16">
      <PageHead title={t("unknown.title")} description={t("unknown.text")} />
      <ErrorState
        level={1}
        title={t("unknown.title")}
        message={t("unknown.text")}
        action={<LinkButton to="/draws">{t("unknown.log")}</LinkButton>}
      />
    </main>
  );
}

function ReloadWithoutScripts({ live }: { live: LiveDraw }) {
  if (!isDrawnSoon(live)) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content="10" />
    </noscript>
  );
}

/** `loaded`: the data at the time of loading; `now`: that time in ms. */
function Live({ draw, loaded, now, isTest }: { draw: ShownDraw; loaded: LiveDraw; now: number; isTest: boolean }) {
  const { t } = useTranslation(["live", "common"]);
  const { live, correction } = useLiveDraw(draw.id, loaded, now);
  const { repetition, repeat, isFresh, isFirst } = useRepeatedDraw(draw.id, live);
  const secondsLeft = useSecondsUntil(live.sealed?.roundAt, now, correction);
  const stage = stageOf(live, { secondsLeft, isRepeating: isFresh && isFirst });
  const isOver = stage === "drawn";
  useWakeLock(stage === "counting" || stage === "due" || stage === "late");
  return (
    <div className="live" data-stage={stage}>
      <PageHead title={t("title", { title: draw.title })} description={t("description", { title: draw.title })} />
      <ReloadWithoutScripts live={live} />
      {!isOver && draw.picture && (
        <div className="live-ground" aria-hidden="true">
          <Picture picture={draw.picture} alt="" sizes="(min-width: 1024px) 65vw, 100vw" priority isGround />
        </div>
      )}
      <header className="live-head">
        <Link to="/" reloadDocument aria-label={t("home")} className="live-logo">
          <Logo />
        </Link>
        <p className="live-badge">{t("badge")}</p>
        {live.isDemo && <p className="live-demo">{t("demo")}</p>}
        {isTest && <p className="live-demo">{t("common:testMode.short")}</p>}
        <FullScreenButton />
      </header>
      <main id="content" tabIndex={-1} className="live-main">
        {isOver && live.drawn ? (
          <LiveResult draw={draw} live={live} result={live.drawn} repetition={repetition} isFresh={isFresh} onRepeat={repeat} />
        ) : (
          <LiveStage draw={draw} live={live} stage={stage} secondsLeft={secondsLeft ?? 0} now={now} />
        )}
        <LiveAnnouncer draw={draw} live={live} stage={stage} secondsLeft={secondsLeft ?? 0} isFresh={isFresh} />
      </main>
      {live.sealed && <LiveSteps sealed={live.sealed} drawn={live.drawn} repetition={repetition} />}
    </div>
  );
}

export default function LivePage({ loaderData: page }: Route.ComponentProps) {
  if (!page.draw) return <Unknown />;
  return <Live key={page.draw.id} draw={page.draw} loaded={page.live} now={page.now} isTest={page.isTest} />;
}
