/** Table catalogue: tables of the feature draws. */
import { columns, GROWS, type Tables } from "./table.ts";

export const draws = {
  // Committed columns are missing here; a trigger protects the result once it is written.
  draws: {
    rights: {
      insert: true,
      update: columns(
        "beacon_signature beacon_randomness seed drawn_at prize_contacted_at prize_confirmed_at prize_delivered_at prize_checked_at prize_check_document prize_checked_by prize_choice prize_chosen_at prize_chosen_by prize_cash_reference video_url",
      ),
    },
    wipe: "goes",
    exported:
      "lottery_id algorithm chain_hash chain is_demo closed_at frozen_at entries_sha256 merkle_root n left_out prizes prize_count one_prize_a_person round commitment prize_document prize_sha256 early_reason beacon_signature beacon_randomness seed drawn_at prize_contacted_at prize_confirmed_at prize_delivered_at prize_checked_at prize_check_document prize_checked_by prize_choice prize_chosen_at prize_chosen_by prize_cash_reference video_url",
  },
  draw_blocks: {
    rights: GROWS,
    wipe: "goes",
    notExported: "Computed from the tickets, to prove single ones quickly.",
  },
  draw_log: {
    rights: GROWS,
    wipe: "goes",
    exported: "sequence lottery_id commitment at",
  },
  draw_timestamps: {
    rights: GROWS,
    wipe: "goes",
    exported: "lottery_id url authority stamped_at token",
  },
  draw_picks: {
    rights: GROWS,
    wipe: "goes",
    exported: "lottery_id pick ticket_number passed_over",
  },
  // Of the prizes after the first one; a row each with the result.
  prize_handovers: {
    rights: {
      insert: true,
      update: columns(
        "prize_contacted_at prize_confirmed_at prize_delivered_at prize_checked_at prize_check_document prize_checked_by",
      ),
    },
    wipe: "goes",
    exported:
      "lottery_id place prize_contacted_at prize_confirmed_at prize_delivered_at prize_checked_at prize_check_document prize_checked_by",
  },
  draw_requests: {
    rights: GROWS,
    wipe: "goes",
    exported: "lottery_id asked_at by_admin early_reason early_reason_fr",
  },
  winner_changes: {
    rights: GROWS,
    wipe: "goes",
    exported: "id lottery_id place ticket_number reason reason_fr reason_code by_admin at",
  },
} satisfies Tables;
