/** What is wrong with an improvement of a prize, field by field and all together, in the reader's words. */
import { useTranslation } from "react-i18next";
import { MAX_PICTURES } from "../rules/picture-files.ts";
import { IMPROVEMENT_FIELDS, type ImprovementField } from "../rules/prize-improvement.ts";
import type { ImproveRefusal, ImproveReply } from "./lottery-form-view.ts";

/** Refusals that are about pictures; the others are told at the first field. */
const OF_PICTURES: ReadonlySet<ImproveRefusal> = new Set<ImproveRefusal>([
  "too_many_pictures",
  "same_picture",
  "picture_gone",
  "picture_refused",
  "too_large",
]);

export function useImproveProblems(reply: ImproveReply | undefined) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const { refusal, problems = {} } = reply ?? {};
  const of = (name: ImprovementField): string | undefined => {
    const problem = problems[name];
    return problem && t(`lotteries.problem.${problem}`);
  };
  const errors = IMPROVEMENT_FIELDS.flatMap((name) => {
    const message = of(name);
    return message === undefined
      ? []
      : [{ fieldId: name as string, message: t("admin:kit.named", { name: t(`improve.field.${name}`), text: message }) }];
  });
  if (refusal !== undefined) {
    const message =
      refusal === "not_locked" || refusal === "is_over" || refusal === "nothing" || refusal === "proof_needed"
        ? t(`improve.refusal.${refusal}`)
        : t(`lotteries.refusal.${refusal}`, { n: MAX_PICTURES });
    errors.push({ fieldId: OF_PICTURES.has(refusal) ? "improve-pictures" : "note", message });
  }
  return { errors, of };
}
