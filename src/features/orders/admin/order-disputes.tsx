/** What banks have said of an order's payment; nothing where none has. */
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin-page.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text-link.tsx";
import { Due, Standing, type TableDispute } from "./disputes-table.tsx";

export function OrderDisputes({ disputes }: { disputes: readonly Omit<TableDispute, "lottery">[] }) {
  const { t } = useTranslation("admin-orders");
  const { money } = useFormat();
  if (disputes.length === 0) return null;
  return (
    <AdminCard title={t("disputes.title")}>
      <ul className="divide-y divide-line">
        {disputes.map((dispute) => (
          <li key={dispute.id} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2 first:pt-0 last:pb-0">
            <Standing standing={dispute.standing} />
            <span className="type-mono">{money(dispute.amount)}</span>
            <span className="type-small">
              {t("disputes.due")} <Due dispute={dispute} />
            </span>
            <TextLink to={`/admin/disputes/${dispute.id}`} className="ms-auto">
              {t("disputes.one", { number: dispute.orderNumber })}
            </TextLink>
          </li>
        ))}
      </ul>
    </AdminCard>
  );
}
