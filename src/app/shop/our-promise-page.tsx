/** /our-promise: what the shop does about each clause of the code of practice, since when, and what it has come to, counted from its own records. */
import { useTranslation } from "react-i18next";
import { CLAUSE_GROUPS, CLAUSES, type Clause } from "#features/accounts/rules/code-of-practice.ts";
import { type Handovers, measureHandovers } from "#features/draws/server/remind-of-handovers.ts";
import { countFigures } from "#features/lotteries/server/list-lotteries.ts";
import { type ComplaintFigures, measureComplaints } from "#features/messages/server/list-complaints.ts";
import { countEntries, type EntryFigures } from "#features/orders/server/read-sales.ts";
import { FigureList } from "#features/site/shop/figure-list.tsx";
import { legalParts } from "#features/site/shop/legal-page.tsx";
import { readingOf } from "#platform/request/request.server.ts";
import { COMPLAINT_DAYS } from "#shared/complaint-days.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { ReadingPage } from "#ui/reading-page.tsx";
import { useIsByChance } from "#ui/wording.ts";
import type { Route } from "./+types/our-promise-page.ts";

export const handle = { messages: ["promise"] } satisfies PageMessages;

type Figures = EntryFigures & Handovers & { readonly won: number; readonly complaints: ComplaintFigures };

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = readingOf(context);
  // What is promised holds without its figures.
  const figures = await Promise.all([countFigures(ctx), countEntries(ctx), measureHandovers(ctx), measureComplaints(ctx)]).then(
    ([{ won }, entries, handovers, complaints]): Figures => ({ won, ...entries, ...handovers, complaints }),
    (error: unknown) => {
      ctx.log.error({ err: error }, "the figures of the code of practice could not be counted");
      return undefined;
    },
  );
  return { email: ctx.brand.current.trader.email, figures };
}

export default function OurPromisePage({ loaderData: { email, figures } }: Route.ComponentProps) {
  const { t } = useTranslation("promise");
  const chapters = CLAUSE_GROUPS.map(({ id, begins }) => ({
    id,
    title: t(`groups.${id}`),
    body: <Clauses clauses={CLAUSES.filter(({ number }) => number.startsWith(begins))} email={email} />,
  }));
  const counted = figures && [{ id: "figures", title: t("figures.title"), body: <LiveFigures figures={figures} /> }];
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <ReadingPage title={t("title")} lead={t("lead")} contents={t("contents")} chapters={[...(counted ?? []), ...chapters]} />
    </>
  );
}

function Clauses({ clauses, email }: { clauses: readonly Clause[]; email: string }) {
  const { t } = useTranslation("promise");
  const { date } = useFormat();
  const parts = legalParts(email);
  const isByChance = useIsByChance();
  return (
    <ul className="mt-6 grid gap-2">
      {clauses.map(({ number, key, stand }) => (
        <li key={number} className={`border-s-2 ps-5 ${stand.state === "kept" ? "border-champagne" : "border-line"}`}>
          <details>
            <summary className="cursor-pointer py-3">
              <h3 className="type-h3 inline text-pretty">
                <span className="text-muted">{number}</span> {t(`clauses.${key}.title`)}
              </h3>
            </summary>
            <p className="text-pretty text-muted">
              <RichText text={t(textOf(key, isByChance), COMPLAINT_DAYS)} parts={parts} />
            </p>
            <p className="type-small mt-1.5 pb-3">
              {t(`state.${stand.state}`, { date: "since" in stand ? date(stand.since) : "" })}
            </p>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** Two clauses say how a winner is picked, in the wording that the operator chose. */
function textOf(key: Clause["key"], isByChance: boolean) {
  return isByChance && (key === "marketing" || key === "summary")
    ? (`clauses.${key}.textByChance` as const)
    : (`clauses.${key}.text` as const);
}

function LiveFigures({ figures }: { figures: Figures }) {
  const { t } = useTranslation("promise");
  const { number, money } = useFormat();
  const shown = [
    { id: "won", value: number(figures.won) },
    { id: "paid", value: number(figures.paid) },
    { id: "free", value: number(figures.free) },
    { id: "refunds", value: number(figures.refunds) },
    { id: "refunded", value: money(figures.refunded) },
    {
      id: "complaints",
      value:
        figures.complaints.due === 0
          ? t("figures.none")
          : t("figures.of", { n: number(figures.complaints.inTime), all: number(figures.complaints.due) }),
    },
    { id: "handover", value: figures.days === undefined ? t("figures.none") : number(figures.days) },
  ] as const;
  return (
    <FigureList text={t("figures.text")} figures={shown.map(({ id, value }) => ({ id, value, label: t(`figures.${id}`) }))} />
  );
}
