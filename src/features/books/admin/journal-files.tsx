/** The files of a month. */
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin-page.tsx";
import { Allowed, useMay } from "#ui/allowed.tsx";
import { ButtonTo } from "#ui/fields/button-to.tsx";

const FILES = [
  ["journal", "files.journal"],
  ["documents", "files.documents"],
  ["xero", "files.xero"],
  ["xero-bank", "files.xero_bank"],
  ["quickbooks", "files.quickbooks"],
  ["quickbooks-bank", "files.quickbooks_bank"],
] as const;

export function JournalFiles({ month }: { month: string }) {
  const { t } = useTranslation("admin-books");
  if (!useMay("books.export")) return null;
  return (
    <Allowed right="books.export">
      <AdminCard title={t("files.title")} note={t("files.note")}>
        <ul className="grid gap-2">
          {FILES.map(([format, text]) => (
            <li key={format}>
              <ButtonTo
                to={`/admin/journal.csv?month=${month.slice(0, 7)}&format=${format}`}
                isFile
                needsProof
                variant="outline"
                className="max-w-full whitespace-normal"
                size="sm"
                icon={<Download size={18} strokeWidth={1.6} aria-hidden="true" />}
              >
                {t(text)}
              </ButtonTo>
            </li>
          ))}
        </ul>
      </AdminCard>
    </Allowed>
  );
}
