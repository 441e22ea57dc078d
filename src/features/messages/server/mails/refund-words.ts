/** The words of the mails about a refund: on its way, gone through, failed; and why the money goes back, and who decided so. */
import type { Locale } from "#shared/locale.ts";
import type { RefundCause } from "#shared/states.ts";

export type RefundStage = "pending" | "done" | "failed";

const en = {
  subject: {
    pending: (draw, sum) => `${draw}: your refund of ${sum} is on its way`,
    done: (draw, sum) => `${draw}: ${sum} refunded`,
    failed: (draw, sum) => `${draw}: your refund of ${sum} didn’t go through`,
  } satisfies Record<RefundStage, (draw: string, sum: string) => string>,
  title: {
    pending: (sum) => `Your refund of ${sum} is on its way.`,
    done: (sum) => `We’ve refunded ${sum}.`,
    failed: () => "Your refund didn’t go through.",
  } satisfies Record<RefundStage, (sum: string) => string>,
  hello: (name: string) => (name ? `Hello ${name},` : "Hello,"),
  causes: {
    sold_out: (draw) => `The last tickets for ${draw} sold before your payment was complete, so we couldn’t issue yours.`,
    closed: (draw) => `Sales for ${draw} closed before your payment was complete, so we couldn’t issue your tickets.`,
    cancelled: (draw) => `We’ve cancelled the draw for ${draw}. Everyone who paid gets a full refund.`,
    wrong_amount: (draw) =>
      `The amount we received didn’t match the price of your order for ${draw}, so we’ve issued no tickets and are refunding you.`,
    credit_limit: (draw) =>
      `Each player can spend up to £250 a month by credit card, as the code of good practice for prize draws asks. Your payment for ${draw} took you over that, so we’ve issued no tickets and are refunding you. You can pay with a debit card instead.`,
    code_used: (draw) =>
      `Your payment for ${draw} arrived late, and you had used its code on another order by then. Each code works once, so we’ve issued no tickets and are refunding you.`,
    person_limit: (draw) =>
      `Your payment for ${draw} arrived late, and your other orders had reached the number of tickets that one person may buy of this draw by then. So we’ve issued no tickets and are refunding you.`,
    staff: (draw) => `We’ve refunded your order for ${draw}.`,
    erasure: (draw) => `We’ve closed your account and are refunding your tickets for ${draw}.`,
    at_provider: (draw) => `We’ve refunded your order for ${draw}.`,
    dispute: (draw) => `Your bank has reversed your payment for ${draw}.`,
    left_out: (draw) =>
      `Your bank had taken back your payment for ${draw}, or part of it, so your tickets left the draw. We’re now refunding what has come back to us or was still with us.`,
  } satisfies Record<RefundCause, (draw: string) => string>,
  part: (draw: string) => `We’ve refunded part of your order for ${draw}. Your tickets aren’t affected.`,
  failedCause: (draw: string, sum: string) =>
    `We tried to refund ${sum} for ${draw} to the card you paid with, but its bank refused the payment. This can happen when a card has been closed or replaced.`,
  next: {
    pending: "The money goes back to the card you paid with. We’ll email you again once it has gone through.",
    done: "The money goes back to the card you paid with. It usually takes 5 to 10 working days to appear, depending on your bank.",
    failed:
      "The money is still yours. Our team will send it again or write to you to find another way. If your card has been closed or replaced, please write to us.",
  } satisfies Record<RefundStage, string>,
  voided: (one: boolean): string => (one ? "This ticket is no longer in the draw:" : "These tickets are no longer in the draw:"),
  amount: { pending: "On its way", done: "Refunded", failed: "Still to be refunded" } satisfies Record<RefundStage, string>,
  orderId: "Order",
  date: "Date",
  button: "See the live draws",
  why: "You’re receiving this email because it concerns one of your payments.",
};
export type RefundWords = typeof en;

