/** What the mails about a draw say: its list is fixed, its winner is drawn, you have won. */
import type { Locale } from "#shared/locale.ts";

export type DrawMessage = "draw-closed" | "draw-result" | "draw-winner";

/** Numbers, dates and names come ready to be read. `winner` is undefined where the winner is not named any more. */
export type DrawFacts = {
  readonly draw: string;
  readonly count: string;
  readonly isOne: boolean;
  readonly total: string;
  readonly round: string;
  readonly roundAt: string;
  readonly winner: string | undefined;
  readonly ticket: string;
  readonly email: string;
};

const en = {
  hello: (name: string) => (name ? `Hello ${name},` : "Hello,"),
  subject: {
    "draw-closed": (f) => `${f.draw}: the entry list is sealed`,
    "draw-result": (f) => `${f.draw}: we have a winner`,
    "draw-winner": (f) => `You’ve won: ${f.draw}`,
  },
  title: {
    "draw-closed": () => "The entry list is sealed.",
    "draw-result": () => "We have a winner.",
    "draw-winner": (f) => `You’ve won the ${f.draw}!`,
  },
  lead: {
    "draw-closed": (f) =>
      `Sales for ${f.draw} are over, and we’ve sealed the list of ${f.total} entries. ${f.isOne ? "Your ticket is" : `Your ${f.count} tickets are`} on it, and no one can add or remove a ticket.`,
    "draw-result": (f) =>
      `${f.winner ? `The winner of ${f.draw} is ${f.winner},` : `A player has won ${f.draw}`} with ticket ${f.ticket}. ${f.isOne ? "Your ticket was" : `Your ${f.count} tickets were`} in the draw but didn’t win this time. Thank you for playing.`,
    "draw-winner": (f) =>
      `The winning ticket is ${f.ticket}, and it’s yours. Congratulations! We’ll be in touch to arrange delivery of your car. You can also write to ${f.email}.`,
  },
  more: {
    "draw-closed": (f) =>
      `A public random number (round ${f.round}) will pick the winner on ${f.roundAt} (London time). Keep this email: the commitment below shows that we sealed the list first.`,
    "draw-result": () => "The proof is public, so you can check every step on your own device.",
    "draw-winner": () => "We never ask the winner for money, a card number or a password. The proof of the draw is public.",
  },
  demo: "This is a demonstration: the shop makes its own random numbers, so the draw proves nothing, and there is no car to win.",
  early: (reason: string) => `We’re drawing the winner earlier than announced, for this reason: ${reason}`,
  commitment: "Commitment",
  button: "See the draw and its proof",
  why: {
    "draw-closed": "You’re receiving this email because you have a ticket in this draw.",
    "draw-result": "You’re receiving this email because you had a ticket in this draw.",
    "draw-winner": "You’re receiving this email because your ticket has won.",
  },
} satisfies DrawWords;

export type DrawWords = {
  readonly hello: (name: string) => string;
  readonly subject: Record<DrawMessage, (facts: DrawFacts) => string>;
  readonly title: Record<DrawMessage, (facts: DrawFacts) => string>;
  readonly lead: Record<DrawMessage, (facts: DrawFacts) => string>;
  readonly more: Record<DrawMessage, (facts: DrawFacts) => string>;
  readonly demo: string;
  readonly early: (reason: string) => string;
  readonly commitment: string;
  readonly button: string;
  readonly why: Record<DrawMessage, string>;
};

const fr: DrawWords = {
  hello: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
  subject: {
    "draw-closed": (f) => `${f.draw} : la liste est scellée`,
    "draw-result": (f) => `${f.draw} : nous avons un gagnant`,
    "draw-winner": (f) => `Vous avez gagné : ${f.draw}`,
  },
  title: {
    "draw-closed": () => "La liste est scellée.",
    "draw-result": () => "Nous avons un gagnant.",
    "draw-winner": (f) => `Vous avez gagné : ${f.draw} !`,
  },
  lead: {
    "draw-closed": (f) =>
      `Les ventes du tirage « ${f.draw} » sont terminées, et nous avons scellé la liste des ${f.total} participations. ${f.isOne ? "Votre ticket y figure" : `Vos ${f.count} tickets y figurent`}, et plus personne ne peut en ajouter ni en retirer.`,
    "draw-result": (f) =>
      `${f.winner ? `Le gagnant du tirage « ${f.draw} » est ${f.winner},` : `Un joueur remporte le tirage « ${f.draw} »`} avec le ticket ${f.ticket}. ${f.isOne ? "Votre ticket participait et n’a pas été tiré" : `Vos ${f.count} tickets participaient et n’ont pas été tirés`} cette fois. Merci d’avoir joué.`,
    "draw-winner": (f) =>
      `Le ticket gagnant est le ${f.ticket}, et c’est le vôtre. Félicitations ! Nous vous contacterons pour organiser la livraison de votre voiture. Vous pouvez aussi écrire à ${f.email}.`,
  },
  more: {
    "draw-closed": (f) =>
      `Un nombre aléatoire public (tour ${f.round}) désignera le gagnant le ${f.roundAt} (heure de Londres). Gardez ce message : l’engagement ci-dessous montre que la liste était déjà scellée.`,
    "draw-result": () => "La preuve est publique : vous pouvez vérifier chaque étape sur votre appareil.",
    "draw-winner": () =>
      "Nous ne demandons jamais au gagnant ni argent, ni numéro de carte, ni mot de passe. La preuve du tirage est publique.",
  },
  demo: "Ceci est une démonstration : la boutique produit ses propres nombres aléatoires, le tirage ne prouve donc rien, et aucune voiture n’est à gagner.",
  early: (reason) => `Le tirage au sort a lieu plus tôt qu’annoncé, pour la raison suivante : ${reason}`,
  commitment: "Engagement",
  button: "Voir le tirage et sa preuve",
  why: {
    "draw-closed": "Vous recevez ce message parce que vous avez un ticket dans ce tirage.",
    "draw-result": "Vous recevez ce message parce que vous aviez un ticket dans ce tirage.",
    "draw-winner": "Vous recevez ce message parce que votre ticket a gagné.",
  },
};

export const DRAW_WORDS: Record<Locale, DrawWords> = { en, fr };
