/** How the order comes about, and what anybody checks it by. */
import { useTranslation } from "react-i18next";
import { Disclosure } from "#ui/disclosure.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LiveQueue } from "../rules/live-queue.ts";

export function HowOrdered({ live, number }: { live: LiveQueue; number: number }) {
  const { t } = useTranslation("queue");
  const { number: format } = useFormat();
  const values = [
    { label: t("order.commitment"), value: live.commitment },
    ...(live.seed === undefined ? [] : [{ label: t("order.seed"), value: live.seed }]),
  ];
  return (
    <Disclosure title={t("order.title")}>
      <p className="text-muted">{t("order.text")}</p>
      <p className="mt-3 text-muted">
        {t(live.drawn === undefined ? "order.before" : "order.after", { n: format(live.drawn ?? 0) })}
      </p>
      <dl className="mt-4 grid gap-3">
        <div>
          <dt className="type-small">{t("order.number")}</dt>
          <dd className="type-mono mt-1">{format(number)}</dd>
        </div>
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt className="type-small">{label}</dt>
            <dd className="type-mono mt-1 break-all text-[0.8125rem]">{value}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
