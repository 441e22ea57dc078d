/** GET /api/orders and GET /api/entries, for API clients with a key: without personal data. */
import { z } from "zod";
import { momentCursor, numberCursor } from "#features/integrations/rules/page-query.ts";
import { ORDER_STATES } from "#shared/states.ts";

const pounds = z.number().describe("Pounds, with two decimals");

/** Scope, query and cursor of GET /api/orders. */
export const ORDERS_CALL = {
  scope: "orders.read",
  query: {
    draw_id: z.uuid().optional().describe("Only orders of this draw"),
    state: z.enum(ORDER_STATES).optional().describe("Only orders in this state"),
  },
  cursor: momentCursor,
} as const;

/** An order in the reply. */
export const orderRow = z.strictObject({
  id: z.uuid(),
  order_number: z.string(),
  kind: z.enum(["paid", "free"]),
  state: z.enum(ORDER_STATES),
  draw_id: z.uuid(),
  user_id: z.uuid(),
  quantity: z.int(),
  total: pounds,
  refunded: pounds,
  first_ticket_number: z.int().nullable(),
  created_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
});
/** See `orderRow`. */
export type OrderCallRow = z.infer<typeof orderRow>;

/** Scope, query and cursor of GET /api/entries. */
export const ENTRIES_CALL = {
  scope: "entries.read",
  query: { draw_id: z.uuid().describe("The draw") },
  cursor: numberCursor,
} as const;

/** A ticket in the reply. */
export const entryRow = z.strictObject({
  ticket_number: z.int(),
  order_id: z.uuid(),
  user_id: z.uuid(),
  kind: z.enum(["paid", "free"]),
  state: z.enum(["valid", "suspended", "void"]),
  entered_at: z.iso.datetime(),
});
/** See `entryRow`. */
export type EntryCallRow = z.infer<typeof entryRow>;
