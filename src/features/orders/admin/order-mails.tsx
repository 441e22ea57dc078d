/** The e-mails and the payment events of an order. */
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmailText } from "#ui/text/email-text.tsx";
import type { ShownOrder } from "../server/reading/show-order.ts";

/** `isAgain`: an administrator resent it. `sentAt`: undefined before it was sent. */
type Mail = {
  readonly id: string;
  readonly message: string;
  readonly isAgain: boolean;
  readonly recipient: string;
  readonly state: string;
  readonly createdAt: Date;
  readonly sentAt: Date | undefined;
};

/** The text of each message that concerns an order. */
const NAMES = {
  "order-confirmation": "order.mailNames.order_confirmation",
  "free-entry-confirmation": "order.mailNames.free_entry_confirmation",
  "entry-void": "order.mailNames.entry_void",
  refund: "order.mailNames.refund",
  "refund-pending": "order.mailNames.refund_pending",
  "refund-failed": "order.mailNames.refund_failed",
  "dispute-opened": "order.mailNames.dispute_opened",
  "dispute-opened-frozen": "order.mailNames.dispute_opened_frozen",
  "dispute-won": "order.mailNames.dispute_won",
  "dispute-lost": "order.mailNames.dispute_lost",
  "dispute-lost-frozen": "order.mailNames.dispute_lost_frozen",
} as const;
/** The text of each state of delivery. */
const STATES = {
  queued: "order.mailStates.queued",
  sending: "order.mailStates.sending",
  sent: "order.mailStates.sent",
  failed: "order.mailStates.failed",
  unknown: "order.mailStates.unknown",
  suppressed: "order.mailStates.suppressed",
} as const;

/** The key of a name; undefined for names of other versions of the shop. */
function keyIn<K extends string>(keys: Readonly<Record<string, K>>, name: string): K | undefined {
  return Object.hasOwn(keys, name) ? keys[name] : undefined;
}

/** All e-mails about the order. */
export function OrderMails({ mails }: { mails: readonly Mail[] }) {
  const { t } = useTranslation("admin-orders");
  const { date } = useFormat();
  const messageName = (name: string) => {
    const key = keyIn(NAMES, name);
    return key ? t(key) : name;
  };
  const stateName = (state: string) => {
    const key = keyIn(STATES, state);
    return key ? t(key) : state;
  };
  return (
    <AdminCard title={t("order.mails")} flush>
      <DataTable
        caption={t("order.mails")}
        rows={mails}
        rowKey={({ id }) => id}
        empty={<p className="p-5 text-muted">{t("order.noMails")}</p>}
        columns={[
          {
            id: "mail",
            header: t("order.mail"),
            card: "title",
            cell: ({ message, isAgain }) => `${messageName(message)}${isAgain ? ` (${t("order.again")})` : ""}`,
          },
          {
            id: "to",
            header: t("order.to"),
            cell: ({ recipient }) => (
              <span className="wrap-anywhere">
                <EmailText address={recipient} />
              </span>
            ),
          },
          {
            id: "sent",
            header: t("order.sent"),
            cell: ({ createdAt, sentAt, state }) => {
              const at = sentAt ?? createdAt;
              return `${date(at, "short")}, ${date(at, "time")} (${stateName(state)})`;
            },
          },
        ]}
      />
    </AdminCard>
  );
}

/** The webhook events of the payment provider, and when the shop processed them. */
export function OrderEvents({ events }: { events: ShownOrder["events"] }) {
  const { t } = useTranslation("admin-orders");
  const { date } = useFormat();
  const moment = (at: Date) => `${date(at, "short")}, ${date(at, "clock")}`;
  return (
    <AdminCard title={t("order.events")} note={t("order.eventsNote")} flush>
      <DataTable
        caption={t("order.events")}
        rows={events}
        rowKey={({ id }) => id}
        empty={<p className="p-5 text-muted">{t("order.noEvents")}</p>}
        columns={[
          {
            id: "event",
            header: t("order.event"),
            card: "title",
            cell: ({ id, type }) => (
              <div>
                <span translate="no" className="type-mono">
                  {type}
                </span>
                <span translate="no" className="type-mono block text-[0.8125rem] text-muted wrap-anywhere">
                  {id}
                </span>
              </div>
            ),
          },
          { id: "happened", header: t("order.happened"), cell: ({ createdAt }) => moment(createdAt) },
          {
            id: "handled",
            header: t("order.handled"),
            cell: ({ processedAt }) => (processedAt ? moment(processedAt) : t("order.notHandled")),
          },
        ]}
      />
    </AdminCard>
  );
}
