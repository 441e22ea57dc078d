/** What is said of a card that is not keyed in. */
import { useTranslation } from "react-i18next";
import { type CardLines, MOST_CARDS } from "../rules/card-lines.ts";
import { CARD_FIELDS, type CardField, type CardProblem, type CardProblems } from "../rules/postal-card.ts";
import type { KeyInError } from "../server/key-in-card.ts";

/** Why a card, or a paste, is refused as a whole. */
export type CardRefusal = Exclude<KeyInError, "forbidden"> | "already_proposed" | NonNullable<CardLines["problem"]>;

export function useCardFaults() {
  const { t } = useTranslation("admin-entries");
  const problem = (field: CardField, problem: CardProblem | undefined) =>
    problem && t(`freeEntries.problems.${problem}`, { field: t(`freeEntries.${field}`) });
  return {
    problem,
    /** In the order of the form. */
    problems: (problems: CardProblems) =>
      CARD_FIELDS.flatMap((field) => {
        const message = problem(field, problems[field]);
        return message === undefined ? [] : [{ fieldId: field, message }];
      }),
    refusal: (refusal: CardRefusal) => t(`freeEntries.refusals.${refusal}`, { n: MOST_CARDS }),
  };
}
