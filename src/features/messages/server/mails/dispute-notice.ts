/** The mails to a buyer whose bank has taken a payment back: what has happened, who did it, and what that means for the tickets. */
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

export const DISPUTE_MESSAGES = [
  "dispute-opened",
  "dispute-opened-frozen",
  "dispute-won",
  "dispute-lost",
  "dispute-lost-frozen",
] as const;
export type DisputeMessage = (typeof DISPUTE_MESSAGES)[number];

export type DisputeNotice = {
  readonly sender: MailSender;
  readonly draw: MailDraw;
  readonly message: DisputeMessage;
  /** May be empty. */
  readonly firstName: string;
  readonly order: { readonly orderNumber: string };
  readonly dispute: { readonly amount: Pence; readonly openedAt: Date };
  /** Those that it is about. */
  readonly tickets: readonly MailTicket[];
};

type Message = {
  readonly subject: (draw: string) => string;
  readonly title: string;
  readonly lead: (sum: string, draw: string) => string;
  readonly more: string;
};
type Words = {
  readonly hello: (name: string) => string;
  readonly messages: Record<DisputeMessage, Message>;
  readonly amount: string;
  readonly orderId: string;
  readonly date: string;
  readonly button: string;
  readonly why: string;
};

const ASK = "If you did not mean to dispute it, tell your bank, and write to us: we are glad to help.";
const en: Words = {
  hello: (name) => (name ? `Hello ${name},` : "Hello,"),
  messages: {
    "dispute-opened": {
      subject: (draw) => `${draw}: your tickets are suspended`,
      title: "Your bank has reversed your payment.",
      lead: (sum, draw) =>
        `Your bank has taken back ${sum} that you paid for tickets in the draw for ${draw}. Until it decides whether the payment stands, these tickets are suspended: they keep their numbers, and nobody else can have them.`,
      more: `If the payment stands, they are valid again at once. If the entries of the draw are fixed before that, suspended tickets are not among them, and we refund you should the money come back. ${ASK}`,
    },
    "dispute-opened-frozen": {
      subject: (draw) => `${draw}: your payment is disputed`,
      title: "Your bank has reversed your payment.",
      lead: (sum, draw) =>
        `Your bank has taken back ${sum} that you paid for tickets in the draw for ${draw}. The entries of this draw were fixed before, so your tickets stay on the list.`,
      more: `If one of them is drawn, its prize waits until your bank decides, and passes to the next reserve if the payment does not stand. ${ASK}`,
    },
    "dispute-won": {
      subject: (draw) => `${draw}: your tickets are valid again`,
      title: "Your tickets are valid again.",
      lead: (sum, draw) =>
        `Your bank has decided that your payment of ${sum} for ${draw} stands. These tickets are no longer suspended:`,
      more: "You need not do anything.",
    },
    "dispute-lost": {
      subject: (draw) => `${draw}: your tickets are no longer valid`,
      title: "Your bank has returned your payment to you.",
      lead: (sum, draw) =>
        `Your bank has decided that the ${sum} you paid for ${draw} goes back to you. It comes from your bank, not from us. The tickets that it paid for are no longer valid:`,
      more: "If you did not want this, write to us.",
    },
    "dispute-lost-frozen": {
      subject: (draw) => `${draw}: your tickets cannot win`,
      title: "Your bank has returned your payment to you.",
      lead: (sum, draw) =>
        `Your bank has decided that the ${sum} you paid for ${draw} goes back to you. It comes from your bank, not from us. These tickets stay on the list of entries, which was fixed before, but no prize goes to them:`,
      more: "If you did not want this, write to us.",
    },
  },
  amount: "Payment",
  orderId: "Order",
  date: "Disputed on",
  button: "See your tickets",
  why: "You get this email because your bank has questioned a payment of yours.",
};

const ASK_FR =
  "Si vous ne vouliez pas contester ce paiement, dites-le à votre banque et écrivez-nous : nous vous aiderons volontiers.";
