/** /admin/audit-log: who changed what, from what to what, why and when. */

import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { data, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { ButtonTo } from "#ui/fields/button-to.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { withParameters } from "#ui/lists/list-address.ts";
import { adminOf } from "../server/admin-of.ts";
import { listChanges } from "../server/list-changes.ts";
import { notAllowed } from "../server/not-allowed.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";
import { changesFilter } from "./changes-filter.ts";

export const handle = { words: ["admin-log"], failures: { load: "admin:notLoaded.audit" } } satisfies PageMessages & PageFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const wanted = changesFilter(request);
  const listed = await listChanges(ctx, actor, wanted).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the log could not be read");
    return undefined;
  });
  if (listed?.ok === false) throw notAllowed();
  return data({ wanted, list: listed?.value }, { status: listed ? 200 : 503 });
}

const FILE = "/admin/audit-log.csv";

export default function AuditLogPage() {
  const { wanted, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("admin");
  const [search] = useSearchParams();
  if (!list) {
    return (
      <AdminPage title={t("audit.title")} subtitle={t("audit.subtitle")}>
        <ErrorState level={2} title={t("notLoaded.audit")} message="" />
      </AdminPage>
    );
  }
  return (
    <AdminPage
      title={t("audit.title")}
      subtitle={t("audit.subtitle")}
      actions={
        list.mayExport && (
          <Allowed right="audit.export">
            <ButtonTo
              to={search.size === 0 ? FILE : FILE + withParameters(search, { before: undefined })}
              isFile
              needsProof
              variant="outline"
              size="sm"
              icon={<Download size={18} strokeWidth={1.6} aria-hidden="true" />}
            >
              {t("audit.export")}
            </ButtonTo>
          </Allowed>
        )
      }
    >
      <AuditFilters wanted={wanted} actions={list.actions} />
      <AdminCard flush className="mt-4">
        <AuditTable changes={list.changes} empty={<EmptyState title={t("audit.none")} />} />
        {(wanted.before !== "" || list.next !== undefined) && (
          <nav aria-label={t("kit.pages")} className="pages">
            {wanted.before !== "" && (
              <LinkButton variant="outline" to={withParameters(search, { before: undefined })}>
                {t("audit.newer")}
              </LinkButton>
            )}
            {list.next !== undefined && (
              <LinkButton variant="outline" to={withParameters(search, { before: list.next })}>
                {t("audit.older")}
              </LinkButton>
            )}
          </nav>
        )}
      </AdminCard>
    </AdminPage>
  );
}
