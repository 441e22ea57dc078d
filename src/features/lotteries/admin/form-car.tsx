/** The facts of the car, folded away: none of them is required. */
import { useTranslation } from "react-i18next";
import { Disclosure } from "#ui/disclosure.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { CAR_FIELDS, carField, carProblem } from "../rules/fields/car-fact.ts";
import { canEdit, type FieldName, isAskedField, type LotteryFields } from "../rules/fields/lottery-fields.ts";
import { CAR_FACTS, CAR_MEMBERS, type CarMember } from "../rules/prize/car.ts";
import { choiceKey } from "../shop/car-table.tsx";
import { useLabel } from "./form-errors.tsx";

/** `typed`: the fields as sent last, else as stored. */
type Props = { typed: LotteryFields; hasOrders: boolean; errorOf: (name: FieldName) => string | undefined };

/** The facts with a hint beside their field. */
const HINTS = ["ending", "mileage", "power"] as const;

type CarInputProps = {
  member: CarMember;
  isLocked: boolean;
  id?: string;
  name: string;
  defaultValue: string;
  error: string | undefined;
};

export function CarInput({ member, isLocked, ...input }: CarInputProps) {
  const { t } = useTranslation(["admin-lotteries", "lottery"]);
  const label = useLabel()(carField(member));
  const fact = CAR_FACTS[member];
  const hint = HINTS.find((each) => each === member);
  const field = { ...input, label, ...(hint && { hint: t(`lotteries.carHint.${hint}`) }) };
  switch (fact.kind) {
    case "choice":
      return (
        <SelectField
          {...field}
          disabled={isLocked}
          options={[
            { value: "", label: t("lotteries.carNotTold") },
            ...fact.values.map((value) => ({ value, label: t(`lottery:${choiceKey(member, value)}`) })),
          ]}
        />
      );
    case "whole":
      return (
        <NumberField
          {...field}
          readOnly={isLocked}
          inputMode="numeric"
          problemOf={(typedNow) => {
            const problem = carProblem(member, typedNow);
            return problem && t(`lotteries.problem.${problem}`, { field: label });
          }}
        />
      );
    case "day":
      return <TextField {...field} readOnly={isLocked} type="date" />;
    default:
      return (
        <TextField
          {...field}
          readOnly={isLocked}
          autoComplete="off"
          lang={member.endsWith("_fr") ? "fr" : "en"}
          maxLength={fact.longest}
        />
      );
  }
}

function Field({ member, typed, hasOrders, errorOf }: Props & { member: CarMember }) {
  const name = carField(member);
  const input = { name, defaultValue: typed[name], error: errorOf(name) };
  return <CarInput member={member} isLocked={!canEdit(name, { hasOrders })} {...input} />;
}

export function FormCar({ typed, ...props }: Props) {
  const { t } = useTranslation("admin-lotteries");
  return (
    <div className="mt-5">
      <Disclosure
        title={t("lotteries.carDetails")}
        startsOpen={CAR_FIELDS.some((name) => props.errorOf(name) !== undefined || typed[name] !== "")}
      >
        <p className="admin-note mb-4">{t("lotteries.carDetailsNote")}</p>
        <div className="form-pair">
          {CAR_MEMBERS.filter((member) => isAskedField(carField(member))).map((member) => (
            <Field key={member} member={member} typed={typed} {...props} />
          ))}
        </div>
      </Disclosure>
    </div>
  );
}
