/** A lottery as API clients read it: the specification's field names, prices in pounds. */
import { drawDates } from "./draw-dates.ts";
import { publicJson } from "./facts.ts";
import type { Lottery } from "./lottery.ts";
import { entryCount } from "./odds.ts";

/** A draw in the specification's names, as API clients read it; prices in pounds. Neither the right answer nor the winner's account is in it. */
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
