/** For tests and previews: one of every mail to players and staff, with the same sample data. */
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { ACCOUNT_MAILS, type AccountMessage } from "#shared/account-mails.ts";
import { DEMO_BRAND } from "#shared/brand/brand.ts";
import { LOCALES, type Locale } from "#shared/language/locale.ts";
import { pence } from "#shared/money/money.ts";
import type { RefundCause } from "#shared/states.ts";
import { LETTER_TOPICS } from "../../rules/letter.ts";
import { accountNotice } from "./account-notice.ts";
import { type DrawMessage, type DrawNews, drawNews } from "./draw-news.ts";
import type { Mail, MailContent, MailDraw, MailTicket } from "./mail.ts";
import { complaintNotice, contactNotice, contactReceipt, conversationMail, letterMail } from "./message-mails.ts";
import { freeEntryConfirmation, type OrderConfirmation, orderConfirmation } from "./order-mails.ts";
import { cancellation, type DisputeMessage, disputeNotice, entryVoid, type RefundStage, refundNotice } from "./payment-mails.ts";
import { type Pen, type PenSource, penIn } from "./pen.ts";
import { renderMail } from "./render-mail.ts";
import { alertDigest, type StaffMessage, staffNotice } from "./staff-mails.ts";

/** A shop with the default texts. */
export const penSource: PenSource = {
  messages: readMessages(messagesFolder()),
  publicUrl: "https://concours.example",
  env: { isTestMode: false, wording: "skill" },
  brand: {
    current: {
      ...DEMO_BRAND,
      trader: {
        name: "Example Cars Ltd",
        address: "1 Example Street, EX1 1EX",
        companyNumber: "01234567",
        email: "help@concours.example",
        postalEntryAddress: "2 Example Street, EX1 1EX",
        adrScheme: undefined,
      },
    },
  },
};

/** A mail as one reader gets it. */
export function rendered(locale: Locale, write: (pen: Pen) => Mail, shop: PenSource = penSource): Promise<MailContent> {
  const pen = penIn(shop, locale);
  return renderMail(pen, write(pen));
}

export const draw: MailDraw = {
  id: "0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11",
  shortNumber: 42,
  name: "Valmont GT-10",
  dates: drawDates({ endDate: "2026-12-04", endTime: "23:59", takesFreeEntries: true }),
  picture: {
    url: `/media/${"a1".repeat(16)}`,
    width: 1600,
    height: 1000,
    widths: [480, 800, 1200, 1600],
    placeholder: "data:image/webp;base64,AA==",
  },
};
const known = { draw, firstName: "Amelia" };
const cancelled = {
  ...known,
  draw: { ...draw, cancellation: { reason: "prize_lost", note: "The showroom was flooded." } },
} as const;
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
    quantity: count,
    unitPrice: pence(2999),
    discount: pence(0),
    percentOff: 0,
    pack: undefined,
    code: undefined,
    total: pence(2999 * count),
    paidWith: "Visa 4242",
    receiptNumber: "R-000137",
    termsVersion: "2026-11-26",
    ...change,
  };
  return {
    ...known,
    order,
    tickets: ticketsOf(count),
    odds: { entries: count, among: { entries: 6000, free: 0, isFinal: false } },
    hasNewsAhead: true,
  };
}

const gold = { discount: pence(11_246), percentOff: 15, pack: "gold", total: pence(63_729) } as const;
const code = { code: "VIP-7KQM-R2XD", percentOff: 10 };
const vip = { discount: pence(600), percentOff: 10, code, total: pence(5398) };

