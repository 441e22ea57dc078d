/** The mail about money that goes back: how much, why, and how far it is. */
import type { Locale } from "#shared/locale.ts";
import { formatMoney, type Pence } from "#shared/money.ts";
import type { RefundCause } from "#shared/states.ts";
import { formatMoment, type MailDraw, type MailSender, type MailTicket, oneLine, paragraphs, runsOf } from "./mail.ts";
import { footText, MAIL_WORDS } from "./mail-words.ts";
import { REFUND_WORDS, type RefundStage } from "./refund-words.ts";

export type RefundNotice = {
  readonly sender: MailSender;
  readonly draw: MailDraw;
  /** May be empty. */
  readonly firstName: string;
  readonly order: { readonly orderNumber: string };
  /** `isPart`: the order stands, and so do its tickets. */
  readonly refund: {
    readonly amount: Pence;
    readonly cause: RefundCause;
    readonly stage: RefundStage;
    readonly isPart: boolean;
    readonly at: Date;
  };
  /** Those of the order; with all of its money gone they are no longer in the draw. None where none was ever issued. */
  readonly tickets: readonly MailTicket[];
};

/** What both parts of the mail say, in the reader's language. */
export type RefundNoticeView = ReturnType<typeof viewOf>;

export function viewOf({ sender, draw, firstName, order, refund, tickets }: RefundNotice, locale: Locale) {
  const words = REFUND_WORDS[locale];
  const name = oneLine(draw.name);
  const sum = formatMoney(refund.amount, locale);
  const { stage, isPart } = refund;
  const cause = isPart ? words.part(name) : words.causes[refund.cause](name);
  const gone = isPart || stage === "failed" ? [] : tickets;
  return {
    locale,
    sender,
    draw: { ...draw, name },
    subject: words.subject[stage](name, sum),
    title: words.title[stage](sum),
    hello: words.hello(oneLine(firstName)),
    cause: stage === "failed" ? words.failedCause(name, sum) : cause,
    next: words.next[stage],
    voided: gone.length > 0 ? words.voided(gone.length === 1) : undefined,
    ranges: runsOf(draw, gone).map(([from, to]) => MAIL_WORDS[locale].range(from, to)),
    sums: [{ label: words.amount[stage], amount: sum, tone: "total" as const }],
    receipt: [
      { label: words.orderId, value: order.orderNumber },
      { label: words.date, value: formatMoment(refund.at, locale) },
    ],
    button: { label: words.button, href: `${sender.publicUrl}/prize` },
    why: words.why,
  };
}

export function textOf(view: RefundNoticeView): string {
  const words = MAIL_WORDS[view.locale];
  return paragraphs(
    view.hello,
    view.cause,
    view.title,
    view.next,
    view.voided && [view.voided, ...view.ranges].join("\n"),
    [
      ...view.sums.map(({ label, amount }) => words.pair(label, amount)),
      ...view.receipt.map(({ label, value }) => words.pair(label, value)),
    ].join("\n"),
    words.pair(view.button.label, view.button.href),
    footText(view.sender, view.why, view.locale),
  );
}
