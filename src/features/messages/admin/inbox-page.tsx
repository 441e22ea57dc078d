/** /admin/messages: what visitors wrote with the contact form, unread ones first. */

import { useTranslation } from "react-i18next";
import { data, Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery, withParameters } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { SearchBox } from "#ui/lists/search-box.tsx";
import { INBOX_VIEWS, type InboxView } from "../rules/inbox.ts";
import { listInbox, MESSAGES_PER_PAGE } from "../server/list-inbox.ts";
import { InboxTable } from "./inbox-table.tsx";

export const handle = { words: ["admin-inbox"], failures: { load: "admin:notLoaded.inbox" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const search = new URL(request.url).searchParams;
  const { q, page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const view = INBOX_VIEWS.find((known) => known === search.get("view")) ?? "open";
  const wanted = { q, view, page };
  const listed = await listInbox(ctx, actor, wanted).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the inbox could not be listed");
    return undefined;
  });
  if (listed?.ok === false) throw notAllowed();
  const list = listed && {
    ...listed.value,
    messages: listed.value.messages.map(({ text: _, locale: __, ...message }) => message),
  };
  return data({ wanted, list }, { status: list ? 200 : 503 });
}

export default function InboxPage() {
  const { wanted, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { number } = useFormat();
  if (!list) {
    return (
      <AdminPage title={t("inbox.title")} subtitle={t("inbox.subtitle")}>
        <ErrorState level={2} title={t("admin:notLoaded.inbox")} message="" />
      </AdminPage>
    );
  }
  return (
    <AdminPage
      title={t("inbox.title")}
      subtitle={list.unread > 0 ? t("admin:nav.unread", { count: list.unread, n: number(list.unread) }) : t("inbox.subtitle")}
    >
      <div className="mb-4 flex flex-wrap items-center gap-x-8 gap-y-3">
        <SearchBox label={t("inbox.search")} value={wanted.q} />
        <Views current={wanted.view} />
      </div>
      <AdminCard flush>
        <InboxTable messages={list.messages} empty={<EmptyState title={t("inbox.none")} />} />
        <Pagination page={wanted.page} perPage={MESSAGES_PER_PAGE} total={list.found} />
      </AdminCard>
    </AdminPage>
  );
}

function Views({ current }: { current: InboxView }) {
  const { t } = useTranslation("admin-inbox");
  const [search] = useSearchParams();
  return (
    <nav aria-label={t("inbox.views.label")}>
      <ul className="flex flex-wrap gap-x-5">
        {INBOX_VIEWS.map((view) => (
          <li key={view}>
            <Link
              to={withParameters(search, { view: view === "open" ? undefined : view })}
              preventScrollReset
              aria-current={view === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent text-muted aria-[current]:border-current aria-[current]:font-[560] aria-[current]:text-ink"
            >
              {t(`inbox.views.${view}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
