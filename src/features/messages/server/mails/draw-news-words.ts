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
    "draw-closed": (f) => `${f.draw}: the list is fixed`,
    "draw-result": (f) => `${f.draw}: the winner is drawn`,
    "draw-winner": (f) => `You have won: ${f.draw}`,
  },
  title: {
    "draw-closed": () => "The list is fixed.",
    "draw-result": () => "The winner is drawn.",
    "draw-winner": (f) => `You have won the ${f.draw}.`,
  },
  lead: {
    "draw-closed": (f) =>
      `Sales for ${f.draw} are over, and all ${f.total} entries are sealed. ${f.isOne ? "Your ticket is" : `Your ${f.count} tickets are`} among them; nobody can add or drop one any more.`,
    "draw-result": (f) =>
      `${f.winner ? `${f.winner} has won` : "A player has won"} ${f.draw} with ticket ${f.ticket}. ${f.isOne ? "Your ticket was" : `Your ${f.count} tickets were`} in the draw and did not win this time. Thank you for playing.`,
    "draw-winner": (f) =>
      `Your ticket ${f.ticket} wins ${f.draw}. Congratulations! We will get in touch with you to hand over the car; you can also write to ${f.email}.`,
  },
  more: {
    "draw-closed": (f) =>
      `Round ${f.round} of the public beacon decides; it is due on ${f.roundAt}, London time. Keep this mail: the commitment below shows that the list was fixed before.`,
    "draw-result": () => "Every step can be done again by anybody: the proof is public, and your own computer can check it.",
    "draw-winner": () => "We never ask the winner for money, a card number or a password. The proof of the draw is public.",
  },
  demo: "This is a demonstration: its beacon is the shop’s own, so the draw proves nothing, and no car is given away.",
  early: (reason: string) => `The winner is drawn earlier than announced, for this reason: ${reason}`,
  commitment: "Commitment",
  button: "See the draw and its proof",
  why: {
    "draw-closed": "You get this e-mail because you have a ticket in this draw.",
    "draw-result": "You get this e-mail because you had a ticket in this draw.",
    "draw-winner": "You get this e-mail because your ticket has won.",
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
    "draw-closed": (f) => `${f.draw} : la liste est figée`,
    "draw-result": (f) => `${f.draw} : le tirage au sort a eu lieu`,
    "draw-winner": (f) => `Vous avez gagné : ${f.draw}`,
  },
  title: {
    "draw-closed": () => "La liste est figée.",
    "draw-result": () => "Le tirage au sort a eu lieu.",
    "draw-winner": (f) => `Vous avez gagné : ${f.draw}.`,
  },
  lead: {
    "draw-closed": (f) =>
      `Les ventes du tirage « ${f.draw} » sont closes et les ${f.total} participations sont scellées. ${f.isOne ? "Votre ticket en fait partie" : `Vos ${f.count} tickets en font partie`} ; plus personne ne peut en ajouter ni en retirer.`,
    "draw-result": (f) =>
      `${f.winner ? `${f.winner} remporte` : "Un joueur remporte"} le tirage « ${f.draw} » avec le ticket ${f.ticket}. ${f.isOne ? "Votre ticket participait et n’a pas été tiré" : `Vos ${f.count} tickets participaient et n’ont pas été tirés`} cette fois. Merci d’avoir joué.`,
    "draw-winner": (f) =>
      `Votre ticket ${f.ticket} remporte le tirage « ${f.draw} ». Félicitations ! Nous vous contacterons pour la remise de la voiture ; vous pouvez aussi écrire à ${f.email}.`,
  },
  more: {
    "draw-closed": (f) =>
      `Le tour ${f.round} de la balise publique décidera ; il est prévu le ${f.roundAt}, heure de Londres. Gardez ce message : l’engagement ci-dessous montre que la liste était figée avant.`,
    "draw-result": () =>
      "Chacun peut refaire toutes les étapes : la preuve est publique, et votre propre ordinateur peut la vérifier.",
    "draw-winner": () =>
      "Nous ne demandons jamais à la personne gagnante ni argent, ni numéro de carte, ni mot de passe. La preuve du tirage est publique.",
  },
  demo: "Ceci est une démonstration : sa balise est celle de la boutique, le tirage ne prouve donc rien, et aucune voiture n’est à gagner.",
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
