import type { Language } from "./language.ts";

export type FieldName = "email" | "cardNumber" | "cardExpiry" | "cardCvc" | "billingName";

const EN = {
  simulator: "Simulator",
  note: (provider: string) => `This page stands in for ${provider}’s. No money changes hands.`,
  testCards: "Test cards",
  cardPays: "is accepted",
  creditPays: "is accepted (credit card)",
  cardRefuses: "is declined",
  cardAsks: "asks for confirmation",
  anyDate: "Use any future date and any code.",
  use: (last4: string) => `Use the card ending in ${last4}`,
  useShort: "Use",
  back: (shop: string) => `Back to ${shop}`,
  paying: (shop: string) => `Pay ${shop}`,
  summary: "What you’re paying for",
  quantity: (quantity: number, each: string) => `Qty ${quantity}, ${each} each`,
  total: "Total due",
  withCard: "Pay with card",
  labels: { email: "Email", cardNumber: "Card number", cardExpiry: "Expiry date", cardCvc: "CVC", billingName: "Name on card" },
  numberHint: "Try 4242 4242 4242 4242",
  expiryHint: "MM / YY",
  cvcHint: "3 or 4 digits",
  pay: (sum: string) => `Pay ${sum}`,
  busy: "Processing…",
  neverReal: "Never enter a real card here.",
  errorTitle: "Error:",
  checkFields: "Please check these details",
  required: {
    email: "Enter your email address",
    cardNumber: "Enter the card number",
    cardExpiry: "Enter the expiry date",
    cardCvc: "Enter the CVC",
    billingName: "Enter the name on the card",
  },
  emailWrong: "Enter an email address like name@example.com",
  numberWrong: "This card number is not valid",
  brandBlocked: "This shop doesn’t accept this brand of card",
  fundingBlocked: (funding: "credit" | "debit" | "prepaid"): string =>
    funding === "credit"
      ? "This order can’t be paid by credit card. Please use a debit card"
      : "This order can’t be paid with this type of card. Please use another card",
  expiryWrong: "Enter the date as MM / YY, for example 04 / 29",
  expired: "This card’s expiry date has passed",
  cvcWrong: (digits: 3 | 4) => `The CVC has ${digits} digits`,
  refused: ({ code, declineCode }: { readonly code: string; readonly declineCode: string | null }): string => {
    if (declineCode === "insufficient_funds") return "Your card has insufficient funds.";
    if (declineCode === "test_mode_live_card") return "Your card was declined: this is not a test card.";
    if (code === "expired_card") return "Your card has expired.";
    if (code === "incorrect_cvc") return "Your card’s security code is incorrect.";
    if (code === "processing_error") return "An error occurred while processing your card.";
    if (code === "payment_intent_authentication_failure") return "The payment wasn’t confirmed with your bank.";
    return "Your card was declined.";
  },
  tryAgain: "You haven’t paid anything. Try again, or use another card.",
  confirmTitle: "Confirm with your bank",
  confirmText: "Your bank wants to make sure it’s you.",
  shop: "To",
  amount: "Amount",
  card: "Card",
  confirm: "Confirm payment",
  refuse: "Refuse",
  paidTitle: "You’ve already paid",
  paidText: (sum: string) => `Your payment of ${sum} went through. There’s nothing more to do here.`,
  expiredTitle: "This payment page has expired",
  expiredText: "You haven’t paid anything.",
  missingTitle: "We can’t find this payment page",
  missingText: "The address is incomplete, or the simulator has been reset.",
  continueTo: (shop: string) => `Continue to ${shop}`,
};

export type PageMessages = typeof EN;

