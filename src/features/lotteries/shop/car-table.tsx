import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import type { CAR_FACTS, ShownCar, ShownCarMember } from "../rules/prize/car.ts";

/** In the order of the table. The rules load zod, which this page does without. */
const ROWS: Readonly<Record<ShownCarMember, "text" | "choice">> = {
  ...{ make: "text", model: "text", variant: "text", year: "text", ending: "text", mileage: "text" },
  ...{ fuel: "choice", gearbox: "choice", power: "text", colour: "text", owners: "text", mot_until: "text" },
  ...{ category: "choice", warranty: "text", tax: "choice", insurance: "choice", delivery: "choice" },
};
const MEMBERS = Object.keys(ROWS) as readonly ShownCarMember[];

/** The facts that are given, a row each; nothing without any. */
export function CarTable({ car }: { car: ShownCar | undefined }) {
  const { t } = useTranslation("lottery");
  const write = useCarText();
  if (!car) return null;
  return (
    <table className="car-table">
      <caption className="type-panel-title">{t("car.title")}</caption>
      <tbody>
        {MEMBERS.filter((name) => car[name] !== undefined).map((name) => (
          <tr key={name}>
            <th scope="row">{t(`car.label.${name}`)}</th>
            <td>{write(car, name)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useCarText(): (car: ShownCar, name: ShownCarMember) => string {
  const { t } = useTranslation("lottery");
  const { date, number } = useFormat();
  return (car, name) => {
    const value = car[name] ?? "";
    if (name === "mileage") return t("car.miles", { count: Number(value), n: number(Number(value)) });
    if (name === "power") return t("car.bhp", { n: number(Number(value)) });
    if (name === "mot_until") return date(String(value));
    if (name === "ending") return t("car.endsIn", { ending: value });
    return ROWS[name] === "choice" ? t(choiceKey(name, String(value))) : String(value);
  };
}

type Choices = {
  [Name in keyof typeof CAR_FACTS]: (typeof CAR_FACTS)[Name] extends { readonly values: readonly (infer V extends string)[] }
    ? `carChoice.${Name}.${V}`
    : never;
}[keyof typeof CAR_FACTS];

/** `value` is one of the fact's choices. */
export function choiceKey(name: string, value: string): Choices {
  return `carChoice.${name}.${value}` as Choices;
}
