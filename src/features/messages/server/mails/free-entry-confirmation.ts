/** The mail after a postcard was keyed in: a free entry has its number, and the chance of a paid one. */
import { type Day, formatDate } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";
import { formatCount, type MailDraw, type MailSender, type MailTicket, numberLines, oneLine, paragraphs } from "./mail.ts";
import { footText, MAIL_WORDS, nextText } from "./mail-words.ts";

export type FreeEntryConfirmation = {
  readonly sender: MailSender;
  readonly draw: MailDraw;
  /** May be empty. */
  readonly firstName: string;
  readonly order: { readonly orderNumber: string };
  /** When the card arrived. */
  readonly receivedOn: Day;
  /** At least one. */
  readonly tickets: readonly MailTicket[];
};

const en = {
  subject: (draw: string) => `${draw}: your free entry is in`,
  title: (name: string) => (name ? `You’re in, ${name}.` : "You’re in."),
  lead: (draw: string, date: string) =>
    `Your card arrived on ${date}. Here is the number of your free entry in the draw for ${draw}.`,
  same: "It has the same chance as a paid ticket, because all entries are on one list.",
  ticketsTitle: (n: number, count: string) => (n === 1 ? "Your number" : `Your ${count} numbers`),
  orderId: "Entry",
  button: "See the draw",
  why: "You’re receiving this email because you sent us a card with this address on it.",
};
type Words = typeof en;

const fr: Words = {
  subject: (draw) => `${draw} : votre participation gratuite est enregistrée`,
  title: (name) => (name ? `C’est noté, ${name}.` : "C’est noté."),
  lead: (draw, date) =>
    `Votre carte est arrivée le ${date}. Voici le numéro de votre participation gratuite au tirage « ${draw} ».`,
  same: "Elle a les mêmes chances qu’un ticket payant : toutes les participations figurent dans une seule liste.",
  ticketsTitle: (n, count) => (n === 1 ? "Votre numéro" : `Vos ${count} numéros`),
  orderId: "Participation",
  button: "Voir le tirage",
  why: "Vous recevez ce message parce que vous nous avez envoyé une carte avec cette adresse.",
};

const WORDS: Record<Locale, Words> = { en, fr };

/** What both parts of the mail say, in the reader's language. */
export type FreeEntryView = ReturnType<typeof viewOf>;

export function viewOf({ sender, draw, firstName, order, receivedOn, tickets }: FreeEntryConfirmation, locale: Locale) {
  const words = WORDS[locale];
  const name = oneLine(draw.name);
  return {
    locale,
    sender,
    tickets,
    draw: { ...draw, name },
    subject: words.subject(name),
    title: words.title(oneLine(firstName)),
    lead: words.lead(name, formatDate(receivedOn, locale)),
    same: words.same,
    ticketsTitle: words.ticketsTitle(tickets.length, formatCount(tickets.length, locale)),
    receipt: [{ label: words.orderId, value: order.orderNumber }],
    button: { label: words.button, href: `${sender.publicUrl}/lottery/${draw.id}` },
    why: words.why,
  };
}

export function textOf(view: FreeEntryView): string {
  const words = MAIL_WORDS[view.locale];
  return paragraphs(
    view.title,
    view.lead,
    view.same,
    `${view.ticketsTitle}\n${numberLines(view.draw, view.tickets)}`,
    view.tickets.some((ticket) => ticket.tag) && words.tags,
    view.receipt.map(({ label, value }) => words.pair(label, value)).join("\n"),
    nextText(view.draw, view.sender, view.locale),
    words.pair(view.button.label, view.button.href),
    footText(view.sender, view.why, view.locale),
  );
}