const FR: PageMessages = {
  simulator: "Simulateur",
  note: (provider) => `Cette page remplace celle de ${provider}. Aucune somme n’est prélevée.`,
  testCards: "Cartes de test",
  cardPays: "est acceptée",
  creditPays: "est acceptée (carte de crédit)",
  cardRefuses: "est refusée",
  cardAsks: "demande une confirmation",
  anyDate: "Utilisez n’importe quelle date à venir et n’importe quel code.",
  use: (last4) => `Utiliser la carte se terminant par ${last4}`,
  useShort: "Utiliser",
  back: (shop) => `Retour à ${shop}`,
  paying: (shop) => `Payer ${shop}`,
  summary: "Ce que vous payez",
  quantity: (quantity, each) => `Qté ${quantity}, ${each} l’unité`,
  total: "Total à payer",
  withCard: "Payer par carte",
  labels: {
    email: "E-mail",
    cardNumber: "Numéro de carte",
    cardExpiry: "Date d’expiration",
    cardCvc: "Cryptogramme (CVC)",
    billingName: "Nom du titulaire de la carte",
  },
  numberHint: "Par exemple 4242 4242 4242 4242",
  expiryHint: "MM / AA",
  cvcHint: "3 ou 4 chiffres",
  pay: (sum) => `Payer ${sum}`,
  busy: "Paiement en cours…",
  neverReal: "Ne saisissez jamais de vraie carte ici.",
  errorTitle: "Erreur :",
  checkFields: "Veuillez vérifier ces informations",
  required: {
    email: "Saisissez votre adresse e-mail",
    cardNumber: "Saisissez le numéro de la carte",
    cardExpiry: "Saisissez la date d’expiration",
    cardCvc: "Saisissez le cryptogramme",
    billingName: "Saisissez le nom du titulaire de la carte",
  },
  emailWrong: "Saisissez une adresse e-mail du type nom@exemple.fr",
  numberWrong: "Ce numéro de carte n’est pas valide",
  brandBlocked: "Cette boutique n’accepte pas cette marque de carte",
  fundingBlocked: (funding) =>
    funding === "credit"
      ? "Cette commande ne peut pas être payée par carte de crédit. Utilisez une carte de débit"
      : "Cette commande ne peut pas être payée avec ce type de carte. Utilisez-en une autre",
  expiryWrong: "Saisissez la date sous la forme MM / AA, par exemple 04 / 29",
  expired: "La date d’expiration de cette carte est dépassée",
  cvcWrong: (digits) => `Le cryptogramme comporte ${digits} chiffres`,
  refused: ({ code, declineCode }) => {
    if (declineCode === "insufficient_funds") return "Le solde de votre carte est insuffisant.";
    if (declineCode === "test_mode_live_card") return "Votre carte a été refusée\u00a0: ce n’est pas une carte de test.";
    if (code === "expired_card") return "Votre carte a expiré.";
    if (code === "incorrect_cvc") return "Le cryptogramme de votre carte est incorrect.";
    if (code === "processing_error") return "Une erreur est survenue lors du traitement de votre carte.";
    if (code === "payment_intent_authentication_failure") return "Le paiement n’a pas été confirmé auprès de votre banque.";
    return "Votre carte a été refusée.";
  },
  tryAgain: "Vous n’avez rien payé. Réessayez ou utilisez une autre carte.",
  confirmTitle: "Confirmez auprès de votre banque",
  confirmText: "Votre banque veut s’assurer que c’est bien vous qui payez.",
  shop: "À",
  amount: "Montant",
  card: "Carte",
  confirm: "Confirmer le paiement",
  refuse: "Refuser",
  paidTitle: "Vous avez déjà payé",
  paidText: (sum) => `Votre paiement de ${sum} a bien été effectué. Vous n’avez plus rien à faire ici.`,
  expiredTitle: "Cette page de paiement a expiré",
  expiredText: "Vous n’avez rien payé.",
  missingTitle: "Cette page de paiement est introuvable",
  missingText: "L’adresse est incomplète, ou le simulateur a été réinitialisé.",
  continueTo: (shop) => `Continuer vers ${shop}`,
};

export const PAGE_WORDS: Readonly<Record<Language, PageMessages>> = { en: EN, fr: FR };