const ACCOUNT = Object.keys(ACCOUNT_MAILS) as AccountMessage[];
const DISPUTES: readonly DisputeMessage[] = [
  "dispute-opened",
  "dispute-opened-frozen",
  "dispute-won",
  "dispute-lost",
  "dispute-lost-frozen",
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

type Made = {
  readonly name: string;
  readonly locale: Locale;
  /** @param shop the sender, if not the default one */
  readonly render: (shop?: PenSource) => Promise<MailContent>;
};

type ChangedRefund = { cause: RefundCause; stage?: RefundStage; isPart?: boolean; ticketNumbers?: readonly number[] };
const money = (change: ChangedRefund, tickets: readonly MailTicket[]) => {
  const refund = { amount: pence(63_729), stage: "done" as const, isPart: false, ticketNumbers: [], at, ...change };
  const creditNote = refund.stage === "done" ? "CN-000012" : undefined;
  return (pen: Pen) => refundNotice(pen, { ...cancelled, order: { orderNumber }, refund: { ...refund, creditNote }, tickets });
};
const news = (message: DrawMessage, cash?: DrawNews["cash"]) => (pen: Pen) =>
  drawNews(pen, {
    ...known,
    message,
    tickets: [{ number: 3894 }, { number: 3895 }],
    total: 6038,
    commitment: "ab".repeat(32),
    round: 10_422_650,
    roundAt: new Date("2026-12-05T00:10:00Z"),
    earlyReason: undefined,
    isDemo: false,
    cash,
    winner: message === "draw-closed" ? undefined : { ticketNumber: 17, name: "Noah H., Kent" },
  });
const account = (message: AccountMessage) => (pen: Pen) =>
  accountNotice(pen, {
    ...known,
    message,
    email: "amelia@example.com",
    newEmail: "amelia@example.org",
    until: new Date("2027-05-22T16:18:00Z"),
    link: "link" in ACCOUNT_MAILS[message] ? "https://concours.example/open?token=1.2" : undefined,
  });
const STAFF: readonly StaffMessage[] = [
  ...(["invited", "given", "changed", "gone", "joined", "moved", "left"] as const),
  ...(["proposal", "confirmed", "refused", "expired"] as const),
];
const staff = (message: StaffMessage) => (pen: Pen) =>
  staffNotice(pen, {
    ...known,
    message,
    facts: { role: "Finance", was: "Support", person: "Noah Hill", by: "Grace Lane", act: "Refund an order" },
    link: message === "invited" ? "https://concours.example/open?token=1.2" : undefined,
  });
const letter = {
  id: someId,
  number: 1234,
  fields: {
    name: "Amelia Reed",
    email: "amelia@example.com",
    subject: "The car in draw 42",
    message: "Hello,\n\nis the car left-hand drive? <b>Thank you.</b>\nAmelia",
  },
  receivedAt: at,
};
const complaint = {
  number: orderNumber,
  acknowledgeBy: new Date("2026-11-25T00:00:00Z"),
  answerBy: new Date("2026-12-07T00:00:00Z"),
  outcome: "not_upheld",
  answer: "We looked at the draw again.\n\nYour ticket was in the list.",
} as const;
const CONVERSATION = {
  ...{ subject: "The car in draw 42", number: 1234 },
  text: "Hello Amelia,\n\nit is right-hand drive.\n\nKind regards",
};
const LETTER = {
  ...{ draw: "Bentley Continental GT", firstName: "Amelia", subject: "News about {{draw}}" },
  text: "Hello {{name}},\n\nthe draw takes place a day later than planned.\n\n{{shop}}",
};
const COMPLAINTS = ["complaint-received", "complaint-confirmed", "complaint-answered"] as const;
const ALERTS = [
  { id: someId, title: "A refund keeps failing", text: "It has been tried 5 times." },
  { id: draw.id, title: "The beacon cannot be reached", text: "The draw waits and then continues." },
];

/** All except campaigns, which are in campaign.test.ts. */
export const EVERY_MAIL: readonly Made[] = LOCALES.flatMap((locale) => {
  const one = (name: string, write: (pen: Pen) => Mail): Made => ({
    name,
    locale,
    render: (shop) => rendered(locale, write, shop),
  });
  return [
    one("order-confirmation", (pen) => orderConfirmation(pen, confirmation(gold, 25))),
    one("order-confirmation-code", (pen) => orderConfirmation(pen, confirmation(vip, 2))),
    one("free-entry-confirmation", (pen) =>
      freeEntryConfirmation(pen, { ...known, order: { orderNumber }, receivedOn: "2026-11-20", tickets: ticketsOf(1) }),
    ),
    ...[true, false].map((isCard) =>
      one(isCard ? "entry-void" : "entry-void-order", (pen) =>
        entryVoid(pen, { ...known, order: { orderNumber }, tickets: ticketsOf(1), isCard }),
      ),
    ),
    one("cancellation", (pen) => cancellation(pen, cancelled)),
    ...CAUSES.map((cause) => {
      const isIssued = ["cancelled", "staff", "erasure", "at_provider", "dispute"].includes(cause);
      return one(`refund-${cause}`, money({ cause }, isIssued ? ticketsOf(3) : []));
    }),
    one("refund-pending", money({ cause: "staff", stage: "pending" }, ticketsOf(3))),
    one("refund-failed", money({ cause: "staff", stage: "failed" }, ticketsOf(3))),
    one("refund-part", money({ cause: "at_provider", isPart: true }, ticketsOf(3))),
    one("refund-tickets", money({ cause: "partial", isPart: true, ticketNumbers: [5, 6] }, ticketsOf(3))),
    ...DISPUTES.map((message) =>
      one(message, (pen) => {
        const dispute = { amount: pence(63_729), openedAt: at };
        return disputeNotice(pen, { ...known, message, order: { orderNumber }, dispute, tickets: ticketsOf(3) });
      }),
    ),
    ...DRAW.map((message) => one(message, news(message))),
    one("draw-winner-cash", news("draw-winner", { amount: pence(15_000_000), days: 14 })),
    ...ACCOUNT.map((message) => one(message, account(message))),
    ...STAFF.map((message) => one(`staff-${message}`, staff(message))),
    one("contact-receipt", contactReceipt),
    one("contact-notice", (pen) => contactNotice(pen, letter)),
    one("conversation-answer", (pen) => conversationMail(pen, { ...CONVERSATION, isAnswer: true })),
    one("conversation-first", (pen) => conversationMail(pen, { ...CONVERSATION, isAnswer: false })),
    ...LETTER_TOPICS.flatMap((topic) => [
      one(`letter-${topic}`, (pen) => letterMail(pen, { ...LETTER, topic, isCancelled: false })),
      one(`letter-${topic}-cancelled`, (pen) => letterMail(pen, { ...LETTER, topic, isCancelled: true })),
    ]),
    ...COMPLAINTS.map((message) => one(message, (pen) => complaintNotice(pen, { message, complaint }))),
    one("alert", (pen) => alertDigest(pen, { ...known, alerts: ALERTS.slice(0, 1), more: 0 })),
    one("alerts", (pen) => alertDigest(pen, { ...known, alerts: ALERTS, more: 3 })),
  ];
});
