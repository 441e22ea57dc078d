import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Alert, alertSentences } from "#features/access/rules/alert.ts";
import { type LocalizedText, wordsIn } from "#shared/language/locale.ts";
import { Badge } from "#ui/badge.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";

type TableAlert = Pick<Alert, "id" | "kind" | "subject" | "facts" | "raisedAt" | "seenAt" | "handledAt"> & {
  readonly handledBy: string | undefined;
  readonly subjectName: LocalizedText | undefined;
};

/** Table of alerts; unread ones are bold. `empty`: shown without rows. */
export function AlertsTable({ alerts, empty }: { alerts: readonly TableAlert[]; empty: ReactNode }) {
  const { t } = useTranslation("admin-alerts");
  const { date } = useFormat();
  const say = useAlertTexts();
  return (
    <DataTable
      caption={t("alerts.title")}
      rows={alerts}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          id: "what",
          header: t("alerts.what"),
          card: "title",
          cell: (alert) => (
            <Link
              to={`/admin/alerts/${alert.id}`}
              className={`inline-flex min-h-7 items-center wrap-anywhere hover:underline ${alert.seenAt ? "" : "font-[640]"}`}
            >
              {say(alert).title}
            </Link>
          ),
        },
        { id: "where", header: t("alerts.where"), cell: (alert) => say(alert).subject },
        { id: "when", header: t("alerts.when"), cell: ({ raisedAt }) => `${date(raisedAt, "short")}, ${date(raisedAt, "time")}` },
        { id: "state", header: t("alerts.state"), cell: (alert) => <AlertState alert={alert} /> },
      ]}
    />
  );
}

/** New, read, done by staff, or over because its cause is gone. */
export function AlertState({ alert }: { alert: Pick<TableAlert, "seenAt" | "handledAt" | "handledBy"> }) {
  const { t } = useTranslation("admin-alerts");
  if (alert.handledAt) return <Badge tone="active">{t(alert.handledBy === undefined ? "alerts.over" : "alerts.done")}</Badge>;
  return alert.seenAt ? <Badge tone="draft">{t("alerts.seen")}</Badge> : <Badge tone="cancelled">{t("alerts.new")}</Badge>;
}

/** Title, text and subject of an alert in the page's language. */
export function useAlertTexts() {
  const { t } = useTranslation("admin-alerts");
  const locale = useLocale();
  return ({ kind, subject, facts, subjectName }: Pick<TableAlert, "kind" | "subject" | "facts" | "subjectName">) => ({
    ...alertSentences({ kind, facts }, locale, t),
    subject: t(`alerts.subjects.${subject.type}`, {
      id: subjectName ? wordsIn(subjectName, locale) : subject.id.slice(0, 8),
    }),
  });
}
