/** About the shop: its mission, values, team, figures and trader. */
import { useTranslation } from "react-i18next";
import { countFigures } from "#features/lotteries/server/list-lotteries.ts";
import { AboutFigures, AboutTeam, AboutTrader, AboutValues } from "#features/site/shop/home/about-parts.tsx";
import { orLogged } from "#platform/request/or-failed.server.ts";
import { localeOf, readingOf } from "#platform/request/request.server.ts";
import { shownText } from "#platform/request/shown-text.server.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { ownChapters } from "#ui/text/own-text.tsx";
import { type Passage, PassageText } from "#ui/text/passage.tsx";
import { ReadingPage } from "#ui/text/reading-page.tsx";
import { measureHandovers } from "../../server/winners/remind-of-handovers.ts";
import type { Route } from "./+types/about-page.ts";

export const handle = { messages: ["about"] } satisfies PageMessages;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = readingOf(context);
  const { name, address, companyNumber, email } = ctx.brand.current.trader;
  // The page is shown without its figures if they cannot be counted.
  const counted = Promise.all([countFigures(ctx), measureHandovers(ctx)]).then(([shop, handovers]) => ({
    ...shop,
    ...handovers,
  }));
  const figures = await orLogged(ctx, counted, "the figures of the about page could not be counted");
  const own = shownText(ctx, "about", localeOf(context));
  return { trader: { name, address, companyNumber, email }, figures, isDemo: ctx.env.isDemo, own };
}

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  const { trader, figures, isDemo, own } = loaderData;
  const { t } = useTranslation("about");
  const mission = t("mission", { returnObjects: true }) as Passage;
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <ReadingPage
        title={t("heading")}
        lead={own?.lead ?? t("intro")}
        contents={t("contents")}
        chapters={[
          ...(own
            ? ownChapters(own)
            : [
                { id: "mission", title: mission.title, body: <PassageText passage={mission} /> },
                { id: "values", title: t("values.title"), body: <AboutValues /> },
              ]),
          // The people of the demonstration are invented: other shops do not show them.
          ...(isDemo && !own ? [{ id: "team", title: t("team.title"), body: <AboutTeam /> }] : []),
          ...(figures ? [{ id: "figures", title: t("figures.title"), body: <AboutFigures figures={figures} /> }] : []),
          { id: "contact", title: t("reach.title"), body: <AboutTrader trader={trader} /> },
        ]}
      />
    </>
  );
}
