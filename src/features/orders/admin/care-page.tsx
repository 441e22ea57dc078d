/** /admin/care: players whose play shows signs of harm, with the reasons. */
import { useTranslation } from "react-i18next";
import { data, Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { Badge } from "#ui/badge.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery, withParameters } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { CARE_VIEWS, type CareView } from "../rules/care.ts";
import { CASES_PER_PAGE, type CareCase, listCases } from "../server/list-care.ts";
import { CareReasons } from "./care-reasons.tsx";

export const handle = { words: ["admin-care"], failures: { load: "admin:notLoaded.care" } } satisfies PageMessages & PageFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const search = new URL(request.url).searchParams;
  const { page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const view = CARE_VIEWS.find((known) => known === search.get("view")) ?? "open";
  const listed = await listCases(ctx, actor, { view, page }).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the signs of harm could not be listed");
    return undefined;
  });
  if (listed?.ok === false) throw notAllowed();
  return data({ view, page, list: listed?.value }, { status: listed ? 200 : 503 });
}

export default function CarePage() {
  const { view, page, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["admin-care", "admin"]);
  if (!list) {
    return (
      <AdminPage title={t("care.title")} subtitle={t("care.subtitle")}>
        <ErrorState level={2} title={t("admin:notLoaded.care")} message="" />
      </AdminPage>
    );
  }
  return (
    <AdminPage title={t("care.title")} subtitle={t("care.subtitle")}>
      <div className="mb-4">
        <Views current={view} />
      </div>
      <AdminCard flush>
        <Cases cases={list.cases} />
        <Pagination page={page} perPage={CASES_PER_PAGE} total={list.found} />
      </AdminCard>
    </AdminPage>
  );
}

function Cases({ cases }: { cases: readonly CareCase[] }) {
  const { t } = useTranslation("admin-care");
  const { date } = useFormat();
  return (
    <DataTable
      caption={t("care.title")}
      rows={cases}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t("care.none")} />}
      columns={[
        {
          id: "who",
          header: t("care.who"),
          card: "title",
          cell: ({ id, name, email }) => (
            <Link to={`/admin/care/${id}`} className="inline-flex min-h-7 items-center font-[560] wrap-anywhere hover:underline">
              {name || email || t("care.nameless")}
            </Link>
          ),
        },
        { id: "why", header: t("care.why"), cell: ({ signs }) => <CareReasons signs={signs} /> },
        { id: "since", header: t("care.since"), cell: ({ openedAt }) => date(openedAt, "short") },
        {
          id: "state",
          header: t("care.state"),
          cell: ({ outcome }) =>
            outcome ? (
              <Badge tone="active">{t(`care.outcomes.${outcome}`)}</Badge>
            ) : (
              <Badge tone="completed">{t("care.open")}</Badge>
            ),
        },
      ]}
    />
  );
}

function Views({ current }: { current: CareView }) {
  const { t } = useTranslation("admin-care");
  const [search] = useSearchParams();
  return (
    <nav aria-label={t("care.views.label")}>
      <ul className="flex flex-wrap gap-x-5">
        {CARE_VIEWS.map((view) => (
          <li key={view}>
            <Link
              to={withParameters(search, { view: view === "open" ? undefined : view })}
              preventScrollReset
              aria-current={view === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent text-muted aria-[current]:border-current aria-[current]:font-[560] aria-[current]:text-ink"
            >
              {t(`care.views.${view}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
