import { useTranslation } from "react-i18next";
import type { TextBody, TextProblem } from "#shared/text/site-text.ts";
import type { FormReply } from "#ui/forms/reply.ts";
import { useShopForm } from "#ui/forms/use-shop-form.tsx";

type OfForm = "changed_meanwhile" | "language_missing" | "failed" | "too_long";
type OfField = TextProblem["problem"] | "bad_time";

/** Reply to the editor and to the form that publishes. Errors of the form, or of a field. */
export type TextReply = FormReply<"save" | "publish", OfForm | OfField> & {
  /** The typed text with moved sections. Absent if the text was saved. */
  readonly body?: TextBody;
  /** The part of the text that an error refers to. */
  readonly what?: string;
  /** Published for a later time, not at once. */
  readonly isScheduled?: boolean;
};

/** The state of one of the two forms. */
export function useTextForm(intent: TextReply["intent"], onDone: (reply: TextReply) => void) {
  const { t } = useTranslation("admin-texts");
  return useShopForm<TextReply>({
    intent,
    onDone,
    say: (code, field, reply) =>
      field === "" ? t(`texts.${code as OfForm}`) : t(`texts.problems.${code as OfField}`, { what: reply?.what ?? "" }),
  });
}
