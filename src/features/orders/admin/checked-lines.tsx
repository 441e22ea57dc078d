/** Pasted lines with what stands against each; of a duplicate one can say that it is another card. */
import { useTranslation } from "react-i18next";
import { EmailText } from "#ui/email-text.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { DataTable } from "#ui/lists/data-table.tsx";
import type { CardProblems } from "../rules/postal-card.ts";
import { type CardRefusal, useCardFaults } from "./use-card-faults.ts";

export type LineRow = {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly fault: { readonly error: CardRefusal | "forbidden" | "invalid"; readonly problems?: CardProblems } | undefined;
};

export function CheckedLines({ lines }: { lines: readonly LineRow[] }) {
  const { t } = useTranslation("admin-entries");
  return (
    <div className="rounded-card border border-line">
      <DataTable
        caption={t("freeEntries.checked")}
        rows={lines}
        rowKey={({ number }) => String(number)}
        columns={[
          { id: "line", header: t("freeEntries.line"), mono: true, cell: ({ number }) => number },
          {
            id: "name",
            header: t("freeEntries.name"),
            card: "title",
            cell: ({ name, email }) => (
              <div className="wrap-anywhere">
                {name || "–"}
                <span className="block text-[0.8125rem] text-muted">{email && <EmailText address={email} />}</span>
              </div>
            ),
          },
          { id: "result", header: t("freeEntries.result"), cell: (line) => <Result line={line} /> },
        ]}
      />
    </div>
  );
}

function Result({ line: { number, fault } }: { line: LineRow }) {
  const { t } = useTranslation("admin-entries");
  const faults = useCardFaults();
  if (!fault) return <span className="text-success">{t("freeEntries.good")}</span>;
  if (fault.error === "invalid") {
    return (
      <ul className="text-danger">
        {faults.problems(fault.problems ?? {}).map(({ fieldId, message }) => (
          <li key={fieldId}>{message}</li>
        ))}
      </ul>
    );
  }
  if (fault.error === "forbidden") return null;
  if (fault.error !== "duplicate") return <span className="text-danger">{faults.refusal(fault.error)}</span>;
  return (
    <div>
      <p className="text-warn">{faults.refusal("duplicate")}</p>
      <Checkbox id={`another-${number}`} name="another" value={String(number)} label={t("freeEntries.another")} />
    </div>
  );
}
