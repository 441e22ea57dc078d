/** A month of the journal: its days, the totals of the accounts, and its files to download. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ACCOUNTS, type Account } from "#shared/accounts.ts";
import { pence } from "#shared/money/money.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { ExportButton } from "#ui/fields/button-to.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { CHART } from "../rules/chart.ts";
import type { Lines } from "../rules/lines.ts";

/** `sums` are in pence by account; a debit is positive. */
type Day = { readonly day: string; readonly entries: number; readonly sums: Lines };

/** One row a day, which links to its entries. */
export function DaysTable({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation("admin-books");
  const { date, number, money } = useFormat();
  const sum = (sums: Lines, ...accounts: readonly Account[]) => {
    const total = accounts.reduce((all, account) => all + (sums[account] ?? 0), 0);
    return total === 0 ? "–" : money(pence(total));
  };
  // Sums are debits less credits: income is negative in the books, and shown as positive.
  const income = ({ sales = 0, discounts = 0 }: Lines) => (sales + discounts === 0 ? "–" : money(pence(0 - sales - discounts)));
  return (
    <DataTable
      dense
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

/** The sum of each account that the month touches, with the sign that its kind of account shows. */
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

/** The `format` of an export, and the key of its label. */
const FILES = [
  ["journal", "files.journal"],
  ["documents", "files.documents"],
  ["xero", "files.xero"],
  ["xero-bank", "files.xero_bank"],
  ["quickbooks", "files.quickbooks"],
  ["quickbooks-bank", "files.quickbooks_bank"],
] as const;

/** `month` is its first day; `xeroFiles`: how many files Xero needs for it. */
export function JournalFiles({ month, xeroFiles }: { month: string; xeroFiles: number }) {
  const { t } = useTranslation("admin-books");
  // Xero limits the lines of a file, so a long month has several parts.
  const files = FILES.flatMap(([format, text]): { format: string; text: (typeof FILES)[number][1]; part?: number }[] =>
    format === "xero" && xeroFiles > 1
      ? Array.from({ length: xeroFiles }, (_, i) => ({ format, text, part: i + 1 }))
      : [{ format, text }],
  );
  return (
    <Allowed right="books.export">
      <AdminCard title={t("files.title")} note={t("files.note")}>
        <ul className="grid gap-2">
          {files.map(({ format, text, part }) => (
            <li key={`${format} ${part}`}>
              <ExportButton
                to={`/admin/journal.csv?month=${month.slice(0, 7)}&format=${format}${part ? `&part=${part}` : ""}`}
                className="max-w-full whitespace-normal"
                size="sm"
              >
                {part ? t("files.part", { file: t(text), n: part, of: xeroFiles }) : t(text)}
              </ExportButton>
            </li>
          ))}
        </ul>
        <p className="admin-note mt-3">{t("files.statements")}</p>
      </AdminCard>
    </Allowed>
  );
}
