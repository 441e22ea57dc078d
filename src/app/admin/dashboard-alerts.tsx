/** The dashboard's first card, where something needs somebody to look: the newest alerts, and how many there are. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AlertsTable } from "#features/accounts/admin/alerts-table.tsx";
import { AdminCard } from "#ui/admin-page.tsx";
import { useFormat } from "#ui/i18n/messages.ts";

type Props = { alerts: { newest: Parameters<typeof AlertsTable>[0]["alerts"]; open: number; unread: number } };

export function OpenAlerts({ alerts: { newest, open, unread } }: Props) {
  const { t } = useTranslation("admin-alerts");
  const { number } = useFormat();
  if (open === 0) return null;
  return (
    <AdminCard
      flush
      className="mb-4"
      title={t("alerts.open", { count: open, n: number(open) })}
      note={unread > 0 ? t("alerts.unread", { count: unread, n: number(unread) }) : undefined}
      action={
        <Link to="/admin/alerts" className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t("alerts.all")}
        </Link>
      }
    >
      <AlertsTable alerts={newest} empty={null} />
    </AdminCard>
  );
}
