/** The mail after money went back: how much, why, and when it arrives. */
import { createElement } from "react";
import type { Locale } from "#shared/locale.ts";
import { formatMoney, type Pence } from "#shared/money.ts";
import {
  formatMoment,
  type MailContent,
  type MailDraw,
  type MailSender,
  type MailTicket,
  oneLine,
  paragraphs,
  renderHtml,
  runsOf,
} from "./mail.ts";
import { footText, MAIL_WORDS } from "./mail-words.ts";

/**
 * Why money went back: no tickets left, sales over, draw called off, another sum paid than asked for, more by credit card in a month than is taken, a code that had gone into another order meanwhile, the buyer asked for it, given back in
 * the provider's own pages, or taken back by the buyer's bank.
 */
export type RefundCause =
  | "sold_out"
  | "closed"
  | "cancelled"
  | "wrong_amount"
  | "credit_limit"
  | "code_used"
  | "asked_for"
  | "at_provider"
  | "dispute";

export type RefundNotice = {
  readonly sender: MailSender;
  readonly draw: MailDraw;
  /** May be empty. */
  readonly firstName: string;
  readonly order: { readonly id: string };
  readonly refund: { readonly amount: Pence; readonly cause: RefundCause; readonly at: Date };
  /** Those that are void from now on; none where none was ever dealt. */
  readonly tickets: readonly MailTicket[];
};

const en = {
  subject: (draw: string, sum: string) => `${draw}: ${sum} refunded`,
  title: (sum: string) => `${sum} is on its way back to your card.`,
  hello: (name: string) => (name ? `Hello ${name},` : "Hello,"),
  causes: {
    sold_out: (draw) =>
      `The last tickets for ${draw} went to somebody else before your payment was complete, so we could not give you yours.`,
    closed: (draw) => `Sales for ${draw} had closed before your payment was complete, so we could not give you tickets.`,
    cancelled: (draw) => `The draw for ${draw} is cancelled. Everybody who paid gets everything back.`,
    wrong_amount: (draw) =>
      `The sum that reached us was not the price of your order for ${draw}, so we sent it back and gave out no tickets.`,
    credit_limit: (draw) =>
      `We take at most £250 a month from one player by credit card, as the code of good practice for prize draws asks. Your payment for ${draw} went beyond that, so we sent it back and gave out no tickets. You can buy with a debit card.`,
    code_used: (draw) =>
      `Your payment for ${draw} came after its time was over, and by then its code had gone into another order of yours. A code counts once, so we sent the money back and gave out no tickets.`,
    asked_for: (draw) => `You asked us for your money back for ${draw}.`,
    at_provider: (draw) => `We refunded your order for ${draw}.`,
    dispute: (draw) => `Your bank took back your payment for ${draw}.`,
  } satisfies Record<RefundCause, (draw: string) => string>,
  arrives:
    "The money goes to the card that you paid with. It usually shows there within 5 to 10 working days; how soon is up to your bank.",
  taken: "The money goes back to your card by way of your bank. You need not do anything.",
  voided: (one: boolean): string => (one ? "This ticket is no longer in the draw:" : "These tickets are no longer in the draw:"),
  amount: "Refunded",
  orderId: "Order",
  date: "Date",
  button: "See the live draws",
  why: "You get this e-mail because a payment of yours was refunded.",
};
type Words = typeof en;

