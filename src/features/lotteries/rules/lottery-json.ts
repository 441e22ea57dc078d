/** A lottery as programs read it: the specification's field names, prices in pounds. */
import { toPounds } from "#shared/money.ts";
import type { Lottery } from "./lottery.ts";
import { entryCount } from "./odds.ts";

/** A draw in the specification's names, as programs read it; prices in pounds. Neither the right answer nor the winner's account is in it. */
export function lotteryJson(lottery: Lottery, now: Date) {
  return {
    id: lottery.id,
    short_number: lottery.shortNumber,
    title: lottery.title.en,
    title_fr: lottery.title.fr ?? null,
    description: lottery.description.en,
    description_fr: lottery.description.fr ?? null,
    price_per_ticket: toPounds(lottery.pricePerTicket),
    price_value: toPounds(lottery.priceValue),
    tickets_available: lottery.ticketsAvailable,
    tickets_sold: lottery.ticketsSold,
    tickets_held: lottery.ticketsHeld,
    free_entries: lottery.freeEntries,
    odds_entries: entryCount(lottery, now).entries,
    max_tickets_per_person: lottery.maxPerPerson ?? null,
    start_date: lottery.startDate,
    end_date: lottery.endDate,
    closes_at: lottery.closesAt.toISOString(),
    status: lottery.status,
    winner_photo_url: lottery.winnerPhotoUrl ?? null,
    created_at: lottery.createdAt.toISOString(),
    quiz: lottery.quiz,
    lottery_images: lottery.images.map((image) => ({
      id: image.id,
      image_url: image.picture.url,
      display_order: image.displayOrder,
    })),
  };
}
