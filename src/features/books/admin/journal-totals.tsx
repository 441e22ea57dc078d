/** What a month comes to, by account. */
import { useTranslation } from "react-i18next";
import { ACCOUNTS } from "#shared/accounts.ts";
import { pence } from "#shared/money.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { CHART } from "../rules/chart.ts";
import type { Lines } from "../rules/lines.ts";

export function JournalTotals({ totals }: { totals: Lines }) {
  const { t } = useTranslation("admin-books");
  const { money } = useFormat();
  const moved = ACCOUNTS.filter((account) => totals[account] !== undefined);
  return (
    <AdminCard title={t("journal.totals")} note={t("journal.totalsNote")}>
      {moved.length === 0 ? (
        <p className="admin-note">{t("journal.none")}</p>
      ) : (
        <DefinitionList
          rows={moved.map((account) => ({
            id: account,
            term: t(`accounts.${account}`),
            value: <span className="tabular-nums">{money(pence((totals[account] ?? 0) * CHART[account].sign))}</span>,
          }))}
        />
      )}
    </AdminCard>
  );
}
