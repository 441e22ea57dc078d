/** The history of an order, with a note for refunds that need attention. */
import { useTranslation } from "react-i18next";
import type { Pence } from "#shared/money/money.ts";
import { words } from "#shared/text/words.ts";
import { listTicketNumbers } from "#shared/ticket-ranges.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Timeline } from "#ui/lists/timeline.tsx";
import { LogLink } from "#ui/log-link.tsx";
import type { OrderStep } from "../rules/order-history.ts";
import type { ShownOrder } from "../server/reading/show-order.ts";

/** The provider's codes of a failed refund (docs.stripe.com/api/refunds/object). */
const REFUND_FAILURES = [
  ...words("lost_or_stolen_card expired_or_canceled_card charge_for_pending_refund_disputed insufficient_funds declined"),
  ...words("merchant_request unknown"),
];

/** Whether the failure has a text. */
function isKnown(failure: string): failure is (typeof REFUND_FAILURES)[number] {
  return REFUND_FAILURES.some((known) => known === failure);
}

/** `owed`: what the buyer is still owed although refunds ended. */
type Props = {
  order: { readonly id: string; readonly shortNumber: number };
  history: readonly OrderStep[];
  refunds: ShownOrder["refunds"];
  owed: Pence;
};

export function OrderHistory({ order: { id: orderId, shortNumber }, history, refunds, owed }: Props) {
  const { t } = useTranslation("admin-orders");
  const { date, money, number } = useFormat();
  const failingRefund = refunds.find(({ state, lastError }) => state === "due" && lastError !== undefined);
  const waitingRefund = refunds.find(({ state }) => state === "requires_action");
  return (
    <AdminCard title={t("order.history")}>
      <Timeline
        items={history.map(({ state, at, cause, amount, failure, ticketNumbers = [] }, index) => ({
          id: `${index} ${state}`,
          title: t(`order.steps.${state}`, { amount: amount === undefined ? "" : money(amount) }),
          text: (
            <>
              <p className="type-small">{`${date(at, "short")}, ${date(at, "clock")}`}</p>
              {cause && <p className="type-small">{t(`order.causes.${cause}`)}</p>}
              {ticketNumbers.length > 0 && (
                <p className="type-small" translate="no">
                  {t("order.stepTickets", {
                    count: ticketNumbers.length,
                    numbers: listTicketNumbers(shortNumber, ticketNumbers),
                  })}
                </p>
              )}
              {failure && <p className="type-small">{isKnown(failure) ? t(`order.failures.${failure}`) : failure}</p>}
            </>
          ),
          done: true,
        }))}
      />
      {failingRefund && (
        <div className="mt-4">
          <Note
            tone="warn"
            title={t("order.failing", {
              count: failingRefund.attempts,
              n: number(failingRefund.attempts),
              error: failingRefund.lastError ?? "",
            })}
          />
        </div>
      )}
      {waitingRefund && (
        <div className="mt-4">
          <Note tone="warn" title={t("order.needsAction", { amount: money(waitingRefund.amount) })} />
        </div>
      )}
      {owed > 0 && (
        <div className="mt-4">
          <Note tone="danger" title={t("order.owedAgain", { amount: money(owed) })} />
        </div>
      )}
      <LogLink subject={orderId} className="mt-3" />
    </AdminCard>
  );
}
