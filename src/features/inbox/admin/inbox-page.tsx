/** /admin/messages: the inbox of visitors' messages. */
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { adminCall, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { SearchBox } from "#ui/lists/search-box.tsx";
import { readView, ViewLinks } from "#ui/lists/view-links.tsx";
import { INBOX_VIEWS } from "../rules/inbox.ts";
import { listInbox, MESSAGES_PER_PAGE } from "../server/list-inbox.ts";
import type { Route } from "./+types/inbox-page.ts";
import { InboxTable } from "./inbox-table.tsx";

export const handle = { messages: ["admin-inbox"], failures: { load: "admin:notLoaded.inbox" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const { q, page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const view = readView(search, INBOX_VIEWS);
  const filter = { q, view, page };
  const listed = await readOrLog(ctx, listInbox(ctx, actor, filter), "the inbox could not be listed");
  const list = listed && {
    ...listed,
    messages: listed.messages.map(({ text: _, locale: __, ...message }) => message),
  };
  return data({ filter, list }, { status: list ? 200 : 503 });
}

export default function InboxPage({ loaderData: { filter, list } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { number } = useFormat();
  if (!list) {
    return <AdminPageNotLoaded title={t("inbox.title")} subtitle={t("inbox.subtitle")} what="inbox" />;
  }
  return (
    <AdminPage
      title={t("inbox.title")}
      subtitle={list.open > 0 ? t("admin:nav.openMessages", { count: list.open, n: number(list.open) }) : t("inbox.subtitle")}
    >
      <div className="mb-4 flex flex-wrap items-center gap-x-8 gap-y-3">
        <SearchBox label={t("inbox.search")} value={filter.q} />
        <ViewLinks
          label={t("inbox.views.label")}
          views={INBOX_VIEWS}
          current={filter.view}
          nameOf={(view) => t(`inbox.views.${view}`)}
        />
      </div>
      <AdminCard flush>
        <InboxTable messages={list.messages} empty={<EmptyState title={t("inbox.none")} />} />
        <Pagination page={filter.page} perPage={MESSAGES_PER_PAGE} total={list.found} />
      </AdminCard>
    </AdminPage>
  );
}
