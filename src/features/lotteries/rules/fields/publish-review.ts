/** What a person confirms before a draw goes on sale, and what is unusual about it. */
import { type Pence, pence } from "#shared/money/money.ts";
import { isPostDay } from "../dates/postal-days.ts";
import type { LotteryDraft } from "./facts.ts";

/**
 * `loses_money`: all tickets together bring less than the prizes are worth.
 * `unusual_price`: far from all other draws. `no_post_day`: no card can be posted on the end date.
 */
export type ReviewWarning = "loses_money" | "unusual_price" | "no_post_day";

type Sums = Pick<LotteryDraft, "pricePerTicket" | "ticketsAvailable" | "priceValue" | "furtherPrizes">;

/** Takings of all tickets before pack discounts, all prizes, and the loss if there is one. */
export function soldOutSums({ pricePerTicket, ticketsAvailable, priceValue, furtherPrizes }: Sums) {
  const takings = pence(pricePerTicket * ticketsAvailable);
  const prizes = pence(furtherPrizes.reduce((sum, { value }) => sum + value, Number(priceValue)));
  return { takings, prizes, loss: pence(Math.max(0, prizes - takings)) };
}

/** A price is unusual below a quarter of the lowest other one, or above four times the highest. */
const FAR = 4;
/** With fewer other draws there is nothing to compare with. */
const LEAST_OTHERS = 2;

/** @param others ticket prices of other published draws; free ones do not count */
export function reviewWarnings(draft: Sums & Pick<LotteryDraft, "endDate">, others: readonly Pence[]): readonly ReviewWarning[] {
  const paid = others.filter((price) => price > 0);
  const { pricePerTicket: price } = draft;
  const isComparable = price > 0 && paid.length >= LEAST_OTHERS;
  const isFar = isComparable && (price * FAR < Math.min(...paid) || price > FAR * Math.max(...paid));
  return [
    ...(soldOutSums(draft).loss > 0 ? (["loses_money"] as const) : []),
    ...(isFar ? (["unusual_price"] as const) : []),
    ...(isPostDay(draft.endDate) ? [] : (["no_post_day"] as const)),
  ];
}

function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/** Whether the sentence was typed: its letters and digits count, not case, accents or punctuation. */
export function isSameSentence(typed: string, sentence: string): boolean {
  return lettersOf(typed) === lettersOf(sentence);
}
