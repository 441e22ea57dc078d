/** Confirmations: of a purchase with ticket numbers, receipt and next steps; of a free entry. */
import type { PackName } from "#features/lotteries/rules/purchase/pricing.ts";
import type { CodeView } from "#features/lotteries/rules/purchase/promotion.ts";
import { termsAddress, termsDay } from "#features/orders/rules/checkout/terms.ts";
import { COMPLAINT_DAYS } from "#shared/dates/complaint-days.ts";
import { type Day, formatDate } from "#shared/dates/dates.ts";
import { formatMoney, type Pence, pence } from "#shared/money/money.ts";
import { action, fine, type Mail, type MailDraw, type MailTicket, receipt, text } from "./mail.ts";
import { formatCount, formatMoment, linkTo, oneLine, type Pen } from "./pen.ts";
import { type MailOdds, nextSteps, oddsLine, rangesOf, ticketBlocks } from "./tickets.ts";

export type OrderConfirmation = {
  readonly draw: MailDraw;
  readonly firstName: string;
  readonly order: {
    readonly orderNumber: string;
    readonly paidAt: Date;
    /** Tickets bought; some may be void since. */
    readonly quantity: number;
    readonly unitPrice: Pence;
    readonly discount: Pence;
    readonly percentOff: number;
    /** The discount's pack; undefined if it comes from a code. */
    readonly pack: PackName | undefined;
    readonly code: CodeView | undefined;
    readonly total: Pence;
    readonly paidWith?: string | undefined;
    /** The number of the receipt, if booked: "R-000137". */
    readonly receiptNumber?: string | undefined;
    readonly termsVersion?: string | undefined;
  };
  readonly tickets: readonly MailTicket[];
  readonly odds: MailOdds;
  /** The entry list is not sealed yet: mails about the seal and the winner will follow. */
  readonly hasNewsAhead: boolean;
};

const PACKS: Record<PackName, string> = {
  bronze: "Bronze",
  silver: "Silver",
  gold: "Gold",
  platinum: "Platinum",
  diamond: "Diamond",
};

/** Confirms a purchase, with ticket numbers and receipt. */
export function orderConfirmation(pen: Pen, { draw, firstName, order, tickets, odds, hasNewsAhead }: OrderConfirmation): Mail {
  const { t, locale, sender } = pen;
  const drawName = oneLine(draw.name);
  const name = oneLine(firstName);
  const count = tickets.length;
  const counted = { count, draw: drawName, tickets: formatCount(pen, count) };
  const [numbers, list] = ticketBlocks(pen, draw, tickets, t("order.ticketsTitle", counted));
  const bought = { count: order.quantity, tickets: formatCount(pen, order.quantity) };
  const money = (amount: Pence) => formatMoney(amount, locale);
  const percent = order.percentOff;
  const off = order.pack
    ? t("order.pack", { name: PACKS[order.pack], percent })
    : t("order.code", { code: order.code?.code ?? "", percent });
  const { trader } = sender;
  return {
    subject: t("order.subject", counted),
    preview: rangesOf(pen, draw, tickets).join("; "),
    picture: pictureOf(draw),
    title: name ? t("order.titleNamed", { name }) : t("order.titleNameless"),
    blocks: [
      text(t("order.lead", counted)),
      action(linkTo(pen, "/profile", t("order.button")), linkTo(pen, `/lottery/${draw.id}`, t("order.drawPage"))),
      numbers,
      fine(oddsLine(pen, count, odds)),
      prizesBlock(pen, draw),
      {
        kind: "sums",
        title: t("order.title"),
        lines: [
          {
            label: t("order.tickets", { ...bought, price: money(order.unitPrice) }),
            value: money(pence(order.unitPrice * order.quantity)),
          },
          ...(order.discount > 0 ? [{ label: off, value: `−${money(order.discount)}`, tone: "saving" as const }] : []),
          { label: t("order.total"), value: money(order.total), tone: "total" },
        ],
      },
      receipt(
        { label: t("order.number"), value: order.orderNumber },
        order.receiptNumber ? { label: t("order.receipt"), value: order.receiptNumber } : undefined,
        { label: t("order.date"), value: formatMoment(pen, order.paidAt) },
        order.paidWith ? { label: t("order.paidWith"), value: order.paidWith } : undefined,
        { label: t("order.seller"), value: `${trader.name}, ${trader.address}` },
      ),
      accepted(pen, order.termsVersion),
      nextSteps(pen, draw),
      hasNewsAhead && fine(t("order.news")),
      list,
    ],
    why: t("order.why"),
  };
}

/**
 * The accepted terms. Required on a durable medium: Consumer Contracts Regulations 2013, reg. 16. Their
 * address is permanent.
 */
function accepted(pen: Pen, version: string | undefined): Mail["blocks"][number] {
  if (version === undefined) return undefined;
  const label = pen.t("order.terms", { date: formatDate(termsDay(version), pen.locale) });
  const sentence = `${pen.t("order.noCancelling")} ${pen.t("order.complaints", { email: pen.sender.trader.email, ...COMPLAINT_DAYS })}`;
  return { kind: "fine", lines: [sentence], link: linkTo(pen, termsAddress(version), label) };
}

export type FreeEntryConfirmation = {
  readonly draw: MailDraw;
  readonly firstName: string;
  readonly order: { readonly orderNumber: string };
  readonly receivedOn: Day;
  readonly tickets: readonly MailTicket[];
};

/** Confirms a postal entry. */
export function freeEntryConfirmation(pen: Pen, { draw, firstName, order, receivedOn, tickets }: FreeEntryConfirmation): Mail {
  const { t, locale } = pen;
  const drawName = oneLine(draw.name);
  const name = oneLine(firstName);
  const counted = { count: tickets.length, tickets: formatCount(pen, tickets.length) };
  const [numbers, list] = ticketBlocks(pen, draw, tickets, t("freeEntry.ticketsTitle", counted));
  return {
    subject: t("freeEntry.subject", { draw: drawName }),
    picture: pictureOf(draw),
    title: name ? t("freeEntry.titleNamed", { name }) : t("freeEntry.titleNameless"),
    blocks: [
      text(t("freeEntry.lead", { ...counted, draw: drawName, date: formatDate(receivedOn, locale) })),
      text(t("freeEntry.same", counted)),
      action(linkTo(pen, `/lottery/${draw.id}`, t("freeEntry.button"))),
      numbers,
      prizesBlock(pen, draw),
      receipt({ label: t("freeEntry.number"), value: order.orderNumber }),
      nextSteps(pen, draw),
      list,
    ],
    why: t("freeEntry.why"),
  };
}

/** Nothing for a draw with one prize. */
function prizesBlock(pen: Pen, { prizes = [] }: MailDraw): Mail["blocks"][number] {
  if (prizes.length === 0) return undefined;
  const lines = prizes.map(({ title, value }, index) =>
    pen.t("prizes.line", {
      ...{ n: formatCount(pen, index + 1), prize: oneLine(title) },
      value: formatMoney(value, pen.locale, "whole"),
    }),
  );
  return fine(pen.t("prizes.title"), ...lines);
}

/** The draw's picture for the top of a mail. */
export function pictureOf({ name, picture }: MailDraw): Mail["picture"] {
  return picture && { picture, alt: oneLine(name) };
}
