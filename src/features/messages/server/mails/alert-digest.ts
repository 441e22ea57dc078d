/** The mail to the staff about alerts: each in its sentence, with a link to it. */
import type { Locale } from "#shared/locale.ts";
import { type MailSender, oneLine, paragraphs } from "./mail.ts";
import { footText, MAIL_WORDS } from "./mail-words.ts";

export type AlertDigest = {
  readonly sender: MailSender;
  /** May be empty. */
  readonly firstName: string;
  /** In the reader's language; at least one. */
  readonly alerts: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  /** How many there are besides. */
  readonly more: number;
};

const en = {
  subject: (first: string, others: number) =>
    others === 0 ? `Alert: ${first}` : `${others + 1} alerts: ${first} and ${others} more`,
  title: (one: boolean): string => (one ? "Something needs your attention." : "Several things need your attention."),
  hello: (name: string) => (name ? `Hello ${name},` : "Hello,"),
  more: (count: number): string =>
    count === 1 ? "There is one more in the back office." : `There are ${count} more in the back office.`,
  rest: "We’ll send any other alerts from the next 15 minutes in one email.",
  button: "See all alerts",
  why: "You’re receiving this email because you are an administrator of the shop.",
};
type Words = typeof en;

const fr: Words = {
  subject: (first, others) => (others === 0 ? `Alerte : ${first}` : `${others + 1} alertes : ${first}, et ${others} de plus`),
  title: (one) => (one ? "Une alerte demande votre attention." : "Plusieurs alertes demandent votre attention."),
  hello: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
  more: (count) =>
    count === 1 ? "Une autre vous attend dans l’administration." : `${count} autres vous attendent dans l’administration.`,
  rest: "Les alertes des 15 prochaines minutes seront regroupées dans un seul e-mail.",
  button: "Voir toutes les alertes",
  why: "Vous recevez ce message parce que vous administrez la boutique.",
};

const WORDS: Record<Locale, Words> = { en, fr };

/** What both parts of the mail say, in the reader's language. */
export type AlertDigestView = ReturnType<typeof viewOf>;

export function viewOf({ sender, firstName, alerts, more }: AlertDigest, locale: Locale) {
  const words = WORDS[locale];
  return {
    locale,
    sender,
    subject: words.subject(oneLine(alerts[0]?.title ?? ""), alerts.length + more - 1),
    title: words.title(alerts.length === 1),
    hello: words.hello(oneLine(firstName)),
    alerts: alerts.map((alert) => ({ ...alert, href: `${sender.publicUrl}/admin/alerts/${alert.id}` })),
    more: more > 0 ? words.more(more) : undefined,
    rest: words.rest,
    button: { label: words.button, href: `${sender.publicUrl}/admin/alerts` },
    why: words.why,
  };
}

export function textOf(view: AlertDigestView): string {
  const words = MAIL_WORDS[view.locale];
  return paragraphs(
    view.hello,
    ...view.alerts.map(({ title, text, href }) => `${title}\n${text}\n${href}`),
    view.more,
    words.pair(view.button.label, view.button.href),
    view.rest,
    footText(view.sender, view.why, view.locale),
  );
}
