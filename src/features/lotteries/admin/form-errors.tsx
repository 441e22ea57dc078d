/** The errors of a form of a draw, above its fields, and the labels of these fields. */
import { useTranslation } from "react-i18next";
import { CONFIRM_PAGE } from "#features/access/rules/reauth.ts";
import { isInUse } from "#shared/language/own-languages.ts";
import { Note } from "#ui/feedback/note.tsx";
import { ErrorSummary } from "#ui/fields/error-summary.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { Place } from "./lottery-form-view.ts";

type Props = {
  title: string;
  form: {
    readonly code: string | undefined;
    readonly problem: string | undefined;
    readonly summary: readonly { readonly fieldId: string; readonly message: string }[];
  };
  labelOf: (name: string) => string;
  /** The order of the form, which replies do not preserve. */
  order?: readonly string[];
};

/** `title`: what failed; `labelOf`: the label of a field, which its error begins with. */
export function FormErrors({ title, form: { code, problem, summary }, labelOf, order = [] }: Props) {
  const { t } = useTranslation("admin");
  // Field problems start with the field's label; other errors are whole sentences.
  const isNamed = code?.startsWith("lotteries.problem.");
  return (
    <>
      {problem !== undefined && (
        <Note tone="danger" role="alert" title={title}>
          {code?.endsWith(".reauth_needed") ? (
            <a href={CONFIRM_PAGE} target="_blank" rel="noreferrer" className="link text-danger">
              {problem}
            </a>
          ) : (
            problem
          )}
        </Note>
      )}
      <ErrorSummary
        title={title}
        errors={summary
          .toSorted((a, b) => order.indexOf(a.fieldId) - order.indexOf(b.fieldId))
          .map(({ fieldId, message }) => ({
            fieldId,
            message: isNamed ? t("kit.named", { name: labelOf(fieldId), text: message }) : message,
          }))}
      />
    </>
  );
}

/** The label of a field or group of fields. */
export function useLabel(): (name: Place) => string {
  const { t } = useTranslation("admin-lotteries");
  const { number } = useFormat();
  return (field) => {
    // Where French is the only language, its fields are not named after it.
    const name = (isInUse("en") ? field : field.replace(/_fr$/, "")) as Place;
    const option = /^option([0-3])(_fr)?$/.exec(name);
    if (option) {
      const n = number(Number(option[1]) + 1);
      return option[2] ? t("lotteries.field.optionFr", { n }) : t("lotteries.field.option", { n });
    }
    const pack = /^pack([1-5])_(quantity|percent)$/.exec(name);
    if (pack) return t(`lotteries.packs.${pack[2] as "quantity" | "percent"}`, { n: number(Number(pack[1])) });
    return t(`lotteries.field.${name as Exclude<Place, `option${string}` | `pack${string}`>}`);
  };
}
