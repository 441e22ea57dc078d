/** /admin/messages: the inbox of visitors' messages, and a form for those that came by e-mail. */
import { randomUUID } from "node:crypto";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, readOrLog, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { isUuid } from "#shared/ids.ts";
import { isLocale } from "#shared/language/locale.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedTexts } from "#ui/forms/parse-form.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { SearchBox } from "#ui/lists/search-box.tsx";
import { readView, ViewLinks } from "#ui/lists/view-links.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { INBOX_VIEWS } from "../rules/inbox.ts";
import { recordEmail } from "../server/conversations/start-conversation.ts";
import { listInbox, MESSAGES_PER_PAGE } from "../server/list-inbox.ts";
import type { Route } from "./+types/inbox-page.ts";
import { InboxTable } from "./inbox-table.tsx";
import { RecordEmailForm, type RecordEmailReply } from "./record-email-form.tsx";

export const handle = {
  messages: ["admin-inbox"],
  failures: { load: "admin:notLoaded.inbox", send: "admin-inbox:conversation.errors.failed" },
} satisfies PageMessages & PageFailures;

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
  return data({ filter, list, requestKey: randomUUID() }, { status: list ? 200 : 503 });
}

const schema = z.object({
  intent: z.literal("email"),
  ...typedTexts(["name", "email", "subject", "message", "locale", "isSamePerson", "requestKey"]),
});

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/messages");
  const { intent, locale, isSamePerson, requestKey: key, ...fields } = submission.value;
  const email = {
    ...{ fields, locale: isLocale(locale) ? locale : "en", isSamePerson: isSamePerson === "on" },
    requestKey: isUuid(key) ? key : undefined,
  } as const;
  const recorded = await runAction({ ctx, request, form }, recordEmail(ctx, actor, email), "an e-mail could not be recorded");
  if (recorded.ok) throw redirect(`/admin/messages/${recorded.value}`);
  const problems = recorded.error === "invalid" ? Object.entries(recorded.problems) : [];
  const fieldErrors = Object.fromEntries(problems.map(([field, problem]) => [field, [problem]]));
  const formErrors = recorded.error === "failed" || recorded.error === "other_address" ? [recorded.error] : undefined;
  const refused = submission.reply(formErrors ? { formErrors } : { fieldErrors });
  return data({ intent, refused } as RecordEmailReply, recorded.error === "failed" ? 503 : 422);
}

export default function InboxPage({ loaderData: { filter, list, requestKey } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { number } = useFormat();
  if (!list) {
    return <AdminPageNotLoaded title={t("inbox.title")} subtitle={t("inbox.subtitle")} what="inbox" />;
  }
  return (
    <AdminPage
      title={t("inbox.title")}
      subtitle={list.open > 0 ? t("admin:nav.openMessages", { count: list.open, n: number(list.open) }) : t("inbox.subtitle")}
      actions={<TextLink to="/admin/messages/templates">{t("templates.title")}</TextLink>}
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
      <Allowed right="messages.write">
        <div className="mt-6">
          <RecordEmailForm requestKey={requestKey} />
        </div>
      </Allowed>
    </AdminPage>
  );
}
