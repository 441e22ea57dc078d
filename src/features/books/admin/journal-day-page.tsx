/** /admin/journal/{day}: the journal entries of one day, with their lines and documents. */
import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { adminCall, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { pence } from "#shared/money/money.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { isDay } from "../rules/month.ts";
import { ENTRIES_PER_PAGE, showDay } from "../server/read-books.ts";
import type { Route } from "./+types/journal-day-page.ts";

export const handle = { messages: ["admin-books"], failures: { load: "admin:notLoaded.journal" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const { page } = readListQuery(search, ["number"], { sort: "number", descending: false });
  const day = isDay(params.day) ? params.day : londonDate(ctx.now());
  const shown = await readOrLog(ctx, showDay(ctx, actor, day, page), "a day of the journal could not be shown");
  const list = shown && {
    found: shown.found,
    entries: shown.entries.map(({ lottery, at, ...entry }) => ({
      ...entry,
      lottery: lottery && inLanguage(lottery, localeOf(context)),
      happenedOn: londonDate(at),
    })),
  };
  return data({ day, page, list }, { status: list ? 200 : 503 });
}

type Entry = NonNullable<Route.ComponentProps["loaderData"]["list"]>["entries"][number];

/** What the entry is, with its document, its VAT code and the entry that it corrects. */
function EntryKindCell({ entry: { kind, document, corrects, happenedOn, day, vatCode } }: { entry: Entry }) {
  const { t } = useTranslation("admin-books");
  const { date, number } = useFormat();
  const details = [
    document && t(`papers.${document.kind}`, { n: number(document.number) }),
    corrects !== undefined && t("entry.corrects", { n: number(corrects) }),
    happenedOn !== day && t("entry.happened", { date: date(happenedOn, "short") }),
    vatCode && t("entry.vat", { code: vatCode }),
  ];
  return (
    <div>
      <span className="font-[560]">{t(`kinds.${kind}`)}</span>
      {details.map(
        (line) =>
          line && (
            <span key={line} className="block text-[0.8125rem] text-muted">
              {line}
            </span>
          ),
      )}
    </div>
  );
}

/** The order and draw of the entry, else the provider. */
function EntrySubject({ entry: { orderId, orderNumber, lottery, provider } }: { entry: Entry }) {
  if (!orderId) return lottery ?? provider ?? "–";
  return (
    <div>
      <Link to={`/admin/orders/${orderId}`} className="type-mono inline-flex min-h-7 items-center hover:underline">
        {orderNumber}
      </Link>
      <span className="block text-[0.8125rem] text-muted">{lottery}</span>
    </div>
  );
}

/** An amount; screen readers hear its side, debit or credit. */
function LabelledAmount({ label, text }: { label: string; text: string }) {
  return (
    <>
      <span className="sr-only">{label} </span>
      {text}
    </>
  );
}

/** Debits and credits by account. */
function EntryLines({ entry: { lines } }: { entry: Entry }) {
  const { t } = useTranslation("admin-books");
  const { money } = useFormat();
  return (
    <dl className="grid w-full min-w-64 grid-cols-[1fr_auto_auto] gap-x-4 gap-y-1 text-[0.875rem] whitespace-normal">
      {lines.map(({ account, amount }) => (
        <div key={account} className="contents">
          <dt className="text-start">{t(`accounts.${account}`)}</dt>
          <dd className="min-w-20 text-end whitespace-nowrap tabular-nums">
            {amount > 0 && <LabelledAmount label={t("entry.debit")} text={money(pence(amount))} />}
          </dd>
          <dd className="min-w-20 text-end whitespace-nowrap tabular-nums">
            {amount < 0 && <LabelledAmount label={t("entry.credit")} text={money(pence(-amount))} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export default function JournalDayPage({ loaderData: { day, page, list } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-books", "admin"]);
  const { date, number } = useFormat();
  const back = <BackLink to={`/admin/journal?month=${day.slice(0, 7)}`}>{t("entry.back")}</BackLink>;
  const title = t("entry.title", { day: date(day) });
  if (!list) {
    return (
      <AdminPage title={title} above={back}>
        <ErrorState level={2} title={t("admin:notLoaded.journal")} message="" />
      </AdminPage>
    );
  }
  return (
    <AdminPage title={title} subtitle={t("entry.subtitle", { count: list.found, n: number(list.found) })} above={back}>
      <AdminCard flush>
        <DataTable
          caption={title}
          rows={list.entries}
          rowKey={(entry) => String(entry.number)}
          empty={<EmptyState title={t("entry.none")} />}
          columns={[
            { id: "number", header: t("entry.number"), mono: true, cell: (entry) => number(entry.number) },
            { id: "what", header: t("entry.what"), card: "title", cell: (entry) => <EntryKindCell entry={entry} /> },
            { id: "about", header: t("entry.about"), cell: (entry) => <EntrySubject entry={entry} /> },
            { id: "lines", header: t("entry.lines"), card: "bare", cell: (entry) => <EntryLines entry={entry} /> },
          ]}
        />
        <Pagination page={page} perPage={ENTRIES_PER_PAGE} total={list.found} />
      </AdminCard>
    </AdminPage>
  );
}
