/** The mails to a buyer whose bank has taken a payment back: what has happened, who did it, and what that means for the tickets. */
import type { Locale } from "#shared/locale.ts";
import { formatMoney, type Pence } from "#shared/money.ts";
import { formatMoment, type MailDraw, type MailSender, type MailTicket, oneLine, paragraphs, runsOf } from "./mail.ts";
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

const ASK = "If you didn’t mean to dispute this payment, tell your bank and write to us. We’re happy to help.";
const en: Words = {
  hello: (name) => (name ? `Hello ${name},` : "Hello,"),
  messages: {
    "dispute-opened": {
      subject: (draw) => `${draw}: your tickets are suspended`,
      title: "Your bank has reversed your payment.",
      lead: (sum, draw) =>
        `Your bank has taken back the ${sum} you paid for tickets in the draw for ${draw}. Until it makes its decision, your tickets are suspended: they keep their numbers, and no one else can have them.`,
      more: `If the payment stands, your tickets are valid again at once. If we seal the entry list before then, suspended tickets won’t be on it, and we refund you if your bank returns the money to us. ${ASK}`,
    },
    "dispute-opened-frozen": {
      subject: (draw) => `${draw}: your payment is disputed`,
      title: "Your bank has reversed your payment.",
      lead: (sum, draw) =>
        `Your bank has taken back the ${sum} you paid for tickets in the draw for ${draw}. We had already sealed the entry list, so your tickets stay on it.`,
      more: `If one of them is drawn, we hold the prize until your bank decides. If the payment doesn’t stand, the prize goes to the next reserve. ${ASK}`,
    },
    "dispute-won": {
      subject: (draw) => `${draw}: your tickets are valid again`,
      title: "Your tickets are valid again.",
      lead: (sum, draw) =>
        `Your bank has decided that your payment of ${sum} for ${draw} stands. These tickets are no longer suspended:`,
      more: "You don’t need to do anything.",
    },
    "dispute-lost": {
      subject: (draw) => `${draw}: your tickets are no longer valid`,
      title: "Your bank has returned your payment to you.",
      lead: (sum, draw) =>
        `Your bank has decided to return the ${sum} you paid for ${draw}. The money comes from your bank, not from us. These tickets are no longer valid:`,
      more: "If you didn’t want this, write to us.",
    },
    "dispute-lost-frozen": {
      subject: (draw) => `${draw}: your tickets cannot win`,
      title: "Your bank has returned your payment to you.",
      lead: (sum, draw) =>
        `Your bank has decided to return the ${sum} you paid for ${draw}. The money comes from your bank, not from us. These tickets stay on the entry list, which we had already sealed, but they can’t win:`,
      more: "If you didn’t want this, write to us.",
    },
  },
  amount: "Payment",
  orderId: "Order",
  date: "Disputed on",
  button: "See your tickets",
  why: "You’re receiving this email because your bank has questioned one of your payments.",
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
        `Votre banque a repris les ${sum} payés pour des tickets du tirage « ${draw} ». En attendant sa décision, ces tickets sont suspendus : ils gardent leurs numéros et personne d’autre ne peut les obtenir.`,
      more: `Si le paiement est maintenu, ils redeviennent valables aussitôt. Si la liste des participations est scellée avant, les tickets suspendus n’y figurent pas, et nous vous remboursons si la banque nous rend l’argent. ${ASK_FR}`,
    },
    "dispute-opened-frozen": {
      subject: (draw) => `${draw} : votre paiement est contesté`,
      title: "Votre banque a repris votre paiement.",
      lead: (sum, draw) =>
        `Votre banque a repris les ${sum} payés pour des tickets du tirage « ${draw} ». La liste des participations était déjà scellée : vos tickets y restent.`,
      more: `Si l’un d’eux est tiré, le lot est mis en attente jusqu’à la décision de votre banque. Si le paiement n’est pas maintenu, il revient au suppléant suivant. ${ASK_FR}`,
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
        `Votre banque a décidé de vous rendre les ${sum} payés pour le tirage « ${draw} ». L’argent vient de votre banque, pas de nous. Les tickets correspondants ne sont plus valables :`,
      more: "Si ce n’est pas ce que vous vouliez, écrivez-nous.",
    },
    "dispute-lost-frozen": {
      subject: (draw) => `${draw} : vos tickets ne peuvent plus gagner`,
      title: "Votre banque vous a rendu votre paiement.",
      lead: (sum, draw) =>
        `Votre banque a décidé de vous rendre les ${sum} payés pour le tirage « ${draw} ». L’argent vient de votre banque, pas de nous. Ces tickets restent sur la liste des participations, déjà scellée, mais ils ne peuvent plus gagner :`,
      more: "Si ce n’est pas ce que vous vouliez, écrivez-nous.",
    },
  },
  amount: "Paiement",
  orderId: "Commande",
  date: "Contesté le",
  button: "Voir vos tickets",
  why: "Vous recevez ce message parce que votre banque a remis en cause l’un de vos paiements.",
};

const WORDS: Record<Locale, Words> = { en, fr };

/** What both parts of the mail say, in the reader's language. */
export type DisputeNoticeView = ReturnType<typeof viewOf>;

export function viewOf({ sender, draw, message, firstName, order, dispute, tickets }: DisputeNotice, locale: Locale) {
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

export function textOf(view: DisputeNoticeView): string {
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
