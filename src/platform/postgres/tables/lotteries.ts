import { ALL, columns, FORM_KEY, GROWS, type Tables } from "./table.ts";

export const lotteries = {
  // Draws that are still on sale stay, with nothing sold; those that are over begin anew as drafts.
  lotteries: {
    rights: ALL,
    wipe: "partly",
    about:
      "A draw, from draft to end: the prize, its dates, its stock. A field that the form of a draw has gained since stands behind these, under its column's name.",
    exported:
      "id short_number title title_fr description description_fr status sales_state price_per_ticket_pence price_value_pence tickets_available tickets_sold tickets_held last_ticket_number max_tickets_per_person takes_free_entries start_date end_date opens_at closes_at quiz quiz_right_option draws_by_itself winner_id winner_photo_url cancel_reason cancel_note cancel_note_fr version created_at updated_at",
    notes: {
      id: "UUID; the address of its page",
      short_number: "the number in ticket numbers: `CONC-0042-000001` is ticket 1 of draw 42",
      title_fr: "in French; empty: as in English",
      description_fr: "in French; empty: as in English",
      status: "`draft`, `active`, `completed` or `cancelled`",
      sales_state: "`open`, `closing`, `closed`, `drawn` or `cancelled`",
      tickets_available: "tickets on sale in all",
      tickets_sold: "valid tickets of paid orders",
      tickets_held: "tickets that somebody is paying for",
      last_ticket_number: "the highest number given, paid and free in one sequence",
      max_tickets_per_person: "most that one person may buy; empty: no limit",
      start_date: "first day of sales, London",
      end_date: "last day of sales, London",
      opens_at: "the instant at which sales open",
      closes_at: "the instant at which sales close",
      quiz: "the question, `{question: {en, fr}, options: [{id, en, fr}]}`",
      quiz_right_option: "the `id` of the right option",
      draws_by_itself: "whether the winner is drawn without anybody asking",
      winner_photo_url: "the winner's photo, a file of `pictures/`",
      cancel_reason: "why it was cancelled, from the published list",
      version: "grows with each change of the form",
      updated_at: "when it was last changed",
    },
    without: {
      request_key: FORM_KEY,
      held_by_newcomers: "Counts payments under way.",
    },
  },
  lottery_images: {
    rights: ALL,
    wipe: "partly",
    about: "Pictures of a prize.",
    exported: "id lottery_id image_url display_order width height widths file_hashes placeholder",
    notes: {
      image_url: "`/media/NAME`: its files in `pictures/` begin with NAME and a dash",
      display_order: "from 0",
      widths: "the widths in which there are files",
      file_hashes: "SHA-256 of each file, by the end of its name",
      placeholder: "a tiny preview, as a data address",
    },
  },
  focal_points: {
    rights: ALL,
    wipe: "stays",
    about: "The part of a picture that stays in sight where a page crops it.",
    exported: "picture_url x y",
    notes: {
      picture_url: "`/media/NAME`, a picture or winner's photo",
      x: "percent from the left edge, 0 to 100",
      y: "percent from the upper edge, 0 to 100",
    },
  },
  prize_improvements: {
    rights: GROWS,
    wipe: "partly",
    about: "How a prize got better after the first order.",
    exported: "id lottery_id kind from_pence to_pence image_url note_en note_fr by_admin at",
    notes: {
      image_url: "a picture that was added",
    },
    without: {
      request_key: FORM_KEY,
    },
  },
  // One that was made to try a purchase for nothing would be forgotten.
  promotions: {
    rights: GROWS,
    wipe: "goes",
    about: "Codes of campaigns.",
    exported: "id code percent_off expires_at created_at",
  },
  // Whoever wins instead has a row of their own; name and county follow the profile.
  winner_records: {
    rights: { insert: true, update: columns("first_name last_name county"), delete: true },
    wipe: "goes",
    retentionMonths: 24,
    about: "Who won, kept apart for the Advertising Standards Authority.",
    exported: "lottery_id user_id first_name last_name county won_at",
  },
  // As the files of another platform tell of them.
  // The people whose they are go, too: both are imported again.
  past_draws: {
    rights: ALL,
    wipe: "goes",
    about:
      "Draws that another platform held, as its files told of them ([import](import.md#draws)). No other table rests on them.",
    exported:
      "id reference platform title title_fr prize prize_fr prize_value_pence ticket_price_pence tickets last_ticket closed_on drawn_on winning_ticket winner_name evidence_url imported_at imported_from",
    notes: {
      reference: "what the other platform called it",
      title_fr: "title in French, if it has one",
      prize_value_pence: "what it was worth, if that is known",
      ticket_price_pence: "what a ticket cost there, if that is known",
      last_ticket: "the highest number there was",
      closed_on: "day on which sales closed",
      drawn_on: "day on which the winner was drawn",
      winner_name: "as the other platform published it; empty where the winner has left, too",
      evidence_url: "page of the other platform about the draw",
      imported_at: "when a file last wrote it",
    },
  },
  past_tickets: {
    rights: { insert: true, update: columns("user_id is_forgotten"), delete: true },
    wipe: "goes",
    about: "Tickets of those draws.",
    exported: "past_draw_id ticket_number user_id is_forgotten",
    notes: {
      user_id: "whose it was, if they are known here",
      is_forgotten: "whether whoever had it has erased their account since",
    },
  },
} satisfies Tables;
