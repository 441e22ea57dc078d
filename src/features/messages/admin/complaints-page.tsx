/** /admin/complaints: every complaint by what is due next, and how many were answered in time. */
import { AlarmClock, CheckCheck, Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";
import { data, Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery, withParameters } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { SearchBox } from "#ui/lists/search-box.tsx";
import { StatCard } from "#ui/lists/stat-card.tsx";
import { COMPLAINT_VIEWS, type ComplaintView, overdueOf } from "../rules/complaint.ts";
import { COMPLAINTS_PER_PAGE, listComplaints } from "../server/list-complaints.ts";
import { ComplaintState } from "./complaint-card.tsx";

export const handle = { words: ["admin-inbox"], failures: { load: "admin:notLoaded.complaints" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const search = new URL(request.url).searchParams;
  const { q, page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const view = COMPLAINT_VIEWS.find((known) => known === search.get("view")) ?? "open";
  const wanted = { q, view, page };
  const listed = await listComplaints(ctx, actor, wanted).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the complaints could not be listed");
    return undefined;
  });
  if (listed?.ok === false) throw notAllowed();
  const now = ctx.now();
  const list = listed && {
    ...listed.value,
    complaints: listed.value.complaints.map(({ answer: _, ...complaint }) => ({
      ...complaint,
      overdue: overdueOf(complaint, now),
    })),
  };
  return data({ wanted, list }, { status: list ? 200 : 503 });
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
type List = NonNullable<Loaded["list"]>;

export default function ComplaintsPage() {
  const { wanted, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["admin-inbox", "admin"]);
  if (!list) {
    return (
      <AdminPage title={t("complaints.title")} subtitle={t("complaints.subtitle")}>
        <ErrorState level={2} title={t("admin:notLoaded.complaints")} message="" />
      </AdminPage>
    );
  }
  return (
    <AdminPage title={t("complaints.title")} subtitle={t("complaints.subtitle")}>
      <Figures list={list} />
      <div className="my-4 flex flex-wrap items-center gap-x-8 gap-y-3">
        <SearchBox label={t("complaints.search")} value={wanted.q} />
        <Views current={wanted.view} />
      </div>
      <AdminCard flush>
        <ComplaintsTable complaints={list.complaints} />
        <Pagination page={wanted.page} perPage={COMPLAINTS_PER_PAGE} total={list.found} />
      </AdminCard>
    </AdminPage>
  );
}

function Figures({ list: { open, late, due, inTime } }: { list: List }) {
  const { t } = useTranslation("admin-inbox");
  const { number } = useFormat();
  const kept = due === 0 ? "–" : t("complaints.of", { n: number(inTime), all: number(due) });
  return (
    <dl className="stats">
      <StatCard icon={Inbox} label={t("complaints.figures.open")} value={number(open)} />
      <StatCard icon={AlarmClock} label={t("complaints.figures.late")} value={number(late)} />
      <StatCard icon={CheckCheck} label={t("complaints.figures.inTime")} value={kept} note={t("complaints.figures.year")} />
    </dl>
  );
}

function ComplaintsTable({ complaints }: { complaints: List["complaints"] }) {
  const { t } = useTranslation("admin-inbox");
  const { date } = useFormat();
  const last = (end: Date) => date(new Date(end.getTime() - 1), "short");
  return (
    <DataTable
      caption={t("complaints.title")}
      rows={complaints}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t("complaints.empty")} />}
      columns={[
        {
          id: "number",
          header: t("complaints.number"),
          card: "title",
          cell: ({ messageId, number, subject }) => (
            <Link to={`/admin/messages/${messageId}`} className="inline-block min-h-7 wrap-anywhere hover:underline">
              <span className="type-mono block text-sm">{number}</span>
              <span className="font-[560]">{subject}</span>
            </Link>
          ),
        },
        { id: "from", header: t("inbox.from"), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
        { id: "made", header: t("complaints.made"), cell: ({ madeAt }) => date(madeAt, "short") },
        {
          id: "due",
          header: t("complaints.due"),
          cell: ({ answeredAt, acknowledgedAt, acknowledgeBy, answerBy }) =>
            answeredAt ? "–" : last(acknowledgedAt ? answerBy : acknowledgeBy),
        },
        { id: "state", header: t("complaints.state"), cell: (complaint) => <ComplaintState complaint={complaint} /> },
      ]}
    />
  );
}

function Views({ current }: { current: ComplaintView }) {
  const { t } = useTranslation("admin-inbox");
  const [search] = useSearchParams();
  return (
    <nav aria-label={t("complaints.views.label")}>
      <ul className="flex flex-wrap gap-x-5">
        {COMPLAINT_VIEWS.map((view) => (
          <li key={view}>
            <Link
              to={withParameters(search, { view: view === "open" ? undefined : view })}
              preventScrollReset
              aria-current={view === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent text-muted aria-[current]:border-current aria-[current]:font-[560] aria-[current]:text-ink"
            >
              {t(`complaints.views.${view}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
