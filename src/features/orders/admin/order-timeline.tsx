/** What an order has been through, and what stands in the way of its refund. */
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin-page.tsx";
import { Note } from "#ui/note.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { Timeline } from "#ui/timeline.tsx";
import { useFormat } from "#ui/words.ts";
import type { OrderStep } from "../rules/order-history.ts";

type Props = {
  orderId: string;
  history: readonly OrderStep[];
  refunds: readonly { readonly state: string; readonly attempts: number; readonly lastError: string | undefined }[];
};

export function OrderHistory({ orderId, history, refunds }: Props) {
  const { t } = useTranslation("admin");
  const { date, money, number } = useFormat();
  const failing = refunds.find(({ state, lastError }) => state !== "done" && lastError !== undefined);
  return (
    <AdminCard title={t("order.history")}>
      <Timeline
        items={history.map(({ state, at, cause, amount }) => ({
          id: `${state} ${at.getTime()}`,
          title: t(`order.steps.${state}`, { amount: amount === undefined ? "" : money(amount) }),
          text: (
            <>
              <p className="type-small">{`${date(at, "short")}, ${date(at, "clock")}`}</p>
              {cause && <p className="type-small">{t(`order.causes.${cause}`)}</p>}
            </>
          ),
          done: true,
        }))}
      />
      {failing && (
        <div className="mt-4">
          <Note
            tone="warn"
            title={t("order.failing", { count: failing.attempts, n: number(failing.attempts), error: failing.lastError ?? "" })}
          />
        </div>
      )}
      <TextLink to={`/admin/audit-log?subject=${orderId}`} className="mt-3">
        {t("order.inLog")}
      </TextLink>
    </AdminCard>
  );
}