const fr: Words = {
  hello: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
  messages: {
    "dispute-opened": {
      subject: (draw) => `${draw} : vos tickets sont suspendus`,
      title: "Votre banque a repris votre paiement.",
      lead: (sum, draw) =>
        `Votre banque a repris ${sum}, payés pour des tickets du tirage « ${draw} ». En attendant sa décision, ces tickets sont suspendus : ils gardent leurs numéros et personne d’autre ne peut les obtenir.`,
      more: `Si le paiement est maintenu, ils redeviennent valables aussitôt. Si la liste des participations est figée avant, les tickets suspendus n’y figurent pas, et nous vous remboursons si l’argent nous revient. ${ASK_FR}`,
    },
    "dispute-opened-frozen": {
      subject: (draw) => `${draw} : votre paiement est contesté`,
      title: "Votre banque a repris votre paiement.",
      lead: (sum, draw) =>
        `Votre banque a repris ${sum}, payés pour des tickets du tirage « ${draw} ». La liste des participations était déjà figée : vos tickets y restent.`,
      more: `Si l’un d’eux est tiré, son lot attend la décision de votre banque, puis revient au suppléant suivant si le paiement n’est pas maintenu. ${ASK_FR}`,
    },
    "dispute-won": {
      subject: (draw) => `${draw} : vos tickets sont de nouveau valables`,
      title: "Vos tickets sont de nouveau valables.",
      lead: (sum, draw) =>
        `Votre banque a décidé que votre paiement de ${sum} pour le tirage « ${draw} » est maintenu. Ces tickets ne sont plus suspendus :`,
      more: "Vous n’avez rien à faire.",
    },
    "dispute-lost": {
      subject: (draw) => `${draw} : vos tickets ne sont plus valables`,
      title: "Votre banque vous a rendu votre paiement.",
      lead: (sum, draw) =>
        `Votre banque a décidé que les ${sum} payés pour le tirage « ${draw} » vous reviennent. L’argent vient de votre banque, pas de nous. Les tickets correspondants ne sont plus valables :`,
      more: "Si ce n’est pas ce que vous vouliez, écrivez-nous.",
    },
    "dispute-lost-frozen": {
      subject: (draw) => `${draw} : vos tickets ne peuvent plus gagner`,
      title: "Votre banque vous a rendu votre paiement.",
      lead: (sum, draw) =>
        `Votre banque a décidé que les ${sum} payés pour le tirage « ${draw} » vous reviennent. L’argent vient de votre banque, pas de nous. Ces tickets restent sur la liste des participations, figée auparavant, mais aucun lot ne leur reviendra :`,
      more: "Si ce n’est pas ce que vous vouliez, écrivez-nous.",
    },
  },
  amount: "Paiement",
  orderId: "Commande",
  date: "Contesté le",
  button: "Voir vos tickets",
  why: "Vous recevez cet e-mail parce que votre banque a remis en cause l’un de vos paiements.",
};

const WORDS: Record<Locale, Words> = { en, fr };

/** What both parts of the mail say, in the reader's language. */
export type DisputeNoticeView = ReturnType<typeof viewOf>;

export async function renderDisputeNotice(data: DisputeNotice, locale: Locale): Promise<MailContent> {
  const view = viewOf(data, locale);
  const { DisputeNoticeHtml } = await import("./dispute-notice-html.tsx");
  return { subject: view.subject, html: await renderHtml(createElement(DisputeNoticeHtml, { view })), text: textOf(view) };
}

function viewOf({ sender, draw, message, firstName, order, dispute, tickets }: DisputeNotice, locale: Locale) {
  const words = WORDS[locale];
  const { subject, title, lead, more } = words.messages[message];
  const name = oneLine(draw.name);
  const sum = formatMoney(dispute.amount, locale);
  return {
    locale,
    sender,
    subject: subject(name),
    title,
    hello: words.hello(oneLine(firstName)),
    lead: lead(sum, name),
    more,
    ranges: runsOf(draw, tickets).map(([from, to]) => MAIL_WORDS[locale].range(from, to)),
    receipt: [
      { label: words.amount, value: sum },
      { label: words.orderId, value: order.orderNumber },
      { label: words.date, value: formatMoment(dispute.openedAt, locale) },
    ],
    button: { label: words.button, href: `${sender.publicUrl}/profile` },
    why: words.why,
  };
}

function textOf(view: DisputeNoticeView): string {
  const words = MAIL_WORDS[view.locale];
  return paragraphs(
    view.hello,
    view.title,
    view.lead,
    view.ranges.join("\n"),
    view.more,
    view.receipt.map(({ label, value }) => words.pair(label, value)).join("\n"),
    words.pair(view.button.label, view.button.href),
    footText(view.sender, view.why, view.locale),
  );
}
