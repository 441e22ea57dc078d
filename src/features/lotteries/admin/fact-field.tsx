/** Renders the fields of a draw's form from its list of facts, so that a new fact has its field at once. */
import { useTranslation } from "react-i18next";
import { isInUse } from "#shared/language/own-languages.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import type { Fact, FieldProblem } from "../rules/fields/fact.ts";
import { FACT_LIST } from "../rules/fields/facts.ts";
import { canEdit, type FieldName, isAskedField, type LotteryFields } from "../rules/fields/lottery-fields.ts";
import { asksForPersonLimit, GAP_PLACES } from "../rules/fields/publishing.ts";
import { LONGEST_CHARITY } from "../rules/prize/charity.ts";
import { useLabel } from "./form-errors.tsx";

/** `typed`: the fields as sent last, else as stored; `fields`: as they are now. */
type Props = {
  typed: LotteryFields;
  fields: LotteryFields;
  hasOrders: boolean;
  /** Locks a few fields before the first order. */
  isPublished?: boolean;
  errorOf: (name: FieldName) => string | undefined;
};

/** Fields without which no draw goes on sale. */
const NEEDED_FOR_SALE: ReadonlySet<string> = new Set(Object.values(GAP_PLACES).filter((name) => name !== "publish_at"));
/** The hints of fields. */
const HINTS = {
  max_tickets_per_person: "lotteries.perPersonHint",
  end_time: "lotteries.endHint",
  publish_at: "lotteries.publishHint",
} as const;

function Field({ fact, name, typed, fields, hasOrders, isPublished, errorOf }: Props & { fact: Fact; name: FieldName }) {
  const { t } = useTranslation("admin-lotteries");
  const label = useLabel();
  const isFrench = name.endsWith("_fr");
  const isOptional = fact.optional === true || (isFrench && isInUse("en"));
  const isNeededForSale = name === "max_tickets_per_person" ? asksForPersonLimit(fields) : NEEDED_FOR_SALE.has(name);
  const hint = !(isOptional && isNeededForSale) && Object.hasOwn(HINTS, name) ? HINTS[name as keyof typeof HINTS] : undefined;
  const field = {
    label: label(name),
    name,
    defaultValue: typed[name],
    error: errorOf(name),
    readOnly: !canEdit(name, { hasOrders, isPublished }),
    ...(hint && { hint: t(hint) }),
    ...(isOptional ? { aside: t(isNeededForSale ? "lotteries.beforeSale" : "lotteries.optional") } : { required: true }),
  };
  const problemOf = (typedNow: string) => {
    let problem: FieldProblem | undefined;
    fact.read({ ...fields, [name]: typedNow }, (at, noted) => at === name && (problem ??= noted), []);
    return problem && t(`lotteries.problem.${problem}`, { field: label(name) });
  };
  const text = { autoComplete: "off", lang: isFrench ? "fr" : "en", maxLength: fact.longest };
  switch (fact.kind) {
    case "words":
      return fact.lines === undefined ? <TextField {...field} {...text} /> : <TextArea {...field} {...text} rows={fact.lines} />;
    case "pounds":
      return <NumberField {...field} problemOf={problemOf} inputMode="decimal" className="money-input" />;
    case "count":
      return <NumberField {...field} problemOf={problemOf} inputMode="numeric" />;
    case "cash":
      return <NumberField {...field} problemOf={problemOf} inputMode={name === "cash_alternative" ? "decimal" : "numeric"} />;
    case "charity":
      return name === "charity_amount" || name === "charity_share" ? (
        <NumberField {...field} problemOf={problemOf} inputMode="decimal" />
      ) : (
        <TextField {...field} autoComplete="off" maxLength={LONGEST_CHARITY} />
      );
    case "day":
      return <TextField {...field} type="date" />;
    case "moment":
      return <TextField {...field} type="datetime-local" />;
    case "time":
      return <TextField {...field} type="time" />;
    default:
      return null;
  }
}

/** The fields of all facts of a card, in the order of the list. */
export function FactFields({ card, ...props }: Props & { card: Fact["card"] }) {
  const isDraft = props.fields.status === "draft";
  const facts = FACT_LIST.map(([, fact]) => fact).filter((fact) => fact.card === card && (isDraft || !fact.onlyDraft));
  return facts.flatMap((fact) => {
    const names = (fact.names as readonly FieldName[]).filter(isAskedField);
    return names.map((name) => <Field key={name} fact={fact} name={name} {...props} />);
  });
}

/** Fields that few draws use. Open if one is filled in or refused. */
export function FactFold({
  card,
  title,
  note,
  isFilled,
  ...props
}: Props & { card: Fact["card"]; title: string; note: string; isFilled: boolean }) {
  const isRefused = FACT_LIST.some(
    ([, fact]) => fact.card === card && fact.names.some((name) => props.errorOf(name as FieldName) !== undefined),
  );
  return (
    <div className="mt-3">
      <Disclosure title={title} startsOpen={isFilled || isRefused}>
        <p className="admin-note mb-4">{note}</p>
        <div className="form-pair">
          <FactFields card={card} {...props} />
        </div>
      </Disclosure>
    </div>
  );
}
