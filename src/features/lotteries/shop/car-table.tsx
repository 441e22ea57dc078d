/** The facts of a draw's car as a table. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import type { CAR_FACTS, ShownCar, ShownCarMember } from "../rules/prize/car.ts";

/**
 * The facts in the order of the table. Not from rules/prize/car.ts, which would load zod into the browser.
 */
const ROWS: Readonly<Record<ShownCarMember, "text" | "choice">> = {
  ...{ make: "text", model: "text", variant: "text", year: "text", ending: "text", mileage: "text" },
  ...{ fuel: "choice", gearbox: "choice", power: "text", colour: "text", owners: "text", mot_until: "text" },
  ...{ category: "choice", warranty: "text", tax: "choice", insurance: "choice", delivery: "choice" },
};
const MEMBERS = Object.keys(ROWS) as readonly ShownCarMember[];

/** The locale keys of all choices. */
type ChoiceKey = {
  [Name in keyof typeof CAR_FACTS]: (typeof CAR_FACTS)[Name] extends { readonly values: readonly (infer V extends string)[] }
    ? `carChoice.${Name}.${V}`
    : never;
}[keyof typeof CAR_FACTS];

/** The locale key of a choice. */
export function choiceKey(name: string, value: string): ChoiceKey {
  return `carChoice.${name}.${value}` as ChoiceKey;
}

/** Writes the value of a fact, with its unit. */
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

/** One row for each known fact. `isTitled`: false below a title of its own. */
export function CarTable({ car, isTitled = true }: { car: ShownCar | undefined; isTitled?: boolean }) {
  const { t } = useTranslation("lottery");
  const textOf = useCarText();
  if (!car) return null;
  return (
    <table className="car-table">
      <caption className={isTitled ? "type-panel-title" : "sr-only"}>{t("car.title")}</caption>
      <tbody>
        {MEMBERS.filter((name) => car[name] !== undefined).map((name) => (
          <tr key={name}>
            <th scope="row">{t(`car.label.${name}`)}</th>
            <td>{textOf(car, name)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
