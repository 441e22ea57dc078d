/** /admin/audit-log: who changed what, with filters and a CSV. */
import { useTranslation } from "react-i18next";
import { data, Form, useSearchParams } from "react-router";
import { ACTION_GROUPS } from "#features/access/rules/audit-actions.ts";
import { adminCall, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { ExportButton } from "#ui/fields/button-to.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { FilterFold } from "#ui/lists/filter-fold.tsx";
import { withParameters } from "#ui/lists/list-address.ts";
import { listChanges } from "../../server/audit-log/list-changes.ts";
import type { Route } from "./+types/audit-log-page.ts";
import { AuditTable, useActionName } from "./audit-table.tsx";
import { changesFilter } from "./changes-filter.ts";

export const handle = { messages: ["admin-log"], failures: { load: "admin:notLoaded.audit" } } satisfies PageMessages &
  PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const filter = changesFilter(request);
  const listed = await readOrLog(ctx, listChanges(ctx, actor, filter), "the log could not be read");
  return data({ filter, list: listed }, { status: listed ? 200 : 503 });
}

/** Address of the CSV; it takes the filters of the page. */
const FILE = "/admin/audit-log.csv";

export default function AuditLogPage({ loaderData: { filter, list } }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const [search] = useSearchParams();
  if (!list) {
    return <AdminPageNotLoaded title={t("audit.title")} subtitle={t("audit.subtitle")} what="audit" />;
  }
  return (
    <AdminPage
      title={t("audit.title")}
      subtitle={t("audit.subtitle")}
      actions={
        list.mayExport && (
          <Allowed right="audit.export">
            <ExportButton to={search.size === 0 ? FILE : FILE + withParameters(search, { before: undefined })} size="sm">
              {t("audit.export")}
            </ExportButton>
          </Allowed>
        )
      }
    >
      <FilterFold active={[filter.person, filter.action, filter.subject, filter.from, filter.to].filter(Boolean).length}>
        <AuditFilters filter={filter} actions={list.actions} />
      </FilterFold>
      <AdminCard flush className="mt-4">
        <AuditTable changes={list.changes} empty={<EmptyState title={t("audit.none")} />} />
        {(filter.before !== "" || list.next !== undefined) && (
          <nav aria-label={t("kit.pages")} className="pages">
            {filter.before !== "" && (
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

type Filter = { person: string; action: string; subject: string; from: string; to: string };

/** The form of the filters. `actions`: names that the log contains. */
function AuditFilters({ filter, actions }: { filter: Filter; actions: readonly string[] }) {
  const { t } = useTranslation("admin");
  const nameOf = useActionName();
  const named = actions.map((action) => ({ value: action, label: nameOf(action) }));
  const groups = ACTION_GROUPS.map((group) => ({ value: `${group}.*`, label: t(`audit.groups.${group}`) }));
  const byName = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);
  const options = [{ value: "", label: t("audit.all") }, ...groups.toSorted(byName), ...named.toSorted(byName)];
  return (
    // A new address brings other values: reset the fields.
    <Form
      key={JSON.stringify(filter)}
      className="admin-card admin-card-body grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-5"
    >
      <TextField
        label={t("audit.person")}
        hint={t("audit.personHint")}
        name="person"
        defaultValue={filter.person}
        spellCheck={false}
      />
      <SelectField label={t("audit.action")} name="action" defaultValue={filter.action} options={options} />
      <TextField
        label={t("audit.subjectFilter")}
        hint={t("audit.subjectHint")}
        name="subject"
        defaultValue={filter.subject}
        spellCheck={false}
      />
      <TextField label={t("audit.from")} name="from" type="date" defaultValue={filter.from} />
      <TextField label={t("audit.to")} name="to" type="date" defaultValue={filter.to} />
      <div className="flex flex-wrap gap-3 sm:col-span-full">
        <Button type="submit">{t("audit.filter")}</Button>
        <LinkButton to="/admin/audit-log" variant="tertiary">
          {t("audit.reset")}
        </LinkButton>
      </div>
    </Form>
  );
}
