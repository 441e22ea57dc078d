/** The packs of a draw: tickets, percent, and what a ticket costs without and with each. */
import { useTranslation } from "react-i18next";
import { NumberField } from "#ui/fields/number-field.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { FieldProblem } from "../rules/fields/fact.ts";
import { FACTS } from "../rules/fields/facts.ts";
import { canEdit, type FieldName, type LotteryFields } from "../rules/fields/lottery-fields.ts";
import { packFields } from "../rules/fields/packs-fact.ts";
import { looseCount } from "../rules/fields/typed-values.ts";
import { packFor, priceEach } from "../rules/purchase/pricing.ts";
import { useLabel } from "./form-errors.tsx";

/** `typed`: the fields as sent last; `fields`: as they are now. */
type Props = {
  typed: LotteryFields;
  fields: LotteryFields;
  hasOrders: boolean;
  errorOf: (name: FieldName) => string | undefined;
};

function PackPrice({ fields, quantity }: { fields: LotteryFields; quantity: number }) {
  const { t } = useTranslation("admin-lotteries");
  const { money } = useFormat();
  const offer = {
    pricePerTicket: FACTS.pricePerTicket.guess(fields, fields.start_date),
    packs: FACTS.packs.guess(fields, fields.start_date),
  };
  if (packFor(offer, quantity)?.quantity !== quantity) return null;
  const { each, isExact } = priceEach(offer, quantity);
  const prices = { before: money(offer.pricePerTicket), after: money(each) };
  return <p className="pack-price">{t(isExact ? "lotteries.packs.price" : "lotteries.packs.aboutPrice", prices)}</p>;
}

export function FormPacks({ typed, fields, hasOrders, errorOf }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const label = useLabel();
  const field = (name: FieldName) => ({
    label: label(name),
    name,
    defaultValue: typed[name],
    error: errorOf(name),
    readOnly: !canEdit(name, { hasOrders }),
    inputMode: "numeric" as const,
    problemOf(typedNow: string) {
      let problem: FieldProblem | undefined;
      FACTS.packs.read({ ...fields, [name]: typedNow }, (at, noted) => at === name && (problem ??= noted), []);
      return problem && t(`lotteries.problem.${problem}`);
    },
  });
  return (
    <fieldset className="mt-5 min-w-0">
      <legend className="text-[0.9375rem] font-[560]">{t("lotteries.packs.title")}</legend>
      <p className="type-small mt-1 mb-3">{t("lotteries.packs.hint")}</p>
      <ul className="grid gap-4">
        {packFields.map(({ n, quantity, percent }) => (
          <li key={n} className="pack-row">
            <NumberField {...field(quantity)} />
            <NumberField {...field(percent)} />
            <PackPrice fields={fields} quantity={looseCount(fields[quantity])} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
