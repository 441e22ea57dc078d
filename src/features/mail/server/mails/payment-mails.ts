/** Mails about refunds and disputes, without pictures and advertising. */
import { formatMoney, type Pence } from "#shared/money/money.ts";
import type { RefundCause } from "#shared/states.ts";
import { action, fine, type Mail, type MailDraw, type MailTicket, receipt, text } from "./mail.ts";
import { formatMoment, hello, linkTo, oneLine, type Pen } from "./pen.ts";
import { rangesOf } from "./tickets.ts";

/** `pending`: requested from the provider. */
export type RefundStage = "pending" | "done" | "failed";

export type RefundNotice = {
  readonly draw: MailDraw;
  readonly firstName: string;
  readonly order: { readonly orderNumber: string };
  /** `isPart`: the order and its other tickets stay valid. */
  readonly refund: {
    readonly amount: Pence;
    readonly cause: RefundCause;
    readonly stage: RefundStage;
    readonly isPart: boolean;
    /** The numbers of tickets that left the draw with a partial refund. */
    readonly ticketNumbers: readonly number[];
    readonly at: Date;
    /** The credit note of a completed refund, if booked: "CN-000012". */
    readonly creditNote?: string | undefined;
  };
  /** The order's tickets, void after a full refund; empty if none were issued. */
  readonly tickets: readonly MailTicket[];
};

/** The mail about a stage of a refund. */
export function refundNotice(pen: Pen, { draw, firstName, order, refund, tickets }: RefundNotice): Mail {
  const { t, locale } = pen;
  const { stage, isPart } = refund;
  const sum = formatMoney(refund.amount, locale);
  const values = { draw: oneLine(draw.name), sum };
  // A requested refund is not done yet, and may fail.
  const isRequested = stage === "pending" && (isPart || refund.cause === "staff" || refund.cause === "at_provider");
  const count = refund.ticketNumbers.length;
  const part = count > 0 ? "tickets" : "part";
  const cause = isRequested
    ? t(`refund.underway.${isPart ? part : "whole"}`, { ...values, count })
    : t(isPart ? `refund.${part}` : `refund.causes.${refund.cause}`, { ...values, count });
  // A person without an account has no list of purchases.
  const button =
    refund.cause === "erasure"
      ? linkTo(pen, "/contact", t("account.account_deleted.button"))
      : linkTo(pen, "/profile", t("refund.button"));
  const left = isPart ? refund.ticketNumbers.map((number) => ({ number })) : tickets;
  const gone = stage === "failed" ? [] : left;
  return {
    subject: t(`refund.subject.${stage}`, values),
    title: t(`refund.title.${stage}`, values),
    hello: hello(pen, firstName),
    blocks: [
      text(stage === "failed" ? t("refund.failed", values) : cause),
      ...(refund.cause === "cancelled" && !isPart ? cancellationReason(pen, draw) : []),
      text(t(`refund.next.${stage}`)),
      gone.length > 0 && text(t("refund.voided", { count: gone.length })),
      fine(...rangesOf(pen, draw, gone)),
      { kind: "sums", lines: [{ label: t(`refund.amount.${stage}`), value: sum, tone: "total" }] },
      receipt(
        { label: t("refund.number"), value: order.orderNumber },
        refund.creditNote ? { label: t("refund.creditNote"), value: refund.creditNote } : undefined,
        { label: t("refund.date"), value: formatMoment(pen, refund.at) },
      ),
      action(button),
    ],
    why: t("refund.why"),
  };
}

/** Why the draw was cancelled, in text blocks. */
function cancellationReason({ t }: Pen, { cancellation }: MailDraw) {
  if (!cancellation) return [];
  return [text(t(`cancelReasons.${cancellation.reason}`)), cancellation.note !== undefined && text(cancellation.note)];
}

/** To entrants of a cancelled draw without a refund now: free entries, free orders, and disputed payments. */
export function cancellation(pen: Pen, { draw, firstName }: { readonly draw: MailDraw; readonly firstName: string }): Mail {
  const { t } = pen;
  const values = { draw: oneLine(draw.name) };
  return {
    subject: t("cancellation.subject", values),
    title: t("cancellation.title"),
    hello: hello(pen, firstName),
    blocks: [
      text(t("cancellation.lead", values)),
      ...cancellationReason(pen, draw),
      text(t("cancellation.paid")),
      action(linkTo(pen, `/lottery/${draw.id}`, t("cancellation.button"))),
    ],
    why: t("cancellation.why"),
  };
}

export type EntryVoid = {
  readonly draw: MailDraw;
  readonly firstName: string;
  readonly order: { readonly orderNumber: string };
  readonly tickets: readonly MailTicket[];
  readonly isCard: boolean;
};

/** About a free entry that staff voided. Their reason is internal, and given on request. */
export function entryVoid(pen: Pen, { draw, firstName, order, tickets, isCard }: EntryVoid): Mail {
  const { t } = pen;
  const values = { draw: oneLine(draw.name) };
  return {
    subject: t("entryVoid.subject", values),
    title: t("entryVoid.title"),
    hello: hello(pen, firstName),
    blocks: [
      text(t("entryVoid.lead", values)),
      fine(...rangesOf(pen, draw, tickets)),
      isCard && text(t("entryVoid.card")),
      text(t("entryVoid.others")),
      text(t("entryVoid.ask")),
      action(linkTo(pen, "/contact", t("account.account_deleted.button"))),
      receipt({ label: t("freeEntry.number"), value: order.orderNumber }),
    ],
    why: t("entryVoid.why"),
  };
}

/** Text key of each mail about a disputed payment. `frozen`: the entry list was already sealed. */
const DISPUTE_STAGES = {
  "dispute-opened": "opened",
  "dispute-opened-frozen": "opened_frozen",
  "dispute-won": "won",
  "dispute-lost": "lost",
  "dispute-lost-frozen": "lost_frozen",
} as const;
export type DisputeMessage = keyof typeof DISPUTE_STAGES;

export type DisputeNotice = {
  readonly draw: MailDraw;
  readonly message: DisputeMessage;
  readonly firstName: string;
  readonly order: { readonly orderNumber: string };
  readonly dispute: { readonly amount: Pence; readonly openedAt: Date };
  readonly tickets: readonly MailTicket[];
};

/** The mail about a disputed payment. */
export function disputeNotice(pen: Pen, { draw, message, firstName, order, dispute, tickets }: DisputeNotice): Mail {
  const { t, locale } = pen;
  const about = `dispute.${DISPUTE_STAGES[message]}` as const;
  const sum = formatMoney(dispute.amount, locale);
  const values = { draw: oneLine(draw.name), sum };
  return {
    subject: t(`${about}.subject`, values),
    title: t(`${about}.title`),
    hello: hello(pen, firstName),
    blocks: [
      text(t(`${about}.lead`, values)),
      fine(...rangesOf(pen, draw, tickets)),
      text(t(`${about}.more`)),
      action(linkTo(pen, "/profile", t("dispute.button"))),
      receipt(
        { label: t("dispute.amount"), value: sum },
        { label: t("dispute.number"), value: order.orderNumber },
        { label: t("dispute.date"), value: formatMoment(pen, dispute.openedAt) },
      ),
    ],
    why: t("dispute.why"),
  };
}
