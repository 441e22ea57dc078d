/** What to refund of an order: all of it, some tickets, the last ones, or an amount. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import type { Pence } from "#shared/money/money.ts";
import type { Result } from "#shared/result.ts";
import { readNumber } from "#shared/text/typed-number.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { OptionCards } from "#ui/fields/option-cards.tsx";
import type { ShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import {
  type DividedOrder,
  divide,
  type Part,
  type PartProblem,
  REFUND_COUNT,
  REFUND_KINDS,
  REFUND_POUNDS,
  readRefundPart,
  refundableNumbers,
} from "../rules/partial-refund.ts";

/** More tickets are not listed: they are refunded by count or amount. */
const MOST_BOXES = 200;

export type RefundableOrder = DividedOrder & { readonly shortNumber: number };
/** What the fields choose now; undefined for the whole order. */
export type ChosenPart = Result<Part | "whole", PartProblem> | undefined;

function readChosen(form: HTMLFormElement, order: RefundableOrder): ChosenPart {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? "");
  const part = readRefundPart({
    part: REFUND_KINDS.find((kind) => kind === text("part")) ?? "whole",
    numbers: fields.getAll("numbers").map(Number),
    count: text("count"),
    amount: text("amount"),
  });
  return part && divide(order, part);
}

type Props = {
  order: RefundableOrder;
  form: ShopForm;
  chosen: ChosenPart;
  onChoose: (chosen: ChosenPart) => void;
};

/** The radio buttons, with the fields of the chosen one; CSS shows them, so that it works without scripts. */
export function RefundPartFields({ order, form, chosen, onChoose }: Props) {
  const { t } = useTranslation("admin-orders");
  const { money } = useFormat();
  const id = useId();
  const [kind, setKind] = useState(form.typed("part") ?? "whole");
  const refundable = refundableNumbers(order.tickets);
  const left = money(order.left);
  const options = [
    { value: "whole", label: t("order.part.whole"), description: t("order.part.wholeHint", { amount: left }) },
    ...(refundable.length > 1 && refundable.length <= MOST_BOXES
      ? [{ value: "tickets", label: t("order.part.tickets"), description: t("order.part.ticketsHint") }]
      : []),
    ...(refundable.length > 1 ? [{ value: "last", label: t("order.part.last"), description: t("order.part.lastHint") }] : []),
    { value: "amount", label: t("order.part.amount"), description: t("order.part.amountHint") },
  ];
  return (
    <div
      className="group/part grid gap-4"
      onChange={(event) => {
        const form = event.currentTarget.closest("form");
        if (form) onChoose(readChosen(form, order));
      }}
    >
      <fieldset className="grid gap-2">
        <legend id={`${id}-what`} className="mb-2 font-[560]">
          {t("order.part.what")}
        </legend>
        <OptionCards name="part" options={options} value={kind} onChange={setKind} labelledBy={`${id}-what`} />
      </fieldset>
      {refundable.length <= MOST_BOXES && (
        <fieldset className="hidden group-has-[[value=tickets]:checked]/part:block">
          <legend className="mb-2 font-[560]">{t("order.part.choose")}</legend>
          <div className="grid max-h-60 gap-x-4 overflow-y-auto sm:grid-cols-2" translate="no">
            {refundable.map((number) => (
              <Checkbox
                key={number}
                id={`${id}-${number}`}
                {...form.box("numbers", String(number))}
                label={<span className="type-mono text-[0.9375rem]">{formatTicketNumber(order.shortNumber, number)}</span>}
              />
            ))}
          </div>
        </fieldset>
      )}
      <div className="hidden group-has-[[value=last]:checked]/part:block">
        <NumberField
          {...form.field("count")}
          id={`${id}-count`}
          label={t("order.part.count")}
          inputMode="numeric"
          problemOf={(text) => (readNumber(text, REFUND_COUNT).ok ? undefined : t("order.part.countWrong"))}
        />
      </div>
      <div className="hidden group-has-[[value=amount]:checked]/part:block">
        <NumberField
          {...form.field("amount")}
          id={`${id}-amount`}
          label={t("order.part.sum")}
          hint={t("order.part.sumHint", { amount: left })}
          inputMode="decimal"
          problemOf={(text) => (readNumber(text, REFUND_POUNDS).ok ? undefined : t("order.part.sumWrong"))}
        />
      </div>
      <ChosenSum chosen={chosen} left={order.left} tickets={refundable.length} />
    </div>
  );
}

/** What the buyer gets, before it is confirmed. */
function ChosenSum({ chosen, left, tickets }: { chosen: ChosenPart; left: Pence; tickets: number }) {
  const { t } = useTranslation("admin-orders");
  const { money, number } = useFormat();
  const text = () => {
    if (chosen && !chosen.ok) return t(`order.refusals.${chosen.error}`);
    const whole = { amount: left, count: tickets };
    const part = chosen && chosen.value !== "whole" ? chosen.value : undefined;
    const { amount, count } = part ? { amount: part.amount, count: part.ticketNumbers.length } : whole;
    if (count === 0) return t("order.part.price", { amount: money(amount) });
    return t("order.part.priceTickets", { amount: money(amount), count, n: number(count) });
  };
  // Without scripts only the sum of the whole order is known.
  const shown = chosen === undefined ? "hidden group-has-[[value=whole]:checked]/part:block" : "";
  return (
    <output className={`font-[540] ${shown}`} aria-live="polite">
      {text()}
    </output>
  );
}
