import { columns, GROWS, type Tables } from "./table.ts";

export const draws = {
  // What was committed to has no column here; a trigger keeps the result once it is there.
  draws: {
    rights: {
      insert: true,
      update: columns(
        "beacon_signature beacon_randomness seed drawn_at prize_contacted_at prize_confirmed_at prize_delivered_at prize_checked_at prize_check_document prize_checked_by",
      ),
    },
    wipe: "goes",
    about: "The proof of a draw, from the sealing of its entry list. [The protocol](draw-protocol.md) explains each value.",
    exported:
      "lottery_id algorithm chain_hash chain is_demo closed_at frozen_at entries_sha256 merkle_root n left_out prizes round commitment prize_document prize_sha256 early_reason beacon_signature beacon_randomness seed drawn_at prize_contacted_at prize_confirmed_at prize_delivered_at prize_checked_at prize_check_document prize_checked_by",
    notes: {
      algorithm: "`pdraw/1` or `pdraw/2`",
      chain_hash: "the beacon that was committed to",
      chain: "that beacon, described whole",
      is_demo: "whether it was the demonstration's beacon, which proves nothing",
      closed_at: "Unix second of the sealing, as committed",
      frozen_at: "the same instant, exactly",
      entries_sha256: "SHA-256 of `entries.csv`",
      merkle_root: "root of the tree over its lines",
      left_out: "tickets left out because a bank held their payment",
      prizes: "how many tickets were picked: the winner and up to three reserves",
      round: "the beacon's round that decides",
      prize_document: "the prize as advertised, byte for byte",
      prize_sha256: "its SHA-256",
      early_reason: "why it was drawn before its time",
      seed: "what the picks follow from",
      drawn_at: "when the winner was known",
      prize_contacted_at: "when the winner was reached",
      prize_delivered_at: "when the prize was handed over",
      prize_checked_at: "when proof of age and identity was seen",
      prize_check_document: "by which kind of document",
      prize_checked_by: "by whom of the staff",
    },
  },
  draw_blocks: {
    rights: GROWS,
    wipe: "goes",
    notExported: "Computed from the tickets, to prove single ones quickly.",
  },
  draw_log: {
    rights: GROWS,
    wipe: "goes",
    about: "The public log of sealed lists, without gaps.",
    exported: "sequence lottery_id commitment at",
    notes: {
      sequence: "from 1",
    },
  },
  draw_timestamps: {
    rights: GROWS,
    wipe: "goes",
    about: "Time-stamps of outside authorities over the commitment.",
    exported: "lottery_id url authority stamped_at token",
    notes: {
      authority: "the name in the certificate",
      stamped_at: "what that authority's clock said",
      token: "the token (RFC 3161), in hex",
    },
  },
  draw_picks: {
    rights: GROWS,
    wipe: "goes",
    about: "The tickets that were picked.",
    exported: "lottery_id pick ticket_number",
    notes: {
      pick: "0 for the winner, 1 to 3 for the reserves",
    },
  },
  draw_requests: {
    rights: GROWS,
    wipe: "goes",
    about: "Who asked for a winner.",
    exported: "lottery_id asked_at by_admin early_reason early_reason_fr",
    notes: {
      by_admin: "who of the staff; empty: the command line or the clock",
      early_reason: "why before its time, as published",
    },
  },
  winner_changes: {
    rights: GROWS,
    wipe: "goes",
    about: "Winners who were followed by another ticket, as published.",
    exported: "id lottery_id ticket_number reason reason_fr reason_code by_admin at",
    notes: {
      ticket_number: "the ticket that wins instead",
      reason_code: "`unreachable`, `declined`, `ineligible`, `terms_broken` or `payment_reversed`",
    },
  },
} satisfies Tables;
