/** The two mails about a message to the shop: the message itself, to whoever answers it, and a word to the visitor that it has come. */
import { createElement } from "react";
import type { Locale } from "#shared/locale.ts";
import type { ContactFields } from "../../rules/contact.ts";
import type { ContactMailView } from "./contact-mail-html.tsx";
import { formatMoment, type MailContent, type MailSender, oneLine, paragraphs, renderHtml } from "./mail.ts";
import { footText, MAIL_WORDS } from "./mail-words.ts";

const WORDS = {
  en: {
    notice: (subject: string) => `Message to the shop: ${subject}`,
    from: "From",
    subject: "Subject",
    at: "Received",
    answer: "If you reply to this email, your answer goes to the visitor.",
    open: "Open it in the back office",
    noticeWhy: "You’re receiving this email because this is the shop’s contact address.",
    thanks: "We have received your message",
    lead: "Thank you for writing to us. A real person will read your message and reply within two working days.",
    more: "If you didn’t write to us, someone gave your address by mistake. You can ignore this email.",
    button: "How it works",
    why: "You’re receiving this email because someone entered this address in our contact form.",
  },
  fr: {
    notice: (subject: string) => `Message à la boutique : ${subject}`,
    from: "De",
    subject: "Objet",
    at: "Reçu",
    answer: "Votre réponse à cet e-mail sera envoyée au visiteur.",
    open: "L’ouvrir dans l’administration",
    noticeWhy: "Vous recevez ce message parce que cette adresse est celle de la boutique.",
    thanks: "Nous avons bien reçu votre message",
    lead: "Merci de nous avoir écrit. Une personne de l’équipe vous lira et vous répondra sous deux jours ouvrés.",
    more: "Si vous ne nous avez pas écrit, quelqu’un a indiqué votre adresse par erreur. Vous pouvez ignorer ce message.",
    button: "Comment ça marche",
    why: "Vous recevez ce message parce que cette adresse a été saisie dans notre formulaire de contact.",
  },
} as const;

export type ContactNotice = {
  readonly sender: MailSender;
  readonly id: string;
  readonly fields: ContactFields;
  /** The visitor's language. */
  readonly locale: Locale;
  readonly receivedAt: Date;
};

/** To the shop, in the visitor's language: it is to be answered in that. */
export function renderContactNotice({ sender, id, fields, locale, receivedAt }: ContactNotice): Promise<MailContent> {
  const words = WORDS[locale];
  const subject = oneLine(fields.subject);
  return render({
    locale,
    sender,
    subject: words.notice(subject),
    title: subject,
    facts: [
      [words.from, `${oneLine(fields.name)} <${fields.email}>`],
      [words.subject, subject],
      [words.at, formatMoment(receivedAt, locale)],
    ],
    lead: "",
    quoted: fields.message.split("\n").map((line, n) => ({ n, line })),
    button: { label: words.open, href: `${sender.publicUrl}/admin/messages/${id}` },
    more: words.answer,
    why: words.noticeWhy,
  });
}

/** To the visitor. Not a word of what was written is repeated: anybody can give anybody's address, and have the shop carry their text. */
export function renderContactReceipt(sender: MailSender, locale: Locale): Promise<MailContent> {
  const words = WORDS[locale];
  return render({
    locale,
    sender,
    subject: words.thanks,
    title: `${words.thanks}.`,
    facts: [],
    lead: words.lead,
    quoted: [],
    button: { label: words.button, href: `${sender.publicUrl}/how-to-win` },
    more: words.more,
    why: words.why,
  });
}

async function render(view: ContactMailView): Promise<MailContent> {
  const { ContactMailHtml } = await import("./contact-mail-html.tsx");
  const { pair } = MAIL_WORDS[view.locale];
  const text = paragraphs(
    view.facts.map(([name, value]) => pair(name, value)).join("\n"),
    view.lead,
    view.quoted.map(({ line }) => line).join("\n"),
    pair(view.button.label, view.button.href),
    view.more,
    footText(view.sender, view.why, view.locale),
  );
  return { subject: view.subject, html: await renderHtml(createElement(ContactMailHtml, { view })), text };
}
