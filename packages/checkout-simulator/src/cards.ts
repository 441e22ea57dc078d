/** The test cards. Source: checkout.com/docs; 4242420000… and 4000148147000… are the simulator's own. */
import { cardBrand } from "@concours/simulator-kit/page/card-number";
import type { TypedCard } from "@concours/simulator-kit/page/read-card-form";
import type { Card, Fate } from "./records.ts";

/** A bank's decision. Any `code` but "10000" declines; `asks` requires the cardholder's confirmation. */
export type Verdict = { readonly card: Card; readonly code: string; readonly asks: boolean; readonly fate: Fate };

type TestCard = Partial<Pick<Verdict, "code" | "asks" | "fate"> & Pick<Card, "type">>;

export const APPROVED = "10000";
const UNKNOWN_CARD = "20014";
export const NOT_CONFIRMED = "20151";

const TEST_CARDS: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  ["4242424242424242", {}],
  ["4659105569051157", { type: "DEBIT" }],
  ["4000148147058142", { type: "PREPAID", code: "20020" }],
  ["4000148147000011", { type: "PREPAID" }],
  ["4544249167673670", { code: "20051" }],
  ["4500622868341387", { code: "20154" }],
  ["4485040371536584", { type: "DEBIT" }],
  ["4010061700000021", { type: "DEBIT", asks: true }],
  ["4150561000000019", { code: NOT_CONFIRMED }],
  ["4273149019799094", { type: "DEBIT", fate: "capture_fails" }],
  ["4242420000000018", { type: "DEBIT", fate: "refund_fails" }],
  ["4242420000000026", { type: "DEBIT", fate: "disputed" }],
]);

export function judgeCard({ digits, month, year }: TypedCard): Verdict {
  const { type = "CREDIT", code = APPROVED, asks = false, fate = "keeps" } = TEST_CARDS.get(digits) ?? { code: UNKNOWN_CARD };
  const scheme = { visa: "Visa", mastercard: "Mastercard", amex: "American Express", discover: "Discover", unknown: "Unknown" };
  return {
    card: {
      last4: digits.slice(-4),
      bin: digits.slice(0, 6),
      scheme: scheme[cardBrand(digits)],
      type,
      expiryMonth: month,
      expiryYear: year,
    },
    code,
    asks,
    fate,
  };
}