const fr: Words = {
  subject: (draw, sum) => `${draw} : ${sum} remboursés`,
  title: (sum) => `${sum} reviennent sur votre carte.`,
  hello: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
  causes: {
    sold_out: (draw) =>
      `Les derniers tickets du tirage « ${draw} » sont partis avant la fin de votre paiement : nous n’avons pas pu vous donner les vôtres.`,
    closed: (draw) =>
      `Les ventes du tirage « ${draw} » étaient closes avant la fin de votre paiement : nous n’avons pas pu vous donner de tickets.`,
    cancelled: (draw) => `Le tirage « ${draw} » est annulé. Toutes les personnes qui ont payé sont remboursées intégralement.`,
    wrong_amount: (draw) =>
      `La somme reçue n’était pas le prix de votre commande pour le tirage « ${draw} » : nous l’avons renvoyée, sans émettre de tickets.`,
    credit_limit: (draw) =>
      `Nous acceptons au plus 250 £ par mois et par personne par carte de crédit, comme le veut le code de bonnes pratiques des tirages. Votre paiement pour le tirage « ${draw} » dépassait cette somme : nous l’avons renvoyé, sans émettre de tickets. Vous pouvez acheter avec une carte de débit.`,
    code_used: (draw) =>
      `Votre paiement pour le tirage « ${draw} » est arrivé trop tard, alors que son code avait déjà servi à une autre de vos commandes. Un code ne sert qu’une fois : nous avons renvoyé l’argent, sans émettre de tickets.`,
    asked_for: (draw) => `Vous nous avez demandé le remboursement de votre commande pour le tirage « ${draw} ».`,
    at_provider: (draw) => `Nous avons remboursé votre commande pour le tirage « ${draw} ».`,
    dispute: (draw) => `Votre banque a repris votre paiement pour le tirage « ${draw} ».`,
  },
  arrives:
    "L’argent revient sur la carte qui a servi au paiement, en général sous 5 à 10 jours ouvrés ; le délai dépend de votre banque.",
  taken: "L’argent revient sur votre carte par l’intermédiaire de votre banque. Vous n’avez rien à faire.",
  voided: (one) => (one ? "Ce ticket ne participe plus au tirage :" : "Ces tickets ne participent plus au tirage :"),
  amount: "Remboursé",
  orderId: "Commande",
  date: "Date",
  button: "Voir les tirages en cours",
  why: "Vous recevez ce message parce qu’un de vos paiements a été remboursé.",
};

const WORDS: Record<Locale, Words> = { en, fr };

/** What both parts of the mail say, in the reader's language. */
export type RefundNoticeView = ReturnType<typeof viewOf>;

export async function renderRefundNotice(data: RefundNotice, locale: Locale): Promise<MailContent> {
  const view = viewOf(data, locale);
  const { RefundNoticeHtml } = await import("./refund-notice-html.tsx");
  return { subject: view.subject, html: await renderHtml(createElement(RefundNoticeHtml, { view })), text: textOf(view) };
}

function viewOf({ sender, draw, firstName, order, refund, tickets }: RefundNotice, locale: Locale) {
  const words = WORDS[locale];
  const name = oneLine(draw.name);
  const sum = formatMoney(refund.amount, locale);
  return {
    locale,
    sender,
    draw: { ...draw, name },
    subject: words.subject(name, sum),
    title: words.title(sum),
    hello: words.hello(oneLine(firstName)),
    cause: words.causes[refund.cause](name),
    arrives: refund.cause === "dispute" ? words.taken : words.arrives,
    voided: tickets.length > 0 ? words.voided(tickets.length === 1) : undefined,
    ranges: runsOf(draw, tickets).map(([from, to]) => MAIL_WORDS[locale].range(from, to)),
    sums: [{ label: words.amount, amount: sum, tone: "total" as const }],
    receipt: [
      { label: words.orderId, value: order.id },
      { label: words.date, value: formatMoment(refund.at, locale) },
    ],
    button: { label: words.button, href: `${sender.publicUrl}/prize` },
    why: words.why,
  };
}

function textOf(view: RefundNoticeView): string {
  const words = MAIL_WORDS[view.locale];
  return paragraphs(
    view.hello,
    view.cause,
    view.title,
    view.arrives,
    view.voided && [view.voided, ...view.ranges].join("\n"),
    [
      ...view.sums.map(({ label, amount }) => words.pair(label, amount)),
      ...view.receipt.map(({ label, value }) => words.pair(label, value)),
    ].join("\n"),
    words.pair(view.button.label, view.button.href),
    footText(view.sender, view.why, view.locale),
  );
}
