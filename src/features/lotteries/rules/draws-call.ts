/** GET /api/draws: all draws with their sales, including drafts, for API clients with a key. */
import { z } from "zod";
import { momentCursor } from "#features/integrations/rules/page-query.ts";
import { LOTTERY_STATUSES, SALES_STATES } from "#shared/states.ts";

export const DRAWS_CALL = {
  scope: "draws.read",
  query: { status: z.enum(LOTTERY_STATUSES).optional().describe("Those of one status") },
  cursor: momentCursor,
} as const;

export const drawRow = z.strictObject({
  id: z.uuid(),
  short_number: z.int(),
  title: z.string(),
  status: z.enum(LOTTERY_STATUSES),
  sales_state: z.enum(SALES_STATES),
  price_per_ticket: z.number().describe("Pounds, with two decimals"),
  tickets_available: z.int().describe("On sale in all"),
  tickets_sold: z.int(),
  tickets_held: z.int(),
  opens_at: z.iso.datetime(),
  closes_at: z.iso.datetime(),
  last_post_date: z.iso
    .date()
    .nullable()
    .describe("The last day on which a postal entry may arrive; null where the draw takes none"),
  earliest_draw_date: z.iso.date().describe("The first day on which the winner may be drawn"),
  created_at: z.iso.datetime(),
});
export type DrawRow = z.infer<typeof drawRow>;
