import { cardBrand } from "@concours/simulator-kit/page/card-number";
import type { Card, CardBrandGroup, Decline, Fate, Funding, Restrictions } from "./records.ts";

export type CardOutcome =
  | { readonly kind: "pays"; readonly fate: Fate }
  | { readonly kind: "asks"; readonly fate: Fate }
  | { readonly kind: "refuses"; readonly decline: Decline };

type TestCard = {
  readonly brand: Card["brand"];
  readonly funding: Funding;
  readonly country: string;
  readonly outcome: CardOutcome;
};

const PAYS: CardOutcome = { kind: "pays", fate: "keeps" };

function refuses(code: string, declineCode: string | null, message: string): CardOutcome {
  return { kind: "refuses", decline: { code, declineCode, message } };
}

function visa(outcome: CardOutcome, funding: Funding = "credit", country = "US"): TestCard {
  return { brand: "visa", funding, country, outcome };
}

const TEST_CARDS: ReadonlyMap<string, TestCard> = new Map([
  // Debit cards here, credit cards at Stripe: the best-known test cards pay any session.
  ["4242424242424242", visa(PAYS, "debit")],
  ["4000056655665556", visa(PAYS, "debit")],
  ["4000008260000000", visa(PAYS, "credit", "GB")],
  ["4000058260000005", visa(PAYS, "debit", "GB")],
  ["4000002500000003", visa(PAYS, "credit", "FR")],
  ["5555555555554444", { brand: "mastercard", funding: "credit", country: "US", outcome: PAYS }],
  ["5200828282828210", { brand: "mastercard", funding: "debit", country: "US", outcome: PAYS }],
  ["5105105105105100", { brand: "mastercard", funding: "prepaid", country: "US", outcome: PAYS }],
  ["378282246310005", { brand: "amex", funding: "credit", country: "US", outcome: PAYS }],
  ["6011111111111117", { brand: "discover", funding: "credit", country: "US", outcome: PAYS }],
  ["4000002500003155", visa({ kind: "asks", fate: "keeps" }, "debit", "FR")],
  ["4000000000003220", visa({ kind: "asks", fate: "keeps" })],
  ["4000000000000259", visa({ kind: "pays", fate: "disputed" })],
  ["4000000000001976", visa({ kind: "pays", fate: "inquired" })],
  ["4000000000005423", visa({ kind: "pays", fate: "warned" })],
  ["4000000000005126", visa({ kind: "pays", fate: "refund_fails" })],
  ["4000000000007726", visa({ kind: "pays", fate: "refund_pends" })],
  ["4000000000000002", visa(refuses("card_declined", "generic_decline", "Your card was declined."))],
  ["4000000000009995", visa(refuses("card_declined", "insufficient_funds", "Your card has insufficient funds."))],
  ["4000000000009987", visa(refuses("card_declined", "lost_card", "Your card was declined."))],
  ["4000000000000069", visa(refuses("expired_card", null, "Your card has expired."))],
  ["4000000000000127", visa(refuses("incorrect_cvc", null, "Your card's security code is incorrect."))],
  [
    "4000000000000119",
    visa(refuses("processing_error", null, "An error occurred while processing your card. Try again in a little bit.")),
  ],
]);

const NOT_A_TEST_CARD = refuses(
  "card_declined",
  "test_mode_live_card",
  "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
);

/** The decision on a number that passed `isCardNumber`. A real one is refused, as in Stripe's test mode. */
export function readCard(
  digits: string,
  expMonth: number,
  expYear: number,
): { readonly card: Card; readonly outcome: CardOutcome } {
  const known = TEST_CARDS.get(digits) ?? {
    brand: cardBrand(digits),
    funding: "credit" as const,
    country: "US",
    outcome: NOT_A_TEST_CARD,
  };
  const { brand, funding, country, outcome } = known;
  return { card: { last4: digits.slice(-4), brand, funding, country, expMonth, expYear }, outcome };
}

const GROUPS: Partial<Record<Card["brand"], CardBrandGroup>> = {
  amex: "american_express",
  discover: "discover_global_network",
  diners: "discover_global_network",
  mastercard: "mastercard",
  visa: "visa",
};

export function cardRestriction(card: Card, restrictions: Restrictions | null): "brand" | "funding" | undefined {
  if (restrictions === null) return undefined;
  const group = GROUPS[card.brand];
  if (group !== undefined && restrictions.brandsBlocked.includes(group)) return "brand";
  return restrictions.fundingBlocked.includes(card.funding) ? "funding" : undefined;
}
