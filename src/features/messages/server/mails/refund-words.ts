/** The words of the mails about a refund: on its way, gone through, failed; and why the money goes back, and who decided so. */
import type { Locale } from "#shared/locale.ts";

/**
 * Why money goes back: no tickets left, sales over, draw cancelled, another sum paid than asked for, more by credit card in a month than is
 * taken, a code that had gone into another order meanwhile, staff decided so, the account was closed, given back in the provider's own
 * pages, taken back by the buyer's bank, or given back by it too late for the draw.
 */
export type RefundCause =
  | "sold_out"
  | "closed"
  | "cancelled"
  | "wrong_amount"
  | "credit_limit"
  | "code_used"
  | "staff"
  | "erasure"
  | "at_provider"
  | "dispute"
  | "left_out";
export type RefundStage = "pending" | "done" | "failed";

const en = {
  subject: {
    pending: (draw, sum) => `${draw}: your refund of ${sum} is on its way`,
    done: (draw, sum) => `${draw}: ${sum} refunded`,
    failed: (draw, sum) => `${draw}: your refund of ${sum} did not go through`,
  } satisfies Record<RefundStage, (draw: string, sum: string) => string>,
  title: {
    pending: (sum) => `Your refund of ${sum} is on its way.`,
    done: (sum) => `We have refunded ${sum}.`,
    failed: () => "Your refund did not go through.",
  } satisfies Record<RefundStage, (sum: string) => string>,
  hello: (name: string) => (name ? `Hello ${name},` : "Hello,"),
  causes: {
    sold_out: (draw) =>
      `The last tickets for ${draw} went to somebody else before your payment was complete, so we could not give you yours.`,
    closed: (draw) => `Sales for ${draw} had closed before your payment was complete, so we could not give you tickets.`,
    cancelled: (draw) => `We have cancelled the draw for ${draw}. Everybody who paid gets everything back.`,
    wrong_amount: (draw) =>
      `The sum that reached us was not the price of your order for ${draw}, so we are sending it back and gave out no tickets.`,
    credit_limit: (draw) =>
      `We take at most £250 a month from one player by credit card, as the code of good practice for prize draws asks. Your payment for ${draw} went beyond that, so we are sending it back and gave out no tickets. You can buy with a debit card.`,
    code_used: (draw) =>
      `Your payment for ${draw} came after its time was over, and by then its code had gone into another order of yours. A code counts once, so we are sending the money back and gave out no tickets.`,
    staff: (draw) => `Our team has refunded your order for ${draw}.`,
    erasure: (draw) => `We have closed your account, and refund the tickets for ${draw} that you had with us.`,
    at_provider: (draw) => `Our team has refunded your order for ${draw}.`,
    dispute: (draw) => `Your bank took back your payment for ${draw}.`,
    left_out: (draw) =>
      `While your bank held your payment for ${draw}, the list of entries was fixed without your tickets. The bank has now returned the payment to us, so we are sending it on to you.`,
  } satisfies Record<RefundCause, (draw: string) => string>,
  part: (draw: string) => `Our team has refunded part of your order for ${draw}. Your tickets are not affected.`,
  failedCause: (draw: string, sum: string) =>
    `We sent ${sum} back to the card that you paid with for ${draw}, but the card’s bank did not take it. This happens when a card was closed or replaced.`,
  next: {
    pending: "It goes to the card that you paid with. We will write to you again once it has gone through.",
    done: "The money goes to the card that you paid with. It usually shows there within 5 to 10 working days; how soon is up to your bank.",
    failed:
      "The money is still yours. Our team has been told, and will send it again or write to you about another way. If your card was closed or replaced, please write to us.",
  } satisfies Record<RefundStage, string>,
  voided: (one: boolean): string => (one ? "This ticket is no longer in the draw:" : "These tickets are no longer in the draw:"),
  amount: { pending: "On its way", done: "Refunded", failed: "Still to be refunded" } satisfies Record<RefundStage, string>,
  orderId: "Order",
  date: "Date",
  button: "See the live draws",
  why: "You get this e-mail because it is about a payment of yours.",
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
      `Les derniers tickets du tirage « ${draw} » sont partis avant la fin de votre paiement : nous n’avons pas pu vous donner les vôtres.`,
    closed: (draw) =>
      `Les ventes du tirage « ${draw} » étaient closes avant la fin de votre paiement : nous n’avons pas pu vous donner de tickets.`,
    cancelled: (draw) =>
      `Nous avons annulé le tirage « ${draw} ». Toutes les personnes qui ont payé sont remboursées intégralement.`,
    wrong_amount: (draw) =>
      `La somme reçue n’était pas le prix de votre commande pour le tirage « ${draw} » : nous la renvoyons, sans émettre de tickets.`,
    credit_limit: (draw) =>
      `Nous acceptons au plus 250 £ par mois et par personne par carte de crédit, comme le veut le code de bonnes pratiques des tirages. Votre paiement pour le tirage « ${draw} » dépassait cette somme : nous le renvoyons, sans émettre de tickets. Vous pouvez acheter avec une carte de débit.`,
    code_used: (draw) =>
      `Votre paiement pour le tirage « ${draw} » est arrivé trop tard, alors que son code avait déjà servi à une autre de vos commandes. Un code ne sert qu’une fois : nous renvoyons l’argent, sans émettre de tickets.`,
    staff: (draw) => `Notre équipe a remboursé votre commande pour le tirage « ${draw} ».`,
    erasure: (draw) => `Nous avons fermé votre compte et remboursons les tickets que vous aviez pour le tirage « ${draw} ».`,
    at_provider: (draw) => `Notre équipe a remboursé votre commande pour le tirage « ${draw} ».`,
    dispute: (draw) => `Votre banque a repris votre paiement pour le tirage « ${draw} ».`,
    left_out: (draw) =>
      `Pendant que votre banque détenait votre paiement pour le tirage « ${draw} », la liste des participations a été figée sans vos tickets. La banque nous a rendu ce paiement : nous vous le renvoyons.`,
  },
  part: (draw) =>
    `Notre équipe a remboursé une partie de votre commande pour le tirage « ${draw} ». Vos tickets ne sont pas concernés.`,
  failedCause: (draw, sum) =>
    `Nous avons renvoyé ${sum} sur la carte qui a servi au paiement pour le tirage « ${draw} », mais sa banque les a refusés. Cela arrive quand une carte a été fermée ou remplacée.`,
  next: {
    pending:
      "L’argent revient sur la carte qui a servi au paiement. Nous vous écrirons de nouveau dès que le remboursement aura abouti.",
    done: "L’argent revient sur la carte qui a servi au paiement, en général sous 5 à 10 jours ouvrés ; le délai dépend de votre banque.",
    failed:
      "Cet argent reste à vous. Notre équipe est prévenue : elle le renverra ou vous proposera un autre moyen. Si votre carte a été fermée ou remplacée, écrivez-nous.",
  },
  voided: (one) => (one ? "Ce ticket ne participe plus au tirage :" : "Ces tickets ne participent plus au tirage :"),
  amount: { pending: "En cours", done: "Remboursé", failed: "Reste à rembourser" },
  orderId: "Commande",
  date: "Date",
  button: "Voir les tirages en cours",
  why: "Vous recevez ce message parce qu’il concerne l’un de vos paiements.",
};

export const REFUND_WORDS: Record<Locale, RefundWords> = { en, fr };
