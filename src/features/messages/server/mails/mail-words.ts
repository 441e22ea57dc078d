/** Words that stand in every mail to a player. Mails are no screens, so their words lie beside them and not with those of the pages. */
import { formatDate } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";
import { formatCount, type MailDraw, type MailSender } from "./mail.ts";

const en = {
  range: (from: string, to: string) => (from === to ? `Number ${from}` : `Numbers ${from} to ${to}`),
  nextTitle: "What happens next",
  closesAt: (date: string) => `${date} at 23:59 (London time)`,
  closes: "Sales close.",
  sealedTitle: "Then we seal the entry list",
  sealed: "We publish the fingerprint of every ticket number. From then on, no one can add or remove one.",
  drawnTitle: "Then the winner is drawn",
  drawn: "A public random number picks the winning ticket. We publish the proof, so anyone can check it.",
  odds: (tickets: string, total: string, oneIn: string) =>
    `Your odds if every ticket sells: ${tickets} in ${total}, or ${oneIn}.`,
  oddsOfOne: (total: string) => `Your odds if every ticket sells: 1 in ${total}.`,
  oneIn: (n: string, exact: boolean) => `${exact ? "" : "about "}1 in ${n}`,
  numbersTitle: "All your numbers",
  tagsTitle: (one: boolean): string => (one ? "Your private tag" : "Your private tags"),
  tags: "Each ticket also has a private tag. The public entry list shows the tag in place of your name, and only you know whose it is. Keep it to yourself until that list is published.",
  drawPage: "See the draw",
  proofPage: "Follow this draw and see its proof",
  company: (number: string) => `Company number ${number}`,
  adults: "18 and over only.",
  terms: "Terms",
  pair: (label: string, value: string) => `${label}: ${value}`,
  questions: (email: string) => `Questions? Write to ${email}.`,
};
export type MailWords = typeof en;

const fr: MailWords = {
  range: (from, to) => (from === to ? `Numéro ${from}` : `Numéros ${from} à ${to}`),
  nextTitle: "Et maintenant ?",
  closesAt: (date) => `${date} à 23 h 59 (heure de Londres)`,
  closes: "Fin des ventes.",
  sealedTitle: "Ensuite, nous scellons la liste",
  sealed: "Nous publions l’empreinte de tous les numéros. Dès lors, personne ne peut en ajouter ni en retirer.",
  drawnTitle: "Puis vient le tirage au sort",
  drawn: "Un nombre aléatoire public désigne le ticket gagnant. Nous en publions la preuve, que chacun peut vérifier.",
  odds: (tickets, total, oneIn) => `Vos chances si tous les tickets sont vendus : ${tickets} sur ${total}, soit ${oneIn}.`,
  oddsOfOne: (total) => `Vos chances si tous les tickets sont vendus : 1 sur ${total}.`,
  oneIn: (n, exact) => `${exact ? "" : "environ "}1 sur ${n}`,
  numbersTitle: "Tous vos numéros",
  tagsTitle: (one) => (one ? "Votre code privé" : "Vos codes privés"),
  tags: "Chaque ticket a aussi un code privé. Dans la liste publique des participations, ce code remplace votre nom, et vous seul savez à qui il appartient. Gardez-le pour vous jusqu’à la publication de cette liste.",
  drawPage: "Voir le tirage",
  proofPage: "Suivre ce tirage et voir sa preuve",
  company: (number) => `Société nº ${number}`,
  adults: "Réservé aux personnes de 18 ans et plus.",
  terms: "Conditions",
  pair: (label, value) => `${label} : ${value}`,
  questions: (email) => `Une question ? Écrivez à ${email}.`,
};

export const MAIL_WORDS: Record<Locale, MailWords> = { en, fr };

/** What is still to come: a title and a sentence each. */
export function nextSteps(draw: MailDraw, locale: Locale): { title: string; text: string }[] {
  const words = MAIL_WORDS[locale];
  return [
    { title: words.closesAt(formatDate(draw.endDate, locale)), text: words.closes },
    { title: words.sealedTitle, text: words.sealed },
    { title: words.drawnTitle, text: words.drawn },
  ];
}

/** "Your odds if every ticket sells: 25 in 6,000, or 1 in 240." */
export function oddsLine(tickets: number, draw: MailDraw, locale: Locale): string {
  const words = MAIL_WORDS[locale];
  if (tickets === 1) return words.oddsOfOne(formatCount(draw.ticketsAvailable, locale));
  const oneIn = draw.ticketsAvailable / tickets;
  const rounded = words.oneIn(formatCount(Math.round(oneIn), locale), Number.isInteger(oneIn));
  return words.odds(formatCount(tickets, locale), formatCount(draw.ticketsAvailable, locale), rounded);
}

/** The foot of the plain-text part, behind the line that mail readers know as the begin of a signature. */
export function footText(sender: MailSender, why: string, locale: Locale): string {
  const words = MAIL_WORDS[locale];
  const { name, address, companyNumber, email } = sender.trader;
  return `-- \n${why} ${words.questions(email)}\n${name}, ${address}\n${words.company(companyNumber)}. ${words.adults}`;
}

/** Where anybody follows the draw to its winner. */
export function proofLink(draw: MailDraw, sender: MailSender, locale: Locale): { label: string; href: string } {
  return { label: MAIL_WORDS[locale].proofPage, href: `${sender.publicUrl}/draws/${draw.id}` };
}

/** What is still to come, for the plain-text part. */
export function nextText(draw: MailDraw, sender: MailSender, locale: Locale): string {
  const steps = nextSteps(draw, locale).map(({ title, text }) => `- ${MAIL_WORDS[locale].pair(title, text)}`);
  const { label, href } = proofLink(draw, sender, locale);
  return `${MAIL_WORDS[locale].nextTitle}\n${steps.join("\n")}\n${MAIL_WORDS[locale].pair(label, href)}`;
}
