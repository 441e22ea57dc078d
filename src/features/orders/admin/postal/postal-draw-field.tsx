/** Fields and texts that both forms of postal cards share. */
import { useTranslation } from "react-i18next";
import type { Day } from "#shared/dates/dates.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { useLanguageOptions } from "#ui/i18n/language-names.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { type CardLines, MOST_CARDS } from "../../rules/postal/card-lines.ts";
import { CARD_FIELDS, type CardField, type CardProblem, type CardProblems } from "../../rules/postal/postal-card.ts";
import type { KeyInError } from "../../server/postal/key-in-card.ts";

/** A draw that takes postal entries. `lastDay`: the last day on which a card may arrive. */
export type PostalDrawOption = {
  readonly id: string;
  readonly title: string;
  readonly endDate: Day;
  readonly lastDay: Day;
  readonly entriesPerCard: number;
};

/** The key and the date of receipt of a new form. */
export type FreshCard = { readonly requestKey: string; readonly today: Day };

type DrawProps = { id: string; draws: readonly PostalDrawOption[]; defaultValue: string | undefined };

/** The choice of the draw. */
export function PostalDrawField({ draws, ...field }: DrawProps) {
  const { t } = useTranslation("admin-entries");
  const { date, number } = useFormat();
  return (
    <SelectField
      {...field}
      label={t("freeEntries.draw")}
      name="draw"
      options={draws.map(({ id, title, endDate, lastDay, entriesPerCard: n }) => {
        const name = t("freeEntries.drawOption", { title, end: date(endDate, "short"), last: date(lastDay, "short") });
        return { value: id, label: n > 1 ? t("freeEntries.drawOptionSeveral", { name, count: n, n: number(n) }) : name };
      })}
    />
  );
}

/** The language of the e-mail to the card's owner. */
export function MailLanguageField({ id, defaultValue }: { id: string; defaultValue: string | undefined }) {
  const { t } = useTranslation("admin-entries");
  return (
    <SelectField
      id={id}
      label={t("freeEntries.locale")}
      name="locale"
      defaultValue={defaultValue}
      options={useLanguageOptions()}
    />
  );
}

/** Why a card, or a paste, cannot be keyed in. */
export type CardRefusal = Exclude<KeyInError, "forbidden"> | "already_proposed" | NonNullable<CardLines["problem"]>;

/** The texts of refusals, and of problems of fields. */
export function useCardFaults() {
  const { t } = useTranslation("admin-entries");
  const problem = (field: CardField, problem: CardProblem) =>
    t(`freeEntries.problems.${problem}`, { field: t(`freeEntries.${field}`) });
  return {
    problem,
    problems: (problems: CardProblems) =>
      CARD_FIELDS.flatMap((field) => {
        const found = problems[field];
        return found === undefined ? [] : [{ fieldId: field, message: problem(field, found) }];
      }),
    refusal: (refusal: CardRefusal) => t(`freeEntries.refusals.${refusal}`, { n: MOST_CARDS }),
  };
}
