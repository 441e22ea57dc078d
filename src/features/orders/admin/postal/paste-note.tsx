/** The result of pasted cards: a note, and a table of lines with their faults. */
import { useTranslation } from "react-i18next";
import { Note } from "#ui/feedback/note.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmailText } from "#ui/text/email-text.tsx";
import type { CardForm } from "../../rules/postal/card-form.ts";
import type { CardLines } from "../../rules/postal/card-lines.ts";
import type { CardProblems } from "../../rules/postal/postal-card.ts";
import type { EnteredCard } from "../../server/postal/key-in-card.ts";
import { type CardRefusal, useCardFaults } from "./postal-draw-field.tsx";

/** A problem of the whole paste. */
type Problem = CardLines["problem"];

/** A pasted line. `number`: from 1; `fault`: why it cannot be keyed in. */
export type LineRow = {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly fault: { readonly error: CardRefusal | "forbidden" | "invalid"; readonly problems?: CardProblems } | undefined;
};

/**
 * `checked`: the checked lines, none keyed in. `keyed`: the lines keyed in and those left, with their text.
 * `proposed`: the number of cards that a second administrator must confirm.
 */
export type PasteReply = FormReply<"paste", CardRefusal | "failed" | "too_large"> & {
  readonly sent?: Pick<CardForm, "lotteryId" | "receivedOn" | "locale" | "text" | "requestKey">;
  readonly checked?: { readonly lines: readonly LineRow[]; readonly problem: Problem };
  readonly keyed?: {
    readonly done: readonly (EnteredCard & { readonly line: number })[];
    readonly left: readonly LineRow[];
    readonly text: string;
    readonly problem: Problem;
  };
  readonly proposed?: number;
};

/** What happened to the paste. */
export function PasteNote({ reply: { checked, keyed, proposed } }: { reply: PasteReply }) {
  const { t } = useTranslation("admin-entries");
  const { number } = useFormat();
  const faults = useCardFaults();
  const problem = checked?.problem ?? keyed?.problem;
  if (problem) return <Note tone="danger" title={faults.refusal(problem)} role="alert" />;
  if (proposed !== undefined) {
    return (
      <Note tone="success" title={t("freeEntries.proposed", { count: proposed, n: number(proposed) })} role="status">
        {t("freeEntries.proposedText")}
      </Note>
    );
  }
  if (!keyed) return null;
  const { done, left } = keyed;
  return (
    <Note
      tone={left.length > 0 ? "warn" : "success"}
      title={t("freeEntries.doneAll", { count: done.length, n: number(done.length) })}
      role="status"
    >
      {left.length > 0 && t("freeEntries.left", { count: left.length, n: number(left.length) })}
    </Note>
  );
}

/** The faults of a line. A duplicate may be keyed in as another card. */
function LineResult({ line: { number, fault } }: { line: LineRow }) {
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

/** The table of lines. */
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
          { id: "result", header: t("freeEntries.result"), cell: (line) => <LineResult line={line} /> },
        ]}
      />
    </div>
  );
}
