/** Table catalogue: tables of the feature lotteries. */
import { ALL, columns, GROWS, type Tables } from "./table.ts";

export const lotteries = {
  // Draws on sale stay, with nothing sold; closed ones become new drafts.
  lotteries: {
    rights: ALL,
    wipe: "partly",
    exported:
      "id short_number title title_fr description description_fr car cash_alternative_pence cash_choice_days charity status sales_state price_per_ticket_pence price_value_pence further_prizes one_prize_a_person tickets_available tickets_sold tickets_held last_ticket_number max_tickets_per_person packs takes_free_entries start_date start_time end_date end_time opens_at closes_at quiz quiz_right_option publish_at draws_by_itself winner_id winner_photo_url cancel_reason cancel_note cancel_note_fr archived_at version created_at updated_at",
  },
  lottery_images: {
    rights: ALL,
    wipe: "partly",
    exported: "id lottery_id image_url display_order width height widths file_hashes placeholder",
  },
  focal_points: {
    rights: ALL,
    wipe: "stays",
    exported: "picture_url x y",
  },
  prize_improvements: {
    rights: GROWS,
    wipe: "partly",
    exported: "id lottery_id kind from_pence to_pence image_url note_en note_fr by_admin at",
  },
  // A forgotten test promotion would make purchases free.
  promotions: {
    rights: GROWS,
    wipe: "goes",
    exported: "id code percent_off expires_at created_at",
  },
  // Another winner gets a row of their own; name and county follow the profile.
  winner_records: {
    rights: { insert: true, update: columns("first_name last_name county"), delete: true },
    wipe: "goes",
    retentionMonths: 24,
    exported: "lottery_id place user_id first_name last_name county won_at",
  },
  // Of further prizes. Another winner, or one who objects, has none.
  winner_photos: {
    rights: ALL,
    wipe: "goes",
    exported: "lottery_id place user_id url",
  },
  // Imported from another platform. Their people are deleted too: both are imported again.
  past_draws: {
    rights: ALL,
    wipe: "goes",
    exported:
      "id reference platform title title_fr prize prize_fr prize_value_pence ticket_price_pence tickets last_ticket closed_on drawn_on winning_ticket winner_name evidence_url imported_at imported_from",
  },
  past_tickets: {
    rights: { insert: true, update: columns("user_id is_forgotten"), delete: true },
    wipe: "goes",
    exported: "past_draw_id ticket_number user_id is_forgotten",
  },
} satisfies Tables;
