/** What became of a paste, in one note. */
import { useTranslation } from "react-i18next";
import { Note } from "#ui/feedback/note.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { CardForm } from "../rules/card-form.ts";
import type { CardLines } from "../rules/card-lines.ts";
import type { KeyedIn } from "../server/key-in-card.ts";
import type { LineRow } from "./checked-lines.tsx";
import { type CardRefusal, useCardFaults } from "./use-card-faults.ts";

type Problem = CardLines["problem"];
/** `failed` without its form: the answer never arrived, and everything still stands in the fields. */
export type PasteReply =
  | {
      readonly kind: "checked";
      readonly form: CardForm;
      readonly checked: { readonly lines: readonly LineRow[]; readonly problem: Problem };
    }
  | {
      readonly kind: "keyed_all";
      readonly form: CardForm;
      readonly keyed: {
        readonly done: readonly (KeyedIn & { readonly line: number })[];
        readonly left: readonly LineRow[];
        readonly text: string;
        readonly problem: Problem;
      };
    }
  | { readonly kind: "proposed"; readonly form: CardForm; readonly cards: number }
  | { readonly kind: "refused"; readonly form: CardForm; readonly error: CardRefusal }
  | { readonly kind: "failed"; readonly form?: CardForm }
  | { readonly kind: "too_large"; readonly form?: undefined };

export function PasteNote({ reply }: { reply: PasteReply }) {
  const { t } = useTranslation("admin-entries");
  const { number } = useFormat();
  const faults = useCardFaults();
  switch (reply.kind) {
    case "failed":
      return (
        <Note tone="danger" title={t("freeEntries.failed")} role="alert">
          {t("freeEntries.failedText")}
        </Note>
      );
    case "too_large":
      return <Note tone="danger" title={t("freeEntries.tooLarge")} role="alert" />;
    case "proposed":
      return (
        <Note tone="success" title={t("freeEntries.proposed", { count: reply.cards, n: number(reply.cards) })} role="status">
          {t("freeEntries.proposedText")}
        </Note>
      );
    case "refused":
      return <Note tone="danger" title={faults.refusal(reply.error)} role="alert" />;
    case "checked":
      return reply.checked.problem && <Note tone="danger" title={faults.refusal(reply.checked.problem)} role="alert" />;
    case "keyed_all": {
      const { done, left, problem } = reply.keyed;
      if (problem) return <Note tone="danger" title={faults.refusal(problem)} role="alert" />;
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
  }
}
