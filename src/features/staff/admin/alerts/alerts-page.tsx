/** /admin/alerts: the list of alerts, by view. */
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { ALERT_VIEWS } from "#features/access/rules/alert.ts";
import { adminCall, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { readView, ViewLinks } from "#ui/lists/view-links.tsx";
import { ALERTS_PER_PAGE, listAlerts } from "../../server/alerts/alerts.ts";
import type { Route } from "./+types/alerts-page.ts";
import { AlertsTable } from "./alerts-table.tsx";

export const handle = { messages: ["admin-alerts"], failures: { load: "admin:notLoaded.alerts" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const { page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const view = readView(search, ALERT_VIEWS);
  const listed = await readOrLog(ctx, listAlerts(ctx, actor, { view, page }), "the alerts could not be listed");
  return data({ view, page, list: listed }, { status: listed ? 200 : 503 });
}

export default function AlertsPage({ loaderData: { view, page, list } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-alerts", "admin"]);
  const { number } = useFormat();
  if (!list) {
    return <AdminPageNotLoaded title={t("alerts.title")} subtitle={t("alerts.subtitle")} what="alerts" />;
  }
  return (
    <AdminPage
      title={t("alerts.title")}
      subtitle={list.unread > 0 ? t("alerts.unread", { count: list.unread, n: number(list.unread) }) : t("alerts.subtitle")}
    >
      <div className="mb-4">
        <ViewLinks
          label={t("alerts.views.label")}
          views={ALERT_VIEWS}
          current={view}
          nameOf={(view) => t(`alerts.views.${view}`)}
        />
      </div>
      <AdminCard flush>
        <AlertsTable alerts={list.alerts} empty={<EmptyState title={t("alerts.none")} />} />
        <Pagination page={page} perPage={ALERTS_PER_PAGE} total={list.found} />
      </AdminCard>
    </AdminPage>
  );
}
