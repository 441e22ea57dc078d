/** Table catalogue: tables of the feature orders. */
import { ALL, columns, GROWS, NEVER_CHANGES, NEVER_GOES, type Tables } from "./table.ts";

export const orders = {
  orders: {
    rights: NEVER_GOES,
    wipe: "goes",
    exported:
      "id order_number lottery_id user_id kind state quantity pack unit_price_pence percent_off discount_pence total_pence promotion_id answer first_ticket_number captured_pence refunded_pence returning_pence disputed_pence charged_back_pence provider payment_intent_id payment_session_id card_funding credit_blocked terms_version locale pay_by created_at settled_at ended_at tickets_refunded",
  },
  network_holds: {
    rights: ALL,
    wipe: "goes",
    notExported: "Payments under way.",
  },
  // A trigger refuses other changes after the freeze.
  tickets: {
    rights: { insert: true, update: columns("void_at suspended_at") },
    wipe: "goes",
    exported: "lottery_id ticket_number order_id user_id tag purchase_date suspended_at void_at",
  },
  participants: {
    rights: NEVER_GOES,
    wipe: "goes",
    notExported: "Counts the valid tickets of each person and draw.",
  },
  payment_events: {
    rights: { insert: true, update: columns("processed_at order_id") },
    wipe: "goes",
    notExported: "What the provider's webhooks said; the provider keeps them.",
  },
  refunds: {
    rights: NEVER_GOES,
    wipe: "goes",
    exported:
      "id order_id amount_pence reason state by_shop provider_refund_id created_at sent_at done_at failed_at failure_reason attempts refusals last_error ticket_numbers is_replaced",
  },
  // The provider's reference to the payment is immutable.
  disputes: {
    rights: {
      insert: true,
      update: columns(
        "standing status reason amount_pence withdrawn_pence fee_pence due_by is_submitted after_freeze checked_at closed_at opened_at",
      ),
    },
    wipe: "goes",
    exported:
      "id order_id provider_id standing status reason amount_pence withdrawn_pence fee_pence opened_at due_by is_submitted after_freeze checked_at closed_at",
  },
  dispute_notes: {
    rights: ALL,
    wipe: "goes",
    retentionMonths: 12,
    exported: "dispute_id note saved_at saved_by",
  },
  // The files themselves are downloaded from the page of the dispute.
  dispute_files: {
    rights: NEVER_CHANGES,
    wipe: "goes",
    retentionMonths: 12,
    exported: "id dispute_id kind name type bytes added_at added_by",
  },
  dispute_submissions: {
    rights: ALL,
    wipe: "goes",
    exported: "dispute_id stage state is_by_hand attempts started_at sent_by sent_at reply failure",
  },
  postal_cards: {
    rights: NEVER_CHANGES,
    wipe: "goes",
    retentionMonths: 6,
    exported: "order_id first_name last_name address county birth_date email phone posted_on received_on keyed_at keyed_by",
  },
  new_order_splits: {
    rights: GROWS,
    wipe: "stays",
    exported: "version rules stopped saved_at saved_by",
  },
  provider_troubles: {
    rights: NEVER_GOES,
    wipe: "goes",
    notExported: "Who opened no payment page lately.",
  },
} satisfies Tables;
