import { useTranslation } from "react-i18next";
import { pence } from "#shared/money/money.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { PanelPart } from "#ui/panel.tsx";
import type { ReceiptDocument } from "../../rules/checkout/purchase-view.ts";

/**
 * The invoice and credit notes. Nothing for one document without VAT, whose number the receipt's head shows.
 */
export function ReceiptDocuments({ documents }: { documents: readonly ReceiptDocument[] }) {
  const { t } = useTranslation("profile");
  const { date, money, percent } = useFormat();
  const [first] = documents;
  if (first && documents.length === 1 && first.vatPoints === 0) return null;
  return (
    <PanelPart className="grid gap-3">
      <h2 className="type-h3">{t("receipt.documents")}</h2>
      {documents.length === 0 && <p className="type-small">{t("receipt.numberFollows")}</p>}
      <DefinitionList
        rows={documents.map(({ kind, number, amount, vat, vatPoints, at }) => ({
          id: number,
          term: `${t(`receipt.papers.${kind}`)} ${number}, ${date(at)}`,
          value: (
            <>
              {kind === "credit_note" ? money(pence(-amount)).replace("-", "−") : money(amount)}
              {vatPoints > 0 && (
                <span className="type-tiny block">
                  {t("receipt.ofWhichVat", {
                    percent: percent(vatPoints / 10_000, vatPoints % 100 === 0 ? 0 : 2),
                    vat: money(vat),
                  })}
                </span>
              )}
            </>
          ),
        }))}
      />
    </PanelPart>
  );
}
