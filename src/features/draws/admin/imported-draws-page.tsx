/** Past draws imported from another platform, which an administrator can remove. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { toImportedDrawView } from "#features/lotteries/rules/import/imported-view.ts";
import { IMPORTED_PER_PAGE, listManagedImported, removeImportedDraw } from "#features/lotteries/server/import/imported-draws.ts";
import { readFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import type { Route } from "./+types/imported-draws-page.ts";
import { ImportedTable } from "./imported-table.tsx";

export const handle = {
  messages: ["admin-draws"],
  failures: { load: "admin:notLoaded.imported", send: "admin-draws:imported.removeFailed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const locale = localeOf(context);
  const { page } = readListQuery(search, ["newest"], { sort: "newest", descending: true });
  const listed = await readOrLog(ctx, listManagedImported(ctx, actor, page), "the imported draws could not be listed");
  const list = listed && {
    total: listed.total,
    draws: listed.draws.map((draw) => {
      const { reference, importedAt, importedFrom, ticketsImported, ticketsOwned } = draw;
      return { ...toImportedDrawView(draw, locale), reference, importedAt, importedFrom, ticketsImported, ticketsOwned };
    }),
  };
  return data({ page, list }, { status: list ? 200 : 503 });
}

const schema = z.object({ intent: z.literal("remove"), id: typedText });

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/winners/imported");
  const removed = await runAction(
    { ctx, request, form },
    removeImportedDraw(ctx, actor, submission.value.id),
    "an imported draw could not be removed",
  );
  return replyTo(submission, removed, { status: { failed: 503, not_found: 404 } });
}

export default function ImportedDrawsPage({ loaderData: { page, list } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-draws");
  if (!list) return <AdminPageNotLoaded title={t("imported.title")} subtitle={t("imported.subtitle")} what="imported" />;
  return (
    <AdminPage
      title={t("imported.title")}
      subtitle={t("imported.subtitle")}
      done={() => t("imported.removed")}
      above={<BackLink to="/admin/winners">{t("imported.back")}</BackLink>}
    >
      <AdminCard flush>
        <ImportedTable draws={list.draws} />
        <Pagination page={page} perPage={IMPORTED_PER_PAGE} total={list.total} />
      </AdminCard>
    </AdminPage>
  );
}
