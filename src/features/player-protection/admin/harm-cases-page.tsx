/** /admin/care: cases of harm signs, and accounts that may belong to excluded players. */
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { clearMatchedExclusion, listPossibleMatches } from "#features/accounts/server/person/same-person.ts";
import { adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Badge } from "#ui/badge.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { readView, ViewLinks } from "#ui/lists/view-links.tsx";
import { CASE_VIEWS } from "../rules/harm-signs.ts";
import { CASES_PER_PAGE, type HarmCase, listCases } from "../server/harm/list-harm-cases.ts";
import type { Route } from "./+types/harm-cases-page.ts";
import { AlikeCard } from "./alike-card.tsx";
import { HarmSigns } from "./harm-case-forms.tsx";

export const handle = { messages: ["admin-care"], failures: { load: "admin:notLoaded.care" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const { page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const view = readView(search, CASE_VIEWS);
  const listed = await readOrLog(ctx, listCases(ctx, actor, { view, page }), "the signs of harm could not be listed");
  const alike = await readOrLog(ctx, listPossibleMatches(ctx, actor), "accounts like an excluded one could not be listed");
  return data({ view, page, list: listed, alike: alike ?? [] }, { status: listed && alike ? 200 : 503 });
}

const STATUS = { not_found: 404, reason_needed: 422, failed: 503 } as const;

const schema = z.object({
  intent: z.literal("tell_apart"),
  user: typedText,
  until: typedText,
  reason: typedText,
});

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/care");
  const { user: userId, until, reason } = submission.value;
  const result = await runAction(
    { ctx, request, form },
    clearMatchedExclusion(ctx, actor, { userId, until, reason }),
    "two people could not be told apart",
  );
  return replyTo(submission, result, { at: { reason_needed: "reason" }, status: STATUS });
}

export default function HarmCasesPage({ loaderData: { view, page, list, alike } }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-care", "admin"]);
  if (!list) {
    return <AdminPageNotLoaded title={t("care.title")} subtitle={t("care.subtitle")} what="care" />;
  }
  return (
    <AdminPage title={t("care.title")} subtitle={t("care.subtitle")}>
      <div className="mb-4">
        <ViewLinks label={t("care.views.label")} views={CASE_VIEWS} current={view} nameOf={(view) => t(`care.views.${view}`)} />
      </div>
      <AdminCard flush>
        <Cases cases={list.cases} />
        <Pagination page={page} perPage={CASES_PER_PAGE} total={list.found} />
      </AdminCard>
      {page === 1 && <AlikeCard alike={alike} />}
    </AdminPage>
  );
}

function Cases({ cases }: { cases: readonly HarmCase[] }) {
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
        { id: "why", header: t("care.why"), cell: ({ signs }) => <HarmSigns signs={signs} /> },
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
