/** A draw in the API: the specification's field names, prices in pounds. */
import { z } from "zod";
import { CANCEL_REASONS } from "#shared/states.ts";
import { drawDates } from "./dates/draw-dates.ts";
import { PUBLIC_SHAPE, publicJson } from "./fields/facts.ts";
import type { Lottery } from "./lottery.ts";
import { entryCount } from "./purchase/odds.ts";

const pounds = z.number().min(0).describe("Pounds, with two decimals");
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const words = z.object({ en: z.string(), fr: z.string() });

/** A draw in a list. */
export const lotteryShape = z.object({
  id: z.uuid(),
  short_number: z.int(),
  ...PUBLIC_SHAPE,
  tickets_sold: z.int(),
  tickets_held: z.int(),
  free_entries: z.int().describe("Valid entries by post, which come on top of the tickets on sale"),
  odds_entries: z
    .int()
    .describe(
      "What odds are counted among: all tickets on sale, or once sales have closed those that were sold, and the free entries",
    ),
  opens_at: z.iso.datetime(),
  closes_at: z.iso.datetime(),
  last_post_date: day.nullable().describe("The last day on which a postal entry may arrive; null where the draw takes none"),
  earliest_draw_date: day.describe("The first day on which the winner may be drawn"),
  winner_photo_url: z.string().nullable(),
  cancel_reason: z
    .enum(CANCEL_REASONS)
    .nullable()
    .describe("Why it was cancelled; null unless cancelled, and for old cancellations"),
  cancel_note: z.string().nullable().describe("What the operator says of it"),
  cancel_note_fr: z.string().nullable(),
  created_at: z.iso.datetime(),
  lottery_images: z.array(z.object({ id: z.uuid(), image_url: z.string(), display_order: z.int() })),
});

const improvedAt = { at: z.iso.datetime() };
const improvement = z.union([
  z.object({ ...improvedAt, kind: z.literal("value"), from: pounds, to: pounds }),
  z.object({ ...improvedAt, kind: z.literal("note"), text: words }),
  z.object({ ...improvedAt, kind: z.literal("picture"), image_url: z.string() }),
]);
/** A draw on its own, with the additions to its prize. */
export const oneLotteryShape = lotteryShape.extend({
  prize_improvements: z.array(improvement).describe("What was added to the prize since the first order, oldest first"),
});

/** The draw as JSON; excludes the right answer and the winner's account. */
export function lotteryJson(lottery: Lottery, now: Date) {
  const dates = drawDates(lottery);
  return {
    id: lottery.id,
    short_number: lottery.shortNumber,
    ...publicJson(lottery),
    tickets_sold: lottery.ticketsSold,
    tickets_held: lottery.ticketsHeld,
    free_entries: lottery.freeEntries,
    odds_entries: entryCount(lottery, now).entries,
    opens_at: lottery.opensAt.toISOString(),
    closes_at: lottery.closesAt.toISOString(),
    last_post_date: dates.lastPostOn ?? null,
    earliest_draw_date: dates.drawnFrom,
    winner_photo_url: lottery.winnerPhotoUrl ?? null,
    cancel_reason: lottery.cancellation?.reason ?? null,
    cancel_note: lottery.cancellation?.note?.en ?? null,
    cancel_note_fr: lottery.cancellation?.note?.fr ?? null,
    created_at: lottery.createdAt.toISOString(),
    lottery_images: lottery.images.map((image) => ({
      id: image.id,
      image_url: image.picture.url,
      display_order: image.displayOrder,
    })),
  };
}
