/** Reading the body of a new page: everything is checked that a real integration can get wrong. */
import { z } from "zod";
import type { PageRecord } from "./records.ts";
import { newId, type Simulation } from "./simulation.ts";

const DAY = 86_400;
const words = z.record(z.string(), z.coerce.string());
const address = z.url().max(255);

const schema = z.object({
  amount: z.int().min(0),
  currency: z.string().regex(/^[A-Z]{3}$/),
  billing: z.object({ address: z.object({ country: z.string().regex(/^[A-Z]{2}$/) }) }),
  success_url: address,
  cancel_url: address,
  failure_url: address,
  reference: z.string().max(50).optional(),
  description: z.string().max(100).optional(),
  display_name: z.string().optional(),
  customer: z.object({ email: z.email().optional(), name: z.string().optional() }).optional(),
  products: z.array(z.object({ name: z.string(), quantity: z.int().min(1), price: z.int().min(0) })).default([]),
  processing_channel_id: z
    .string()
    .regex(/^pc_\w{26}$/)
    .optional(),
  locale: z.string().optional(),
  capture: z.boolean().default(true),
  metadata: words.default({}),
});

/** @returns the page, or the provider's error codes */
export function readPage(sim: Simulation, body: unknown): PageRecord | readonly string[] {
  const read = schema.safeParse(body);
  if (!read.success) return [...new Set(read.error.issues.map(({ path }) => `${path.join("_")}_invalid`))];
  const { data } = read;
  const created = sim.clock.seconds();
  return {
    id: newId("hpp"),
    created,
    expiresAt: created + DAY,
    amount: data.amount,
    currency: data.currency,
    reference: data.reference ?? null,
    description: data.description ?? null,
    displayName: data.display_name ?? null,
    email: data.customer?.email ?? null,
    country: data.billing.address.country,
    products: data.products,
    successUrl: data.success_url,
    cancelUrl: data.cancel_url,
    failureUrl: data.failure_url,
    locale: data.locale ?? null,
    captures: data.capture,
    metadata: data.metadata,
    payment: null,
  };
}

export const askedFor = z.object({
  amount: z.int().min(1).optional(),
  reference: z.string().max(80).optional(),
  metadata: words.optional(),
});
