/** /our-promise: how and since when the shop fulfils each clause of the code of practice, with figures. */
import { useTranslation } from "react-i18next";
import { type Handovers, measureHandovers } from "#features/draws/server/winners/remind-of-handovers.ts";
import { type ComplaintFigures, measureComplaints } from "#features/inbox/server/list-complaints.ts";
import { countFigures, countWithCharity } from "#features/lotteries/server/list-lotteries.ts";
import { countEntries, type EntryFigures } from "#features/orders/server/reading/read-sales.ts";
import { CLAUSE_GROUPS, CLAUSES, type Clause } from "#features/player-protection/rules/code-of-practice.ts";
import { isStatement, compliantSince } from "#features/player-protection/rules/operator-statements.ts";
import { findPromises, type Promises } from "#features/player-protection/server/code-of-practice/operator-statements.ts";
import { FigureList } from "#features/site/shop/home/figure-list.tsx";
import { legalParts } from "#features/site/shop/legal-page.tsx";
import { readingOf } from "#platform/request/request.server.ts";
import { COMPLAINT_DAYS } from "#shared/dates/complaint-days.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { type PageMessages, useFormat, useLocale } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { ReadingPage } from "#ui/text/reading-page.tsx";
import { useIsByChance } from "#ui/text/wording.ts";
import type { Route } from "./+types/our-promise-page.ts";

export const handle = { messages: ["promise"] } satisfies PageMessages;

/** `hasCharity`: a published draw supports a charity, so clause 2.6 applies. */
type Shown = Promises & { readonly hasCharity: boolean };

/** `won`: cars won. The others are explained where they are counted. */
type Figures = EntryFigures & Handovers & { readonly won: number; readonly complaints: ComplaintFigures };

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = readingOf(context);
  // The page is shown without its figures if they cannot be counted.
  const figures = await Promise.all([countFigures(ctx), countEntries(ctx), measureHandovers(ctx), measureComplaints(ctx)]).then(
    ([{ won }, entries, handovers, complaints]): Figures => ({ won, ...entries, ...handovers, complaints }),
    (error: unknown) => {
      ctx.log.error({ err: error }, "the figures of the code of practice could not be counted");
      return undefined;
    },
  );
  const promises = await findPromises(ctx).catch((error: unknown): Promises => {
    ctx.log.error({ err: error }, "the operator's statements could not be read");
    return { openedAt: undefined, isHelpChecked: false, statements: {} };
  });
  const hasCharity = await countWithCharity(ctx).then(
    (count) => count > 0,
    (error: unknown) => {
      ctx.log.error({ err: error }, "the draws that support a charity could not be counted");
      return false;
    },
  );
  return { email: ctx.brand.current.trader.email, figures, promises: { ...promises, hasCharity } };
}

export default function OurPromisePage({ loaderData: { email, figures, promises } }: Route.ComponentProps) {
  const { t } = useTranslation("promise");
  const chapters = CLAUSE_GROUPS.map(({ id, begins }) => ({
    id,
    title: t(`groups.${id}`),
    body: <Clauses clauses={CLAUSES.filter(({ number }) => number.startsWith(begins))} {...{ email, promises }} />,
  }));
  const counted = figures && [{ id: "figures", title: t("figures.title"), body: <LiveFigures figures={figures} /> }];
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <ReadingPage title={t("title")} lead={t("lead")} contents={t("contents")} chapters={[...(counted ?? []), ...chapters]} />
    </>
  );
}

/** The clauses of a part that have a text. */
function Clauses({ clauses, email, promises }: { clauses: readonly Clause[]; email: string; promises: Shown }) {
  const { t } = useTranslation("promise");
  const parts = legalParts(email);
  const textOf = useClauseText(promises);
  return (
    <ul className="mt-6 grid gap-2">
      {clauses.map((clause) => {
        const text = textOf(clause);
        if (text === "") return null;
        const status = statusOf(clause, promises);
        return (
          <li key={clause.number} className={`border-s-2 ps-5 ${status.state === "kept" ? "border-champagne" : "border-line"}`}>
            <details>
              <summary className="cursor-pointer py-3">
                <h3 className="type-h3 inline text-pretty">
                  <span className="text-muted">{clause.number}</span> {t(`clauses.${clause.key}.title`)}
                </h3>
              </summary>
              <p className="text-pretty whitespace-pre-line text-muted">
                <RichText text={text} parts={parts} />
              </p>
              <Since status={status} promises={promises} confirmedAt={confirmedOf(clause, promises)?.since} />
            </details>
          </li>
        );
      })}
    </ul>
  );
}

type SinceProps = { status: Clause["status"]; promises: Promises; confirmedAt: Date | undefined };

/** Since when the shop complies with the clause. */
function Since({ status, promises: { openedAt }, confirmedAt }: SinceProps) {
  const { t } = useTranslation("promise");
  const { date } = useFormat();
  const says = () => {
    if (status.state !== "kept") return t(`state.${status.state}`);
    return openedAt ? t("state.kept", { date: date(compliantSince(status.since, openedAt, confirmedAt)) }) : t("state.opening");
  };
  return <p className="type-small mt-1.5 pb-3">{says()}</p>;
}

/** The operator's confirmation of a clause. */
const confirmedOf = ({ key }: Clause, { statements }: Promises) => (isStatement(key) ? statements[key] : undefined);

/** Since that day, draws name their charity, its number and what it gets. */
const CHARITY_KEPT: Clause["status"] = { state: "kept", since: "2026-11-29" };

/** The operator's own statement can fulfil a clause that the software cannot. */
function statusOf(clause: Clause, promises: Shown): Clause["status"] {
  if (clause.key === "charity" && promises.hasCharity) return CHARITY_KEPT;
  const confirmed = confirmedOf(clause, promises);
  if (clause.status.state !== "absent" || !confirmed?.words) return clause.status;
  return { state: "kept", since: londonDate(confirmed.since) };
}

/**
 * The text of a clause: the software's, the operator's, or both. Empty if the operator has not confirmed
 * it.
 */
function useClauseText(promises: Shown): (clause: Clause) => string {
  const { t } = useTranslation("promise");
  const locale = useLocale();
  const isByChance = useIsByChance();
  return (clause) => {
    const confirmed = confirmedOf(clause, promises);
    const { key } = clause;
    // Two clauses explain how a winner is picked, in the wording that the operator chose.
    if (isByChance && (key === "marketing" || key === "summary")) return t(`clauses.${key}.textByChance`);
    if (key === "help")
      return [t("clauses.help.text"), promises.isHelpChecked && t("clauses.help.checked")].filter(Boolean).join(" ");
    if (!isStatement(key)) return t(`clauses.${key}.text`, COMPLAINT_DAYS);
    const isSupported = key === "charity" && promises.hasCharity;
    const fact = key === "signs" || key === "review" || isSupported ? t(`clauses.${key}.text`) : "";
    const own = confirmed?.words?.[locale === "fr" ? "fr" : "en"];
    // The suggested statement on charity denies what these draws do.
    const stated = own ?? (confirmed && !isSupported && t(`clauses.${key}.statement`));
    return [fact, stated].filter(Boolean).join(" ");
  };
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
