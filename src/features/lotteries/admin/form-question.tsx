/** The card of the form with the question and its four options. */
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { FACTS } from "../rules/fields/facts.ts";
import { canEdit, type FieldName, type LotteryFields } from "../rules/fields/lottery-fields.ts";
import { optionFields } from "../rules/fields/quiz-facts.ts";

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

/** One option in both languages. `index`: from 0. */
function Option({ index, en, fr, fields, hasOrders, errorOf }: OptionProps) {
  const { t } = useTranslation("admin-lotteries");
  const { number } = useFormat();
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
      <TextField
        {...common}
        label={t("lotteries.field.option", { n })}
        name={en}
        lang="en"
        defaultValue={fields[en]}
        error={errorOf(en)}
        required
      />
      <TextField
        {...common}
        label={t("lotteries.field.optionFr", { n })}
        name={fr}
        lang="fr"
        defaultValue={fields[fr]}
        error={errorOf(fr)}
        placeholder={t("lotteries.asInEnglish")}
      />
    </div>
  );
}

export function FormQuestion({ fields, hasOrders, errorOf }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const locked = !canEdit("question", { hasOrders });
  const field = (name: "question" | "question_fr") => ({
    label: t(`lotteries.field.${name}`),
    name,
    defaultValue: fields[name],
    error: errorOf(name),
    maxLength: longest,
    readOnly: locked,
    autoComplete: "off",
    ...(name.endsWith("_fr") ? { lang: "fr", aside: t("lotteries.beforeSale") } : { lang: "en", required: true }),
  });
  const problem = errorOf("right_option");
  return (
    <AdminCard title={t("lotteries.question")} note={t(locked ? "lotteries.questionLocked" : "lotteries.questionNote")}>
      <div className="form-pair">
        <TextField {...field("question")} />
        <TextField {...field("question_fr")} />
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
