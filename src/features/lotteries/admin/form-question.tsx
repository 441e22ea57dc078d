/** The card of the form with the question and its four options. */
import { useTranslation } from "react-i18next";
import { isInUse } from "#shared/language/own-languages.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { FACTS } from "../rules/fields/facts.ts";
import { canEdit, type FieldName, type LotteryFields } from "../rules/fields/lottery-fields.ts";
import { optionFields } from "../rules/fields/quiz-facts.ts";
import { useLabel } from "./form-errors.tsx";

const { longest } = FACTS.quiz;

type Props = { fields: LotteryFields; hasOrders: boolean; errorOf: (name: FieldName) => string | undefined };

type OptionProps = Props & { index: number; en: FieldName; fr: FieldName };

/**
 * Marks the right option. Radio buttons cannot be read-only, so locked ones are disabled; without them the
 * stored value stays.
 */
function RightOptionRadio({
  value,
  checked,
  locked,
  label,
  hidden = false,
}: {
  value: string;
  checked: boolean;
  locked: boolean;
  label: string;
  hidden?: boolean;
}) {
  return (
    <label className="right-mark">
      <input
        type="radio"
        name="right_option"
        id={value === "0" ? "right_option" : undefined}
        value={value}
        defaultChecked={checked}
        disabled={locked}
      />
      <span className={hidden ? "sr-only" : undefined}>{label}</span>
    </label>
  );
}

/** One option in the languages in use. `index`: from 0. */
function Option({ index, en, fr, fields, hasOrders, errorOf }: OptionProps) {
  const { t } = useTranslation("admin-lotteries");
  const { number } = useFormat();
  const label = useLabel();
  const n = number(index + 1);
  const locked = !canEdit(en, { hasOrders });
  const common = { maxLength: longest, readOnly: locked, autoComplete: "off" };
  return (
    <div className="option-row">
      <RightOptionRadio
        value={String(index)}
        checked={fields.right_option === String(index)}
        locked={!canEdit("right_option", { hasOrders })}
        label={t("lotteries.right", { n })}
        hidden
      />
      {isInUse("en") && (
        <TextField {...common} label={label(en)} name={en} lang="en" defaultValue={fields[en]} error={errorOf(en)} required />
      )}
      {isInUse("fr") && (
        <TextField
          {...common}
          label={label(fr)}
          name={fr}
          lang="fr"
          defaultValue={fields[fr]}
          error={errorOf(fr)}
          {...(isInUse("en") ? { placeholder: t("lotteries.asInEnglish") } : { required: true })}
        />
      )}
    </div>
  );
}

export function FormQuestion({ fields, hasOrders, errorOf }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const label = useLabel();
  const locked = !canEdit("question", { hasOrders });
  const beforeSale = isInUse("en") ? { aside: t("lotteries.beforeSale") } : { required: true };
  const field = (name: "question" | "question_fr") => ({
    label: label(name),
    name,
    defaultValue: fields[name],
    error: errorOf(name),
    maxLength: longest,
    readOnly: locked,
    autoComplete: "off",
    ...(name.endsWith("_fr") ? { lang: "fr", ...beforeSale } : { lang: "en", required: true }),
  });
  const problem = errorOf("right_option");
  return (
    <AdminCard title={t("lotteries.question")} note={t(locked ? "lotteries.questionLocked" : "lotteries.questionNote")}>
      <div className="form-pair">
        {isInUse("en") && <TextField {...field("question")} />}
        {isInUse("fr") && <TextField {...field("question_fr")} />}
      </div>
      <fieldset className="mt-5">
        <legend className="mb-3 font-[560]">{t("lotteries.options")}</legend>
        {problem && <FieldError id="right_option-error">{problem}</FieldError>}
        <div className="grid gap-4">
          {optionFields.map(({ en, fr }, index) => (
            <Option key={en} index={index} en={en} fr={fr} fields={fields} hasOrders={hasOrders} errorOf={errorOf} />
          ))}
          {locked && fields.right_option === "" && <RightOptionRadio value="" checked locked label={t("lotteries.anyAnswer")} />}
        </div>
      </fieldset>
    </AdminCard>
  );
}