const fr: RefundWords = {
  subject: {
    pending: (draw, sum) => `${draw} : votre remboursement de ${sum} est en cours`,
    done: (draw, sum) => `${draw} : ${sum} remboursés`,
    failed: (draw, sum) => `${draw} : votre remboursement de ${sum} n’a pas abouti`,
  },
  title: {
    pending: (sum) => `Votre remboursement de ${sum} est en cours.`,
    done: (sum) => `Nous vous avons remboursé ${sum}.`,
    failed: () => "Votre remboursement n’a pas abouti.",
  },
  hello: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
  causes: {
    sold_out: (draw) =>
      `Les derniers tickets du tirage « ${draw} » ont été vendus avant la fin de votre paiement : nous n’avons pas pu émettre les vôtres.`,
    closed: (draw) =>
      `Les ventes du tirage « ${draw} » se sont terminées avant la fin de votre paiement : nous n’avons pas pu émettre vos tickets.`,
    cancelled: (draw) =>
      `Nous avons annulé le tirage « ${draw} ». Toutes les personnes qui ont payé sont remboursées intégralement.`,
    wrong_amount: (draw) =>
      `Le montant reçu ne correspondait pas au prix de votre commande pour le tirage « ${draw} » : nous n’avons pas émis de tickets et vous remboursons.`,
    credit_limit: (draw) =>
      `Chaque joueur peut dépenser jusqu’à 250 £ par mois par carte de crédit, comme le demande le code de bonnes pratiques des tirages. Votre paiement pour le tirage « ${draw} » dépassait ce plafond : nous n’avons pas émis de tickets et vous remboursons. Vous pouvez payer avec une carte de débit.`,
    code_used: (draw) =>
      `Votre paiement pour le tirage « ${draw} » est arrivé trop tard : vous aviez déjà utilisé son code pour une autre commande. Un code n’est valable qu’une fois : nous n’avons pas émis de tickets et vous remboursons.`,
    person_limit: (draw) =>
      `Votre paiement pour le tirage « ${draw} » est arrivé trop tard : vos autres commandes avaient déjà atteint le nombre de tickets qu’une personne peut acheter pour ce tirage. Nous n’avons pas émis de tickets et vous remboursons.`,
    staff: (draw) => `Nous avons remboursé votre commande pour le tirage « ${draw} ».`,
    erasure: (draw) => `Nous avons fermé votre compte et vous remboursons vos tickets pour le tirage « ${draw} ».`,
    at_provider: (draw) => `Nous avons remboursé votre commande pour le tirage « ${draw} ».`,
    dispute: (draw) => `Votre banque a repris votre paiement pour le tirage « ${draw} ».`,
    left_out: (draw) =>
      `Votre banque avait repris votre paiement pour le tirage « ${draw} », en tout ou en partie : vos tickets ont quitté le tirage. Nous vous remboursons ce qui nous est revenu ou nous restait.`,
  },
  part: (draw) =>
    `Nous avons remboursé une partie de votre commande pour le tirage « ${draw} ». Vos tickets ne sont pas concernés.`,
  failedCause: (draw, sum) =>
    `Nous avons voulu rembourser ${sum} pour le tirage « ${draw} » sur la carte utilisée, mais sa banque a refusé l’opération. Cela peut arriver quand une carte a été résiliée ou remplacée.`,
  next: {
    pending: "Le remboursement est versé sur la carte utilisée pour le paiement. Nous vous écrirons dès qu’il aura abouti.",
    done: "Le remboursement est versé sur la carte utilisée pour le paiement, en général sous 5 à 10 jours ouvrés selon votre banque.",
    failed:
      "Cette somme vous est toujours due. Notre équipe vous la renverra ou vous proposera une autre solution. Si votre carte a été résiliée ou remplacée, écrivez-nous.",
  },
  voided: (one) => (one ? "Ce ticket ne participe plus au tirage :" : "Ces tickets ne participent plus au tirage :"),
  amount: { pending: "En cours", done: "Remboursé", failed: "Reste à rembourser" },
  orderId: "Commande",
  date: "Date",
  button: "Voir les tirages en cours",
  why: "Vous recevez ce message parce qu’il concerne l’un de vos paiements.",
};

export const REFUND_WORDS: Record<Locale, RefundWords> = { en, fr };
