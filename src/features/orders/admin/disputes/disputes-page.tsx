/** All disputes of payments, in views of open and decided ones. */
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { adminCall, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { readView, ViewLinks } from "#ui/lists/view-links.tsx";
import { daysLeft } from "../../rules/evidence.ts";
import { DISPUTES_PER_PAGE, listDisputes } from "../../server/disputes/list-disputes.ts";
import type { Route } from "./+types/disputes-page.ts";
import { DisputesTable } from "./disputes-table.tsx";

const VIEWS = ["open", "over", "all"] as const;

export const handle = { messages: ["admin-orders"], failures: { load: "admin:notLoaded.disputes" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const { page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const view = readView(search, VIEWS);
  const listed = await readOrLog(ctx, listDisputes(ctx, actor, { view, page }), "the disputes could not be listed");
  const list = listed && {
    found: listed.found,
    amount: listed.amount,
    disputes: listed.disputes.map(({ lotteryTitle, ...dispute }) => ({
      ...dispute,
      lottery: inLanguage(lotteryTitle, localeOf(context)),
      daysLeft: dispute.dueBy && daysLeft(dispute.dueBy, ctx.now()),
      providerName: PROVIDER_NAMES[dispute.provider],
    })),
  };
  return data({ view, page, list }, { status: list ? 200 : 503 });
}

export default function DisputesPage({ loaderData: { view, page, list } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-orders", "admin"]);
  const { money } = useFormat();
  if (!list) {
    return <AdminPageNotLoaded title={t("disputes.title")} subtitle={t("disputes.subtitle")} what="disputes" />;
  }
  return (
    <AdminPage title={t("disputes.title")} subtitle={t("disputes.subtitle")}>
      <div className="mb-4">
        <ViewLinks
          label={t("disputes.views.label")}
          views={VIEWS}
          current={view}
          nameOf={(view) => t(`disputes.views.${view}`)}
        />
      </div>
      <AdminCard flush>
        {list.found > 0 && (
          <p className="px-5 pt-4 pb-1 font-[560]">{t("disputes.total", { count: list.found, amount: money(list.amount) })}</p>
        )}
        <DisputesTable disputes={list.disputes} empty={<EmptyState title={t("disputes.none")} />} />
        <Pagination page={page} perPage={DISPUTES_PER_PAGE} total={list.found} />
      </AdminCard>
    </AdminPage>
  );
}
