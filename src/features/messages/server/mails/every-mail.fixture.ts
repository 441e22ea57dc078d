/** For tests and for looking at: one of every mail that the shop sends to players and staff, with the same people and the same car in all of them. */

import { LOCALES, type Locale } from "#shared/locale.ts";
import { pence } from "#shared/money.ts";
import type { RefundCause } from "#shared/states.ts";
import type { AccountMessage } from "./account-words.ts";
import { renderContactNotice, renderContactReceipt } from "./contact-mail.ts";
import { DISPUTE_MESSAGES } from "./dispute-notice.ts";
import type { DrawMessage } from "./draw-news-words.ts";
import type { MailContent, MailDraw, MailSender, MailTicket } from "./mail.ts";
import type { OrderConfirmation } from "./order-confirmation.ts";
import type { RefundStage } from "./refund-words.ts";
import {
  renderAccountNotice,
  renderAlertDigest,
  renderCancellation,
  renderDisputeNotice,
  renderDrawNews,
  renderFreeEntryConfirmation,
  renderOrderConfirmation,
  renderRefundNotice,
} from "./render-mails.ts";

export const sender: MailSender = {
  publicUrl: "https://concours.example",
  trader: {
    name: "Example Cars Ltd",
    address: "1 Example Street, EX1 1EX",
    companyNumber: "01234567",
    email: "help@concours.example",
  },
};
export const draw: MailDraw = {
  id: "0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11",
  shortNumber: 42,
  name: "Valmont GT-10",
  endDate: "2026-12-04",
  picture: {
    url: `/media/${"a1".repeat(16)}`,
    width: 1600,
    height: 1000,
    widths: [480, 800, 1200, 1600],
    placeholder: "data:image/webp;base64,AA==",
  },
};
const known = { sender, draw, firstName: "Amelia" };
const at = new Date("2026-11-22T16:18:00Z");
const orderNumber = "KXTM-47GQ";
const someId = "7d1f4d5e-2f38-4f5c-8b8e-3f0e7c9f5a10";
const ticketsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    number: 3894 + i,
    tag: String(i + 10)
      .repeat(16)
      .slice(0, 32),
  }));

function confirmation(change: Partial<OrderConfirmation["order"]>, count: number): OrderConfirmation {
  const order = {
    orderNumber,
    paidAt: at,
    unitPrice: pence(2999),
    discount: pence(0),
    percentOff: 0,
    pack: undefined,
    code: undefined,
    total: pence(2999 * count),
    paidWith: "Visa 4242",
    ...change,
  };
  return {
    ...known,
    order,
    tickets: ticketsOf(count),
    odds: { entries: count, among: { entries: 6000, free: 0, isFinal: false } },
  };
}

const gold = { discount: pence(11_246), percentOff: 15, pack: "gold", total: pence(63_729) } as const;
const code = { code: "VIP-7KQM-R2XD", percentOff: 10 };
const vip = { discount: pence(600), percentOff: 10, code, total: pence(5398) };

const ACCOUNT: readonly AccountMessage[] = [
  "verify-email",
  "reset-password",
  "change-email",
  "email-change-asked",
  "email-changed",
  "password-changed",
  "second-factor-on",
  "second-factor-off",
  "second-factor-reset",
  "recovery-codes-new",
  "recovery-code-used",
  "account-deleted",
];
const DRAW: readonly DrawMessage[] = ["draw-closed", "draw-result", "draw-winner"];
const CAUSES: readonly RefundCause[] = [
  "sold_out",
  "closed",
  "cancelled",
  "wrong_amount",
  "credit_limit",
  "code_used",
  "person_limit",
  "staff",
  "erasure",
  "at_provider",
  "dispute",
  "left_out",
];

type Made = { readonly name: string; readonly locale: Locale; readonly render: () => Promise<MailContent> };

