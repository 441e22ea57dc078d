/** What was bought and paid, and where the receipt goes. */
import { useTranslation } from "react-i18next";
import { freeWay } from "#shared/free-way.ts";
import { pence } from "#shared/money.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import type { BoughtView } from "../rules/purchase-view.ts";
import { LineOrFree } from "./line-or-free.tsx";

export function OrderSummary({ bought }: { bought: BoughtView }) {
  const { t } = useTranslation("success");
  const { money, number, percent, date } = useFormat();
  const { quantity, unitPrice, discount, total, pack, code, boughtAt } = bought.order;
  const at = new Date(boughtAt);
  const line = t("order.line", { count: Math.min(quantity, 2), n: number(quantity), price: money(unitPrice) });
  const saving = pack
    ? t("order.pack", { pack: t(`packs.${pack.name}`), percent: percent(pack.percentOff / 100, 0) })
    : code
      ? t("order.code", { code: code.code, percent: percent(code.percentOff / 100, 0) })
      : t("order.discount");
  const free = bought.draw.isFreeToEnter ? freeWay(bought.draw.id) : undefined;
  return (
    <section aria-labelledby="order">
      <h2 id="order" className="type-h3 mb-4.5">
        {t("order.title")}
      </h2>
      <DefinitionList
        rows={[
          { id: "number", term: t("order.number"), value: <span className="type-mono">{bought.order.number}</span> },
          {
            id: "tickets",
            term: <LineOrFree line={line} to={free} free={t("order.orFree")} />,
            value: money(pence(total + discount)),
          },
          ...(discount > 0
            ? [{ id: "saving", term: saving, value: money(pence(-discount)).replace("-", "−"), saving: true }]
            : []),
          { id: "total", term: t(total > 0 ? "order.paid" : "order.free"), value: money(total), strong: true },
        ]}
      />
      <p className="type-small mt-3.5 break-words">
        {t("order.receipt", { date: date(at), time: date(at, "time"), email: bought.email })}
      </p>
    </section>
  );
}
