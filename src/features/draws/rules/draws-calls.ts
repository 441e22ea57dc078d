/** GET /api/participants and GET /api/winners, for API clients with a key. */
import { z } from "zod";
import { idCursor, momentCursor } from "#features/integrations/rules/page-query.ts";

/** Scope, query and cursor of GET /api/participants. */
export const PARTICIPANTS_CALL = {
  scope: "draws.export",
  query: { draw_id: z.uuid().describe("The draw") },
  cursor: idCursor,
} as const;

/** A participant in the reply. */
export const participantRow = z.strictObject({
  user_id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  tickets: z.int().describe("Valid ones"),
  suspended: z.int().describe("How many of these take no part, because a bank looks into their payment"),
});
/** See `participantRow`. */
export type ParticipantCallRow = z.infer<typeof participantRow>;

/** Scope, query and cursor of GET /api/winners. */
export const WINNERS_CALL = { scope: "winners.read", query: {}, cursor: momentCursor } as const;

const stepTime = z.iso.datetime().nullable();
const steps = { contacted_at: stepTime, confirmed_at: stepTime, delivered_at: stepTime };
/** The winners of a draw in the reply. */
export const winnerRow = z.strictObject({
  draw_id: z.uuid(),
  ticket_number: z.int().describe("The ticket that wins the first prize now"),
  user_id: z.uuid(),
  drawn_at: z.iso.datetime(),
  ...steps,
  prizes: z
    .array(z.strictObject({ prize: z.int().min(1), ticket_number: z.int(), user_id: z.uuid(), ...steps }))
    .describe("The winner of each prize, the first one included; prizes without a winner are missing"),
});
/** See `winnerRow`. */
export type WinnerCallRow = z.infer<typeof winnerRow>;
