/** An event as Stripe's wire shows it, with its thing as it was at that moment. */
import type { EventRecord } from "../ledger/records.ts";
import type { Wire } from "./wire.ts";

/** The version of Stripe's API that everything here is shaped after. */
export const API_VERSION = "2026-10-28.endive";

/** `pending` says how many receivers have not yet taken it. */
export function wireEvent(event: EventRecord, wire: Wire, pending: 0 | 1): Record<string, unknown> {
  return {
    id: event.id,
    object: "event",
    api_version: API_VERSION,
    created: event.created,
    data: { object: wire(event.snapshot), ...(event.previous !== null && { previous_attributes: event.previous }) },
    livemode: wire.livemode,
    pending_webhooks: pending,
    request: { id: event.request?.id ?? null, idempotency_key: event.request?.idempotencyKey ?? null },
    type: event.type,
  };
}
