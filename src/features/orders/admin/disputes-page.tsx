/** /admin/disputes: payments that a bank asks about or has taken back, by their deadline. */

import { useTranslation } from "react-i18next";
import { data, Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery, withParameters } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { DISPUTES_PER_PAGE, listDisputes } from "../server/list-disputes.ts";
import { DisputesTable } from "./disputes-table.tsx";

const VIEWS = ["open", "over", "all"] as const;

export const handle = { words: ["admin-orders"], failures: { load: "admin:notLoaded.disputes" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const search = new URL(request.url).searchParams;
  const { page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const view = VIEWS.find((known) => known === search.get("view")) ?? "open";
  const listed = await listDisputes(ctx, actor, { view, page }).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the disputes could not be listed");
    return undefined;
  });
  if (listed?.ok === false) throw notAllowed();
  const list = listed && {
    found: listed.value.found,
    disputes: listed.value.disputes.map(({ lotteryTitle, ...dispute }) => ({
      ...dispute,
      lottery: inLanguage(lotteryTitle, localeOf(context)),
    })),
  };
  return data({ view, page, list }, { status: list ? 200 : 503 });
}

export default function DisputesPage() {
  const { view, page, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["admin-orders", "admin"]);
  if (!list) {
    return (
      <AdminPage title={t("disputes.title")} subtitle={t("disputes.subtitle")}>
        <ErrorState level={2} title={t("admin:notLoaded.disputes")} message="" />
      </AdminPage>
    );
  }
  return (
    <AdminPage title={t("disputes.title")} subtitle={t("disputes.subtitle")}>
      <div className="mb-4">
        <Views current={view} />
      </div>
      <AdminCard flush>
        <DisputesTable disputes={list.disputes} empty={<EmptyState title={t("disputes.none")} />} />
        <Pagination page={page} perPage={DISPUTES_PER_PAGE} total={list.found} />
      </AdminCard>
    </AdminPage>
  );
}

function Views({ current }: { current: (typeof VIEWS)[number] }) {
  const { t } = useTranslation("admin-orders");
  const [search] = useSearchParams();
  return (
    <nav aria-label={t("disputes.views.label")}>
      <ul className="flex flex-wrap gap-x-5">
        {VIEWS.map((view) => (
          <li key={view}>
            <Link
              to={withParameters(search, { view: view === "open" ? undefined : view })}
              preventScrollReset
              aria-current={view === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent text-muted aria-[current]:border-current aria-[current]:font-[560] aria-[current]:text-ink"
            >
              {t(`disputes.views.${view}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
