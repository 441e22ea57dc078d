/**
 * /admin/complaints: all complaints with figures, and a form for those that came by post, email or
 * telephone.
 */
import { randomUUID } from "node:crypto";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { isLocale } from "#shared/language/locale.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { AlarmClock, CheckCheck, Inbox } from "#ui/icons.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { SearchBox } from "#ui/lists/search-box.tsx";
import { StatCard } from "#ui/lists/stat-card.tsx";
import { readView, ViewLinks } from "#ui/lists/view-links.tsx";
import { COMPLAINT_VIEWS, overdueOf } from "../rules/complaint.ts";
import { COMPLAINTS_PER_PAGE, listComplaints } from "../server/list-complaints.ts";
import { recordComplaint } from "../server/record-complaint.ts";
import type { Route } from "./+types/complaints-page.ts";
import { ComplaintState } from "./complaint-card.tsx";
import { RecordComplaintForm, type RecordReply } from "./record-complaint-form.tsx";

export const handle = {
  messages: ["admin-inbox"],
  failures: { load: "admin:notLoaded.complaints", send: "admin-inbox:complaints.errors.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const { q, page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const view = readView(search, COMPLAINT_VIEWS);
  const filter = { q, view, page };
  const listed = await readOrLog(ctx, listComplaints(ctx, actor, filter), "the complaints could not be listed");
  const now = ctx.now();
  const list = listed && {
    ...listed,
    complaints: listed.complaints.map(({ answer: _, ...complaint }) => ({
      ...complaint,
      overdue: overdueOf(complaint, now),
    })),
  };
  // What a new form starts with.
  const fresh = { requestKey: randomUUID(), today: londonDate(now) };
  return data({ filter, list, fresh }, { status: list ? 200 : 503 });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/complaints");
  const { receivedOn, locale, requestKey, ...fields } = submission.value;
  const received = {
    ...{ fields, receivedOn, locale: isLocale(locale) ? locale : "en" },
    requestKey: requestKey || undefined,
  };
  const recorded = await runAction({ ctx, request }, recordComplaint(ctx, actor, received), "a complaint could not be recorded");
  if (recorded.ok) throw redirect(`/admin/messages/${recorded.value}`);
  const problems = recorded.error === "invalid" ? Object.entries(recorded.problems) : [];
  const fieldErrors = Object.fromEntries(problems.map(([field, problem]) => [field, [problem]]));
  const isFailed = recorded.error === "failed";
  const refused = submission.reply(isFailed ? { formErrors: ["failed"] } : { fieldErrors });
  return data({ intent: "record", refused } as RecordReply, isFailed ? 503 : 422);
}

const schema = z.object({
  ...{ name: typedText, email: typedText, subject: typedText, message: typedText },
  ...{ receivedOn: typedText, locale: typedText, requestKey: typedText },
});

type Loaded = Route.ComponentProps["loaderData"];
type List = NonNullable<Loaded["list"]>;

export default function ComplaintsPage({ loaderData: { filter, list, fresh } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  if (!list) {
    return <AdminPageNotLoaded title={t("complaints.title")} subtitle={t("complaints.subtitle")} what="complaints" />;
  }
  return (
    <AdminPage title={t("complaints.title")} subtitle={t("complaints.subtitle")}>
      <Figures list={list} />
      <div className="my-4 flex flex-wrap items-center gap-x-8 gap-y-3">
        <SearchBox label={t("complaints.search")} value={filter.q} />
        <ViewLinks
          label={t("complaints.views.label")}
          views={COMPLAINT_VIEWS}
          current={filter.view}
          nameOf={(view) => t(`complaints.views.${view}`)}
        />
      </div>
      <AdminCard flush>
        <ComplaintsTable complaints={list.complaints} />
        <Pagination page={filter.page} perPage={COMPLAINTS_PER_PAGE} total={list.found} />
      </AdminCard>
      <Allowed right="complaints.write">
        <div className="mt-6">
          <RecordComplaintForm fresh={fresh} />
        </div>
      </Allowed>
    </AdminPage>
  );
}

function Figures({ list: { open, late, due, inTime } }: { list: List }) {
  const { t } = useTranslation("admin-inbox");
  const { number } = useFormat();
  const share = due === 0 ? "–" : t("complaints.of", { n: number(inTime), all: number(due) });
  return (
    <dl className="stats">
      <StatCard icon={Inbox} label={t("complaints.figures.open")} value={number(open)} />
      <StatCard icon={AlarmClock} label={t("complaints.figures.late")} value={number(late)} />
      <StatCard icon={CheckCheck} label={t("complaints.figures.inTime")} value={share} note={t("complaints.figures.year")} />
    </dl>
  );
}

function ComplaintsTable({ complaints }: { complaints: List["complaints"] }) {
  const { t } = useTranslation("admin-inbox");
  const { date } = useFormat();
  // Deadlines are midnights; show the day that they end.
  const lastDayOf = (end: Date) => date(new Date(end.getTime() - 1), "short");
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
              <span translate="no" className="type-mono block text-sm">
                {number}
              </span>
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
            answeredAt ? "–" : lastDayOf(acknowledgedAt ? answerBy : acknowledgeBy),
        },
        { id: "state", header: t("complaints.state"), cell: (complaint) => <ComplaintState complaint={complaint} /> },
      ]}
    />
  );
}
