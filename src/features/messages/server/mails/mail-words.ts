/** Words that stand in every mail to a player. Mails are no screens, so their words lie beside them and not with those of the pages. */
import { HELPLINE } from "#features/accounts/rules/help-organisations.ts";
import { formatDate } from "#shared/dates.ts";
import type { Locale } from "#shared/locale.ts";
import { type EntryCount, oddsSentence } from "#shared/odds.ts";
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
  odds: (chance: string, isFinal: boolean) => `Your odds${isFinal ? "" : " if every ticket sells"}: ${chance}.`,
  chance: (tickets: string, total: string) => `${tickets} in ${total}`,
  or: (chance: string, oneIn: string) => `${chance}, or ${oneIn}`,
  free: (n: number, count: string) => `This counts ${count} free ${n === 1 ? "entry" : "entries"} so far.`,
  owned: (n: number, count: string) => `It includes ${n === 1 ? "the entry" : `the ${count} entries`} you already had.`,
  oneIn: (n: string, exact: boolean) => `${exact ? "" : "about "}1 in ${n}`,
  numbersTitle: "All your numbers",
  tagsTitle: (one: boolean): string => (one ? "Your private tag" : "Your private tags"),
  tags: "Each ticket also has a private tag. The public entry list shows the tag in place of your name, and only you know whose it is. Keep it to yourself until that list is published.",
  drawPage: "See the draw",
  proofPage: "Follow this draw and see its proof",
  company: (number: string) => `Company number ${number}`,
  adults: "18 and over only.",
  help: (phone: string) => `If playing is no longer fun, call the National Gambling Helpline, free at any time: ${phone}.`,
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
  odds: (chance, isFinal) => `Vos chances${isFinal ? "" : " si tous les tickets sont vendus"} : ${chance}.`,
  chance: (tickets, total) => `${tickets} sur ${total}`,
  or: (chance, oneIn) => `${chance}, soit ${oneIn}`,
  free: (n, count) => `Ce calcul compte ${count} ${n === 1 ? "participation gratuite" : "participations gratuites"} à ce jour.`,
  owned: (n, count) => (n === 1 ? "Votre autre participation est incluse." : `Vos ${count} autres participations sont incluses.`),
  oneIn: (n, exact) => `${exact ? "" : "environ "}1 sur ${n}`,
  numbersTitle: "Tous vos numéros",
  tagsTitle: (one) => (one ? "Votre code privé" : "Vos codes privés"),
  tags: "Chaque ticket a aussi un code privé. Dans la liste publique des participations, ce code remplace votre nom, et vous seul savez à qui il appartient. Gardez-le pour vous jusqu’à la publication de cette liste.",
  drawPage: "Voir le tirage",
  proofPage: "Suivre ce tirage et voir sa preuve",
  company: (number) => `Société nº ${number}`,
  adults: "Réservé aux personnes de 18 ans et plus.",
  help: (phone) =>
    `Si jouer n’est plus un plaisir, appelez la National Gambling Helpline, gratuite à toute heure, en anglais : ${phone}.`,
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

/** The reader's entries in all, those that they had before included, and what odds are counted among. */
export type MailOdds = { readonly entries: number; readonly among: EntryCount };

/** "Your odds if every ticket sells: 25 in 6,000, or 1 in 240." For one entry the chance is said once. */
export function oddsLine(bought: number, { entries, among }: MailOdds, locale: Locale): string {
  const words = MAIL_WORDS[locale];
  const { form, oneIn } = oddsSentence(entries, among);
  const count = (n: number) => formatCount(n, locale);
  const chance = words.chance(count(entries), count(among.entries));
  const said = form === "single" ? chance : words.or(chance, words.oneIn(count(oneIn), form === "exact"));
  const owned = entries - bought;
  const sentences = [
    words.odds(said, among.isFinal),
    among.free > 0 && words.free(among.free, count(among.free)),
    owned > 0 && words.owned(owned, count(owned)),
  ];
  return sentences.filter(Boolean).join(" ");
}

/** The foot of the plain-text part, behind the line that mail readers know as the begin of a signature. */
export function footText(sender: MailSender, why: string, locale: Locale): string {
  const words = MAIL_WORDS[locale];
  const { name, address, companyNumber, email } = sender.trader;
  return `-- \n${why} ${words.questions(email)}\n${name}, ${address}\n${words.company(companyNumber)}. ${words.adults}\n${words.help(HELPLINE)}`;
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
