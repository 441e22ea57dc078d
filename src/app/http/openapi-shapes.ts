/** The shapes that API calls take and give, as schemas: described at /api/openapi.json, and checked against what the shop really says. */
import { z } from "zod";
import { PUBLIC_SHAPE } from "#features/lotteries/rules/facts.ts";
import { CANCEL_REASONS } from "#shared/states.ts";

const pounds = z.number().min(0).describe("Pounds, with two decimals");
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const text = z.string();

/** Each refusal: a word for API clients and a sentence for people, in the language of `Accept-Language`. */
export const failure = z.looseObject({ error: z.string(), message: z.string() });

/** Of the calls with a key, where the call itself refuses: RFC 9457 besides. */
export const problem = failure.extend({
  type: z.string().optional(),
  title: z.string().optional(),
  status: z.int().optional(),
  detail: z.string().optional(),
});

export const session = z.object({
  access_token: z.string(),
  refresh_token: z.string().nullable().describe("Null where the caller holds it already"),
  token_type: z.literal("bearer"),
  expires_at: z.int().describe("Unix seconds"),
  expires_in: z.int().describe("Seconds"),
  user: z.object({
    id: z.uuid(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
    birth_date: day.nullable(),
    created_at: z.iso.datetime(),
  }),
});

const words = z.object({ en: z.string(), fr: z.string() });
export const lottery = z.object({
  id: z.uuid(),
  short_number: z.int(),
  ...PUBLIC_SHAPE,
  tickets_sold: z.int(),
  tickets_held: z.int(),
  free_entries: z.int().describe("Valid entries by post, which come on top of the tickets on sale"),
  odds_entries: z
    .int()
    .describe(
      "What odds are counted among: all tickets on sale, or once sales have closed those that were sold, and the free entries",
    ),
  closes_at: z.iso.datetime(),
  last_post_date: day.nullable().describe("The last day on which a postal entry may arrive; null where the draw takes none"),
  earliest_draw_date: day.describe("The first day on which the winner may be drawn"),
  winner_photo_url: z.string().nullable(),
  cancel_reason: z
    .enum(CANCEL_REASONS)
    .nullable()
    .describe("Why it was cancelled; null while it stands, and where nobody kept it"),
  cancel_note: z.string().nullable().describe("What the operator says of it"),
  cancel_note_fr: z.string().nullable(),
  created_at: z.iso.datetime(),
  lottery_images: z.array(z.object({ id: z.uuid(), image_url: z.string(), display_order: z.int() })),
});

const improvedAt = { at: z.iso.datetime() };
const improvement = z.union([
  z.object({ ...improvedAt, kind: z.literal("value"), from: pounds, to: pounds }),
  z.object({ ...improvedAt, kind: z.literal("note"), text: words }),
  z.object({ ...improvedAt, kind: z.literal("picture"), image_url: z.string() }),
]);
export const oneLottery = lottery.extend({
  prize_improvements: z.array(improvement).describe("What was added to the prize since the first order, oldest first"),
});

const orderNumber = z.string().describe("As people read it out: KXTM-47GQ");
export const ticket = z.object({
  id: z.string().describe("As printed: CONC-0042-000137"),
  ticket_number: z.int(),
  tag: z.string().describe("The owner's own; published with all others when the draw is frozen"),
  order_number: orderNumber,
  purchase_date: z.iso.datetime(),
  transaction_id: z.string().nullable(),
  user_id: z.uuid(),
  lottery_id: z.uuid(),
  void: z.boolean(),
  suspended: z.boolean().describe("Takes no part while the buyer’s bank looks into the payment"),
  lottery: z.object({ id: z.uuid(), title: z.string(), status: z.string(), price_per_ticket: pounds }),
});

export const credentials = z.object({ email: text, password: text, code: text.optional() });
export const password = z.object({ password: z.string() });
export const proof = z.object({ is_fresh: z.boolean(), takes_code: z.boolean(), takes_passkey: z.boolean() });
export const refresh = z.object({ refresh_token: z.string().min(1).max(200) });
export const registration = z.object({
  email: text,
  password: text,
  first_name: text,
  last_name: text,
  phone: text.describe("any spelling; British where it names no country; stored and answered in E.164, as +447700900123"),
  birth_date: text.describe("yyyy-mm-dd"),
  marketing_opt_in: z.boolean().optional(),
});
const requestKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/)
  .describe("Made by the caller: the same request twice is one purchase, message or campaign");
export const checkout = z.object({
  lotteryId: z.string(),
  userId: z.string().optional().describe("The bearer's own id; another one is refused"),
  lottoName: z.string().optional(),
  tickets: z.object({ quantity: z.number().optional(), unitPrice: pounds.optional() }).optional(),
  answer: z.string().optional().describe("An option's id"),
  promoCode: z.string().max(100).optional(),
  requestKey: requestKey.optional(),
});
export const checkoutPage = z.object({
  orderId: z.uuid(),
  url: z.string().describe("Where the buyer pays, or the result of an order of 0"),
});
export const letter = z.object({
  name: text,
  email: text,
  subject: text,
  message: text,
  complaint: z.boolean().optional(),
  requestKey: requestKey.optional(),
});
export const letterSent = z.object({ success: z.literal(true), message: z.string() });
export const campaign = z.object({
  users: z.array(z.object({ id: z.string() })),
  lottery: z.object({ id: z.string() }),
  template: z.object({ id: z.string() }),
  previewEmail: z.object({ subject: z.string(), content: z.string() }),
  requestKey: requestKey.optional(),
});
export const campaignSent = z.looseObject({
  success: z.literal(true),
  message: z.string(),
  campaignId: z.string(),
  recipients: z.int(),
});
export const eventReceived = z.object({ received: z.literal(true) });
