/** The part of a draw that the live page does not poll. */
import type { DrawRecord } from "../../rules/draw-record.ts";

/** What the live page says of a draw in the reader's language; the rest is polled. */
export type ShownDraw = Pick<
  DrawRecord,
  "id" | "shortNumber" | "title" | "priceValue" | "picture" | "opens" | "closesAt" | "dates" | "furtherPrizes"
>;
