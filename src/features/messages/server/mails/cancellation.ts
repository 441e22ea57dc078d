/** The mail to whoever has nothing to get back from a draw that is called off: free entries, and orders that cost nothing. Who paid reads it with the refund. */
import type { Locale } from "#shared/locale.ts";
import { type MailDraw, type MailSender, oneLine, paragraphs } from "./mail.ts";
import { footText, MAIL_WORDS } from "./mail-words.ts";

export type Cancellation = {
  readonly sender: MailSender;
  readonly draw: MailDraw;
  /** May be empty. */
  readonly firstName: string;
};

const en = {
  subject: (draw: string) => `${draw}: we’ve cancelled this draw`,
  title: "We’ve cancelled this draw.",
  hello: (name: string) => (name ? `Hello ${name},` : "Hello,"),
  lead: (draw: string) =>
    `We’re sorry: we’ve cancelled the draw for ${draw}. There will be no winner, so your free entry no longer counts.`,
  paid: "If you also bought tickets, we refund you in full automatically and tell you in a separate email.",
  button: "See the other draws",
  why: "You’re receiving this email because you had a free entry in this draw.",
};
type Words = typeof en;

const fr: Words = {
  subject: (draw) => `${draw} : tirage annulé`,
  title: "Nous avons annulé ce tirage.",
  hello: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
  lead: (draw) =>
    `Nous sommes désolés : nous avons annulé le tirage « ${draw} ». Il n’y aura pas de gagnant, et votre participation gratuite n’est plus valable.`,
  paid: "Si vous aviez aussi acheté des tickets, nous vous remboursons intégralement, sans démarche de votre part, et vous en informons dans un autre message.",
  button: "Voir les autres tirages",
  why: "Vous recevez ce message parce que vous aviez une participation gratuite à ce tirage.",
};

const WORDS: Record<Locale, Words> = { en, fr };

/** What both parts of the mail say, in the reader's language. */
export type CancellationView = ReturnType<typeof viewOf>;

export function viewOf({ sender, draw, firstName }: Cancellation, locale: Locale) {
  const words = WORDS[locale];
  const name = oneLine(draw.name);
  return {
    locale,
    sender,
    subject: words.subject(name),
    title: words.title,
    hello: words.hello(oneLine(firstName)),
    lead: words.lead(name),
    paid: words.paid,
    button: { label: words.button, href: `${sender.publicUrl}/prize` },
    why: words.why,
  };
}

export function textOf(view: CancellationView): string {
  const button = MAIL_WORDS[view.locale].pair(view.button.label, view.button.href);
  return paragraphs(view.hello, view.title, view.lead, view.paid, button, footText(view.sender, view.why, view.locale));
}