const refundNotice = (
  change: { cause: RefundCause; stage?: RefundStage; isPart?: boolean },
  locale: Locale,
  tickets: readonly MailTicket[],
) => {
  const refund = { amount: pence(63_729), stage: "done" as const, isPart: false, at, ...change };
  return renderRefundNotice({ ...known, order: { orderNumber }, refund, tickets }, locale);
};
const news = (message: DrawMessage, locale: Locale) =>
  renderDrawNews(
    {
      ...known,
      message,
      tickets: [{ number: 3894 }, { number: 3895 }],
      total: 6038,
      commitment: "ab".repeat(32),
      round: 10_422_650,
      roundAt: new Date("2026-12-05T00:10:00Z"),
      earlyReason: undefined,
      isDemo: false,
      winner: message === "draw-closed" ? undefined : { ticketNumber: 17, name: "Noah H., Kent" },
    },
    locale,
  );
const account = (message: AccountMessage, locale: Locale) =>
  renderAccountNotice(
    {
      ...known,
      message,
      email: "amelia@example.com",
      newEmail: "amelia@example.org",
      link: ["verify-email", "reset-password", "change-email", "email-changed"].includes(message)
        ? "https://concours.example/open?token=1.2"
        : undefined,
    },
    locale,
  );
const letter = {
  sender,
  id: someId,
  fields: {
    name: "Amelia Reed",
    email: "amelia@example.com",
    subject: "The car in draw 42",
    message: "Hello,\n\nis the car left-hand drive? <b>Thank you.</b>\nAmelia",
  },
  receivedAt: at,
};
const ALERTS = [
  { id: someId, title: "A refund keeps failing", text: "It has been tried 5 times." },
  { id: draw.id, title: "The beacon cannot be reached", text: "The draw waits and then continues." },
];

/** Campaigns apart, which stand in campaign.test.ts. */
export const EVERY_MAIL: readonly Made[] = LOCALES.flatMap((locale) => {
  const one = (name: string, render: () => Promise<MailContent>): Made => ({ name, locale, render });
  return [
    one("order-confirmation", () => renderOrderConfirmation(confirmation(gold, 25), locale)),
    one("order-confirmation-code", () => renderOrderConfirmation(confirmation(vip, 2), locale)),
    one("free-entry-confirmation", () =>
      renderFreeEntryConfirmation({ ...known, order: { orderNumber }, receivedOn: "2026-11-20", tickets: ticketsOf(1) }, locale),
    ),
    one("cancellation", () => renderCancellation(known, locale)),
    ...CAUSES.map((cause) =>
      one(`refund-${cause}`, () => {
        const tickets = ["cancelled", "staff", "erasure", "at_provider", "dispute"].includes(cause) ? ticketsOf(3) : [];
        return refundNotice({ cause }, locale, tickets);
      }),
    ),
    one("refund-pending", () => refundNotice({ cause: "staff", stage: "pending" }, locale, ticketsOf(3))),
    one("refund-failed", () => refundNotice({ cause: "staff", stage: "failed" }, locale, ticketsOf(3))),
    one("refund-part", () => refundNotice({ cause: "at_provider", isPart: true }, locale, ticketsOf(3))),
    ...DISPUTE_MESSAGES.map((message) =>
      one(message, () => {
        const dispute = { amount: pence(63_729), openedAt: at };
        return renderDisputeNotice({ ...known, message, order: { orderNumber }, dispute, tickets: ticketsOf(3) }, locale);
      }),
    ),
    ...DRAW.map((message) => one(message, () => news(message, locale))),
    ...ACCOUNT.map((message) => one(message, () => account(message, locale))),
    one("contact-receipt", () => renderContactReceipt(sender, locale)),
    one("contact-notice", () => renderContactNotice({ ...letter, locale })),
    one("alert", () => renderAlertDigest({ ...known, alerts: ALERTS.slice(0, 1), more: 0 }, locale)),
    one("alerts", () => renderAlertDigest({ ...known, alerts: ALERTS, more: 3 }, locale)),
  ];
});
