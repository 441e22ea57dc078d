/** The mail after a purchase: every ticket number, the receipt, and what happens next. */
import type { PackName } from "#features/lotteries/rules/pricing.ts";
import type { CodeView } from "#features/lotteries/rules/promotion.ts";
import type { Locale } from "#shared/locale.ts";
import { formatMoney, type Pence, pence } from "#shared/money.ts";
import {
  formatCount,
  formatMoment,
  type MailDraw,
  type MailSender,
  type MailTicket,
  numberLines,
  oneLine,
  paragraphs,
  runsOf,
} from "./mail.ts";
import { footText, MAIL_WORDS, type MailOdds, nextText, oddsLine } from "./mail-words.ts";

export type OrderConfirmation = {
  readonly sender: MailSender;
  readonly draw: MailDraw;
  /** May be empty. */
  readonly firstName: string;
  readonly order: {
    readonly orderNumber: string;
    readonly paidAt: Date;
    readonly unitPrice: Pence;
    /** Taken off the whole; 0 where nothing was. */
    readonly discount: Pence;
    readonly percentOff: number;
    /** The pack that the discount comes from; undefined where it comes from a code. */
    readonly pack: PackName | undefined;
    readonly code: CodeView | undefined;
    readonly total: Pence;
    /** Such as "Visa 4242", where it is known. */
    readonly paidWith?: string | undefined;
  };
  /** Every ticket of the order, at least one. */
  readonly tickets: readonly MailTicket[];
  readonly odds: MailOdds;
};

const PACKS: Record<PackName, string> = { bronze: "Bronze", gold: "Gold", platinum: "Platinum" };

const en = {
  subject: (draw: string, n: number, count: string) => (n === 1 ? `${draw}: your ticket` : `${draw}: your ${count} tickets`),
  title: (name: string) => (name ? `Good luck, ${name}.` : "Good luck."),
  lead: (draw: string, n: number, count: string) =>
    n === 1 ? `Your ticket is in the draw for ${draw}.` : `Your ${count} tickets are in the draw for ${draw}.`,
  ticketsTitle: (n: number, count: string) => (n === 1 ? "Your ticket" : `Your ${count} tickets`),
  orderTitle: "Your order",
  tickets: (n: number, count: string, price: string) => `${count} ${n === 1 ? "ticket" : "tickets"} × ${price}`,
  pack: (name: string, percent: number) => `${name} pack, ${percent}% off`,
  code: (code: string, percent: number) => `Code ${code}, ${percent}% off`,
  total: "Paid",
  orderId: "Order",
  date: "Date",
  paidWith: "Paid with",
  seller: "Seller",
  button: "See my tickets",
  why: "You’re receiving this email because it is the receipt for your order.",
};
type Words = typeof en;

const fr: Words = {
  subject: (draw, n, count) => (n === 1 ? `${draw} : votre ticket` : `${draw} : vos ${count} tickets`),
  title: (name) => (name ? `Bonne chance, ${name}.` : "Bonne chance."),
  lead: (draw, n, count) =>
    n === 1 ? `Votre ticket participe au tirage « ${draw} ».` : `Vos ${count} tickets participent au tirage « ${draw} ».`,
  ticketsTitle: (n, count) => (n === 1 ? "Votre ticket" : `Vos ${count} tickets`),
  orderTitle: "Votre commande",
  tickets: (n, count, price) => `${count} ${n === 1 ? "ticket" : "tickets"} × ${price}`,
  pack: (name, percent) => `Pack ${name}, ${percent} % de réduction`,
  code: (code, percent) => `Code ${code}, ${percent} % de réduction`,
  total: "Payé",
  orderId: "Commande",
  date: "Date",
  paidWith: "Payé avec",
  seller: "Vendeur",
  button: "Voir mes tickets",
  why: "Vous recevez ce message parce qu’il s’agit du reçu de votre commande.",
};

const WORDS: Record<Locale, Words> = { en, fr };

/** What both parts of the mail say, in the reader's language. */
export type OrderConfirmationView = ReturnType<typeof viewOf>;

export function viewOf(data: OrderConfirmation, locale: Locale) {
  const { draw, tickets, order, sender } = data;
  const words = WORDS[locale];
  const n = tickets.length;
  const count = formatCount(n, locale);
  const name = oneLine(draw.name);
  const money = (amount: Pence) => formatMoney(amount, locale);
  const off = order.pack ? words.pack(PACKS[order.pack], order.percentOff) : words.code(order.code?.code ?? "", order.percentOff);
  const { trader } = sender;
  return {
    ...data,
    locale,
    draw: { ...draw, name },
    subject: words.subject(name, n, count),
    title: words.title(oneLine(data.firstName)),
    lead: words.lead(name, n, count),
    ticketsTitle: words.ticketsTitle(n, count),
    ranges: runsOf(draw, tickets).map(([from, to]) => MAIL_WORDS[locale].range(from, to)),
    odds: oddsLine(n, data.odds, locale),
    orderTitle: words.orderTitle,
    sums: [
      { label: words.tickets(n, count, money(order.unitPrice)), amount: money(pence(order.unitPrice * n)) },
      ...(order.discount > 0 ? [{ label: off, amount: `−${money(order.discount)}`, tone: "saving" as const }] : []),
      { label: words.total, amount: money(order.total), tone: "total" as const },
    ],
    receipt: [
      { label: words.orderId, value: order.orderNumber },
      { label: words.date, value: formatMoment(order.paidAt, locale) },
      ...(order.paidWith ? [{ label: words.paidWith, value: order.paidWith }] : []),
      { label: words.seller, value: `${trader.name}, ${trader.address}` },
    ],
    button: { label: words.button, href: `${sender.publicUrl}/profile` },
    link: { label: MAIL_WORDS[locale].drawPage, href: `${sender.publicUrl}/lottery/${draw.id}` },
    why: words.why,
  };
}

export function textOf(view: OrderConfirmationView): string {
  const words = MAIL_WORDS[view.locale];
  return paragraphs(
    view.title,
    view.lead,
    `${view.ticketsTitle}\n${view.ranges.join("\n")}`,
    numberLines(view.draw, view.tickets),
    view.tickets.some((ticket) => ticket.tag) && words.tags,
    view.odds,
    [view.orderTitle, ...view.sums.map(({ label, amount }) => words.pair(label, amount))].join("\n"),
    view.receipt.map(({ label, value }) => words.pair(label, value)).join("\n"),
    nextText(view.draw, view.sender, view.locale),
    [view.button, view.link].map(({ label, href }) => words.pair(label, href)).join("\n"),
    footText(view.sender, view.why, view.locale),
  );
}
