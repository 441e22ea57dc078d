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

/** @param xeroFiles how many files the month's journals are for Xero */
export function JournalFiles({ month, xeroFiles }: { month: string; xeroFiles: number }) {
  const { t } = useTranslation("admin-books");
  if (!useMay("books.export")) return null;
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
              <ButtonTo
                to={`/admin/journal.csv?month=${month.slice(0, 7)}&format=${format}${part ? `&part=${part}` : ""}`}
                isFile
                needsProof
                variant="outline"
                className="max-w-full whitespace-normal"
                size="sm"
                icon={<Download size={18} strokeWidth={1.6} aria-hidden="true" />}
              >
                {part ? t("files.part", { file: t(text), n: part, of: xeroFiles }) : t(text)}
              </ButtonTo>
            </li>
          ))}
        </ul>
      </AdminCard>
    </Allowed>
  );
}
