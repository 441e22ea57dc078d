/** The days of a month, one a row. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Account } from "#shared/accounts.ts";
import { pence } from "#shared/money.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import type { Lines } from "../rules/lines.ts";

type Day = { readonly day: string; readonly entries: number; readonly sums: Lines };

export function DaysTable({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation("admin-books");
  const { date, number, money } = useFormat();
  const sum = (sums: Lines, ...accounts: readonly Account[]) => {
    const total = accounts.reduce((all, account) => all + (sums[account] ?? 0), 0);
    return total === 0 ? "–" : money(pence(total));
  };
  const income = ({ sales = 0, discounts = 0 }: Lines) => (sales + discounts === 0 ? "–" : money(pence(0 - sales - discounts)));
  return (
    <DataTable
      caption={t("journal.days")}
      rows={days}
      rowKey={({ day }) => day}
      empty={<EmptyState title={t("journal.none")} />}
      columns={[
        {
          id: "day",
          header: t("journal.day"),
          card: "title",
          cell: ({ day }) => (
            <Link to={`/admin/journal/${day}`} className="inline-flex min-h-7 items-center font-[560] hover:underline">
              {date(day, "short")}
            </Link>
          ),
        },
        { id: "entries", header: t("journal.entries"), end: true, mono: true, cell: ({ entries }) => number(entries) },
        { id: "income", header: t("journal.income"), end: true, mono: true, cell: ({ sums }) => income(sums) },
        { id: "back", header: t("journal.back"), end: true, mono: true, cell: ({ sums }) => sum(sums, "refunds", "chargebacks") },
        {
          id: "fees",
          header: t("journal.fees"),
          end: true,
          mono: true,
          cell: ({ sums }) => sum(sums, "provider_fees", "dispute_fees"),
        },
        { id: "out", header: t("journal.paidOut"), end: true, mono: true, cell: ({ sums }) => sum(sums, "bank") },
      ]}
    />
  );
}
