/** /enter-free: how to enter by post, and the open draws that take cards. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { localeOf, readingOf } from "#platform/request/request.server.ts";
import { shownText } from "#platform/request/shown-text.server.ts";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { linkPart } from "#ui/text/link-part.tsx";
import { ownChapters } from "#ui/text/own-text.tsx";
import { type Passage, PassageText } from "#ui/text/passage.tsx";
import { type Chapter, ReadingPage } from "#ui/text/reading-page.tsx";
import { toLotteryView } from "../rules/lottery-view.ts";
import { entriesPerCard } from "../rules/purchase/entries-per-card.ts";
import { listLotteries } from "../server/list-lotteries.ts";
import type { Route } from "./+types/enter-free-page.ts";

export const handle = { messages: ["howtowin"] } satisfies PageMessages;

/** The links within the passages. */
const PARTS = { terms: linkPart("/terms#free"), privacy: linkPart("/privacy") };
const PASSAGES = ["address", "card", "rules", "after"] as const;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = readingOf(context);
  const shown = await listLotteries(ctx, "active").then(
    (lotteries) =>
      lotteries.map((lottery) => ({
        ...toLotteryView(lottery, localeOf(context), ctx.now()),
        perCard: entriesPerCard(lottery, ctx.env.stampPrices, londonDate(ctx.now())),
      })),
    (error: unknown) => {
      // The address for postcards is shown even if the draws cannot be listed.
      ctx.log.error({ err: error }, "the draws that take free entries could not be listed");
      return undefined;
    },
  );
  const draws = shown
    // Sold-out draws still take free entries.
    ?.filter(({ phase }) => phase === "on_sale" || phase === "sold_out")
    .flatMap(({ id, title, perCard, dates }) =>
      dates.lastPostOn ? [{ ...dates, id, title, perCard, lastPostOn: dates.lastPostOn }] : [],
    );
  return { address: ctx.brand.current.trader.postalEntryAddress, draws, own: shownText(ctx, "enter_free", localeOf(context)) };
}

function PostalAddress({ address }: { address: string }) {
  return (
    <address className="address mt-6">
      {address.split(/\s*,\s*/).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

/** The chapter, followed by the address for cards. */
function withAddress(chapter: Chapter, address: string): Chapter {
  return {
    ...chapter,
    body: (
      <>
        {chapter.body}
        <PostalAddress address={address} />
      </>
    ),
  };
}

/** `perCard`: the entries of one card. */
type OpenDraw = DrawDates & { readonly id: string; readonly title: string; readonly perCard: number; readonly lastPostOn: Day };

/** The draws that take cards, each with its last days. */
function OpenDraws({ draws }: { draws: readonly OpenDraw[] }) {
  const { t } = useTranslation("howtowin");
  const { date, number } = useFormat();
  if (draws.length === 0) return <p className="mt-4 text-muted">{t("free.noDraws")}</p>;
  return (
    <ul className="mt-4 border-t border-line">
      {draws.map((draw) => (
        <li
          key={draw.id}
          id={`draw-${draw.id}`}
          className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line py-2"
        >
          <Link to={`/lottery/${draw.id}`} className="link">
            {draw.title}
          </Link>
          <span className="type-small">
            {t("free.postBy", { date: date(draw.closesOn) })} {t("free.arriveBy", { date: date(draw.lastPostOn) })}{" "}
            {t("free.drawnFrom", { date: date(draw.drawnFrom) })}
            {draw.perCard > 1 && ` ${t("free.perCard", { count: draw.perCard, n: number(draw.perCard) })}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

export default function EnterFreePage({ loaderData: { address, draws, own } }: Route.ComponentProps) {
  const { t } = useTranslation("howtowin");
  const passageOf = (id: (typeof PASSAGES)[number]): Passage => {
    const passage = t(id, { returnObjects: true }) as Passage;
    const hasSeveralEntries = draws?.some(({ perCard }) => perCard > 1);
    // The first rule says that a card is one entry.
    return id === "rules" && hasSeveralEntries
      ? { ...passage, list: [t("free.severalRule"), ...(passage.list ?? []).slice(1)] }
      : passage;
  };
  const defaultChapters = () =>
    PASSAGES.map((id): Chapter => {
      const passage = passageOf(id);
      return { id, title: passage.title, body: <PassageText passage={passage} parts={PARTS} /> };
    });
  const chapters = (own ? ownChapters(own) : defaultChapters()).map((chapter) =>
    chapter.id === "address" ? withAddress(chapter, address) : chapter,
  );
  if (draws) chapters.splice(1, 0, { id: "draws", title: t("free.drawsTitle"), body: <OpenDraws draws={draws} /> });
  return (
    <>
      <PageHead title={t("free.title")} description={t("free.description")} />
      <ReadingPage title={t("free.title")} lead={own?.lead ?? t("free.lead")} contents={t("contents")} chapters={chapters} />
    </>
  );
}
