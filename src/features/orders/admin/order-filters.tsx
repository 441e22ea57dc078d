/** What the list of orders is narrowed by: a form that works without scripts and leaves its answers in the address. */
import { useTranslation } from "react-i18next";
import { Form, useSearchParams } from "react-router";
import { Button, LinkButton } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { SHOWN_STATES } from "../rules/order-state.ts";
import type { OrdersFilter } from "../rules/orders-filter.ts";

const OWN = ["state", "draw", "from", "to", "page"];

type Props = { wanted: OrdersFilter; draws: readonly { readonly id: string; readonly name: string }[] };

export function OrderFilters({ wanted, draws }: Props) {
  const { t } = useTranslation(["admin-orders", "admin"]);
  const [search] = useSearchParams();
  const { state, draw, from, to } = wanted;
  const states = Object.entries(SHOWN_STATES).map(([value, { text }]) => ({ value, label: t(text) }));
  return (
    // Another address means other answers: the fields begin anew.
    <Form
      key={JSON.stringify([state, draw, from, to])}
      className="admin-card admin-card-body grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[1fr_2fr_1fr_1fr_auto]"
    >
      {[...search]
        .filter(([name]) => !OWN.includes(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <SelectField
        label={t("orders.state")}
        name="state"
        defaultValue={state}
        options={[{ value: "", label: t("orders.anyState") }, ...states]}
      />
      <SelectField
        label={t("orders.lottery")}
        name="draw"
        defaultValue={draw}
        options={[{ value: "", label: t("orders.anyDraw") }, ...draws.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <TextField label={t("orders.from")} name="from" type="date" defaultValue={from} />
      <TextField label={t("orders.to")} name="to" type="date" defaultValue={to} />
      <div className="flex flex-wrap gap-3 sm:col-span-full xl:col-auto">
        <Button type="submit">{t("orders.filter")}</Button>
        <LinkButton to="/admin/orders" variant="tertiary">
          {t("orders.reset")}
        </LinkButton>
      </div>
    </Form>
  );
}
