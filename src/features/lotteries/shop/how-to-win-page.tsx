/** /how-to-win: how draws work, in the operator's own words if there are any. */
import { useTranslation } from "react-i18next";
import type { Ctx } from "#platform/ctx.server.ts";
import { localeOf, readingOf } from "#platform/request/request.server.ts";
import { shownText } from "#platform/request/shown-text.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { LinkButton } from "#ui/button.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { ArrowRight } from "#ui/icons.ts";
import { PageHead } from "#ui/page-head.tsx";
import { ownChapters } from "#ui/text/own-text.tsx";
import { ReadingPage } from "#ui/text/reading-page.tsx";
import { entriesPerCard } from "../rules/purchase/entries-per-card.ts";
import { SMALLEST_PACK } from "../rules/purchase/pricing.ts";
import { listLotteries } from "../server/list-lotteries.ts";
import type { Route } from "./+types/how-to-win-page.ts";

export const handle = { messages: ["howtowin"] } satisfies PageMessages;

const STEPS = ["choose", "answer", "draw"] as const;
const BENEFITS = ["odds", "proof", "free"] as const;
const TIPS = ["budget", "compare", "packs", "question", "numbers"] as const;

/** Whether tickets of a draw on sale cost less than a stamp. */
async function doCardsBringSeveral(ctx: Pick<Ctx, "db" | "env" | "now">): Promise<boolean> {
  const today = londonDate(ctx.now());
  return (await listLotteries(ctx, "active")).some((lottery) => entriesPerCard(lottery, ctx.env.stampPrices, today) > 1);
}

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = readingOf(context);
  const bringsSeveral = await doCardsBringSeveral(ctx).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the draws that take free entries could not be listed");
    return false;
  });
  return { own: shownText(ctx, "how_to_win", localeOf(context)), bringsSeveral };
}

function Points({ points }: { points: readonly { id: string; title: string; text: string }[] }) {
  return (
    <ul className="mt-6 grid gap-7">
      {points.map((point) => (
        <li key={point.id} className="border-s-2 border-champagne ps-5">
          <h3 className="type-h3">{point.title}</h3>
          <p className="mt-1.5 text-muted">{point.text}</p>
        </li>
      ))}
    </ul>
  );
}

function NumberedSteps({ steps }: { steps: readonly { readonly id: string; readonly title: string; readonly text: string }[] }) {
  return (
    <ol className="numbered mt-6">
      {steps.map((step) => (
        <li key={step.id}>
          <h3 className="type-h3 self-center">{step.title}</h3>
          <p className="text-muted">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}

export default function HowToWinPage({ loaderData: { own, bringsSeveral } }: Route.ComponentProps) {
  const { t } = useTranslation("howtowin");
  const arrow = <ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />;
  const steps = STEPS.map((id) => ({ id, title: t(`steps.${id}.title`), text: t(`steps.${id}.text`) }));
  const benefits = BENEFITS.map((id) => {
    const text = t(`benefits.${id}.text`);
    return {
      id,
      title: t(`benefits.${id}.title`),
      text: id === "free" && bringsSeveral ? `${text} ${t("benefits.free.several")}` : text,
    };
  });
  const tips = TIPS.map((id) => ({ id, title: t(`tips.${id}.title`), text: t(`tips.${id}.text`, { tickets: SMALLEST_PACK }) }));
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <ReadingPage
        title={t("hero.title")}
        lead={own?.lead ?? t("hero.text")}
        contents={t("contents")}
        chapters={
          own
            ? ownChapters(own)
            : [
                { id: "steps", title: t("steps.title"), body: <NumberedSteps steps={steps} /> },
                { id: "benefits", title: t("benefits.title"), body: <Points points={benefits} /> },
                { id: "tips", title: t("tips.title"), body: <NumberedSteps steps={tips} /> },
              ]
        }
      >
        <section className="mt-16 grid gap-6 rounded-panel border border-line bg-surface p-6 sm:p-10" aria-labelledby="ready">
          <div>
            <h2 id="ready" className="type-h2 text-[1.75rem]">
              {t("ready.title")}
            </h2>
            <p className="mt-3 text-muted">{t("ready.text")}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/prize" iconAfter={arrow} className="max-sm:w-full">
              {t("ready.draws")}
            </LinkButton>
            <LinkButton to="/enter-free" variant="outline" className="max-sm:w-full">
              {t("ready.free")}
            </LinkButton>
          </div>
        </section>
      </ReadingPage>
    </>
  );
}
