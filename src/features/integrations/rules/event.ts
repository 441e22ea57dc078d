/** The webhook events and their payloads. Database triggers write them (`tell_webhooks` in migrations/). */
import { z } from "zod";
import { CANCEL_REASONS, DISPUTE_STANDINGS, LOTTERY_STATUSES, PAID_ORDER_STATES, SALES_STATES } from "#shared/states.ts";

const pounds = z.number().min(0).describe("Pounds, with two decimals");

const order = z.strictObject({
  order_id: z.uuid(),
  order_number: z.string(),
  draw_id: z.uuid(),
  user_id: z.uuid(),
  state: z.enum(PAID_ORDER_STATES),
  quantity: z.int(),
  total: pounds,
  refunded: pounds.describe("The total refunded so far"),
});

const draw = z.strictObject({
  draw_id: z.uuid(),
  short_number: z.int(),
  title: z.string(),
  status: z.enum(LOTTERY_STATUSES),
  sales_state: z.enum(SALES_STATES),
  tickets_sold: z.int(),
});
const winner = { ticket_number: z.int(), user_id: z.uuid() };

/** Payloads contain ids but no personal data. `says`: the description in both languages. */
export const EVENTS = {
  "order.paid": {
    says: { en: "An order is paid and has its tickets", fr: "Une commande est payée et ses tickets sont émis" },
    data: order,
  },
  "order.refunded": {
    says: {
      en: "An order was refunded, in whole or in part, or a refund came back",
      fr: "Une commande a été remboursée, en tout ou en partie, ou un remboursement a été rejeté",
    },
    data: order,
  },
  "order.disputed": {
    says: { en: "A bank questions a payment, or has decided", fr: "Une banque conteste un paiement, ou a tranché" },
    data: order.extend({ dispute_id: z.uuid(), standing: z.enum(DISPUTE_STANDINGS), disputed: pounds }),
  },
  "draw.published": { says: { en: "A draw is on sale", fr: "Un tirage est en vente" }, data: draw },
  "draw.closed": {
    says: { en: "A draw’s entries are final", fr: "Les participations d’un tirage sont définitives" },
    data: draw,
  },
  "draw.drawn": {
    says: { en: "A draw has its winner", fr: "Un tirage a son gagnant" },
    data: draw.extend({
      ...winner,
      prizes: z
        .array(z.strictObject({ prize: z.int().min(1), ...winner }))
        .describe("The winner of each prize, the first one included; prizes without a winner are missing"),
    }),
  },
  "winner.changed": {
    says: { en: "A draw has another winner", fr: "Un tirage a un autre gagnant" },
    data: draw.extend({
      ...winner,
      reason: z.string().nullable(),
      prize: z.int().min(1).describe("Which prize has another winner, counted from 1"),
    }),
  },
  "draw.called_off": {
    says: { en: "A draw is cancelled, and buyers are refunded", fr: "Un tirage est annulé, les acheteurs sont remboursés" },
    data: draw.extend({ reason: z.enum(CANCEL_REASONS).nullable() }),
  },
} as const;
export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];

/** Type of the event that staff send to one endpoint as a test. */
export const TEST_EVENT = "webhook.test";

/** Schema of a message. */
export function envelope(type: string, data: z.ZodType) {
  return z.strictObject({
    type: z.literal(type),
    timestamp: z.iso.datetime().describe("When it happened"),
    sequence: z.int().describe("Grows with each event of the same order or draw: what comes late is known by it"),
    data,
    test: z
      .literal(true)
      .optional()
      .describe("Only in test mode: nothing of it is real, and it is wiped when the shop goes live"),
  });
}

/** Whether a text names an event. */
export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENTS, text);
}
