/** /admin/alerts: what needs somebody to look, new ones first. */

import { useTranslation } from "react-i18next";
import { data, Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery, withParameters } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { ALERT_VIEWS, type AlertView } from "../rules/alert.ts";
import { adminOf } from "../server/admin-of.ts";
import { ALERTS_PER_PAGE, listAlerts } from "../server/list-alerts.ts";
import { notAllowed } from "../server/not-allowed.ts";
import { AlertsTable } from "./alerts-table.tsx";

export const handle = { words: ["admin-alerts"], failures: { load: "admin:notLoaded.alerts" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const search = new URL(request.url).searchParams;
  const { page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const view = ALERT_VIEWS.find((known) => known === search.get("view")) ?? "open";
  const listed = await listAlerts(ctx, actor, { view, page }).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the alerts could not be listed");
    return undefined;
  });
  if (listed?.ok === false) throw notAllowed();
  return data({ view, page, list: listed?.value }, { status: listed ? 200 : 503 });
}

export default function AlertsPage() {
  const { view, page, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["admin-alerts", "admin"]);
  const { number } = useFormat();
  if (!list) {
    return (
      <AdminPage title={t("alerts.title")} subtitle={t("alerts.subtitle")}>
        <ErrorState level={2} title={t("admin:notLoaded.alerts")} message="" />
      </AdminPage>
    );
  }
  return (
    <AdminPage
      title={t("alerts.title")}
      subtitle={list.unread > 0 ? t("alerts.unread", { count: list.unread, n: number(list.unread) }) : t("alerts.subtitle")}
    >
      <div className="mb-4">
        <Views current={view} />
      </div>
      <AdminCard flush>
        <AlertsTable alerts={list.alerts} empty={<EmptyState title={t("alerts.none")} />} />
        <Pagination page={page} perPage={ALERTS_PER_PAGE} total={list.found} />
      </AdminCard>
    </AdminPage>
  );
}

function Views({ current }: { current: AlertView }) {
  const { t } = useTranslation("admin-alerts");
  const [search] = useSearchParams();
  return (
    <nav aria-label={t("alerts.views.label")}>
      <ul className="flex flex-wrap gap-x-5">
        {ALERT_VIEWS.map((view) => (
          <li key={view}>
            <Link
              to={withParameters(search, { view: view === "open" ? undefined : view })}
              preventScrollReset
              aria-current={view === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent text-muted aria-[current]:border-current aria-[current]:font-[560] aria-[current]:text-ink"
            >
              {t(`alerts.views.${view}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
