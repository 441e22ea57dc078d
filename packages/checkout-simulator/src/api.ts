/** The simulated calls of the provider's API. */
import { randomUUID, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Bindings } from "@concours/simulator-kit/serve";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { type Asked, ask, problemWith } from "./act.ts";
import { disputeFacts } from "./events.ts";
import { createEvidenceApi } from "./evidence.ts";
import type { Change } from "./ledger.ts";
import type { DisputeRecord, PageRecord, PaymentRecord } from "./records.ts";
import { Refused } from "./refused.ts";
import { newId, type Simulation } from "./simulation.ts";
import { wireAction, wirePage, wirePageLinks, wirePayment } from "./wire.ts";

const SESSION_SECONDS = 15 * 60;
const MOST_LISTED = 100;

export function createApi(sim: Simulation, secretKey: string): Hono<Bindings> {
  const { ledger } = sim;
  const api = new Hono<Bindings>();
  api.use(async ({ req, res }, next) => {
    checkKey(req.header("authorization"), secretKey);
    await admit(sim);
    await next();
    res.headers.set("cko-request-id", randomUUID());
  });
  api.onError((error) => {
    if (!(error instanceof Refused)) throw error;
    const { status, codes } = error;
    if (status !== 422) return new Response(null, { status });
    return Response.json({ request_id: randomUUID(), error_type: "request_invalid", error_codes: codes }, { status });
  });

  api.post("/hosted-payments", async (context) => {
    const page = readPage(sim, await context.req.json());
    if (!("id" in page)) throw new Refused(422, ...page);
    await sim.commit([["page", page]]);
    return context.json({ id: page.id, reference: page.reference, _links: wirePageLinks(sim, page) }, 201);
  });
  api.get("/hosted-payments/:id", (context) => context.json(wirePage(sim, found(ledger.pages.get(context.req.param("id"))))));

  api.get("/payments", (context) => {
    const { reference, limit = "10", skip = "0" } = context.req.query();
    if (reference === undefined) throw new Refused(422, "reference_required");
    const seen = sim.clock.seconds() - sim.knobs.settings.lagSeconds;
    const all = [...ledger.payments.values()]
      .filter((payment) => payment.reference === reference && payment.created <= seen)
      .toReversed();
    const data = all
      .slice(Number(skip), Number(skip) + Math.min(Number(limit), MOST_LISTED))
      .map((each) => wirePayment(sim, each));
    return context.json({ total_count: all.length, skip: Number(skip), limit: Number(limit), data });
  });
  api.get("/payments/:id", (context) => context.json(wirePayment(sim, findPayment(sim, context.req.param("id")))));
  api.get("/payments/:id/actions", (context) => {
    const { id } = findPayment(sim, context.req.param("id"));
    return context.json(ledger.actionsOf(id).map(wireAction));
  });
  for (const [path, type] of [
    ["captures", "Capture"],
    ["voids", "Void"],
    ["refunds", "Refund"],
  ] as const)
    api.post(`/payments/:id/${path}`, (context) => takeAction(sim, context, type));

  const wireDispute = (each: DisputeRecord) => disputeFacts(each, found(ledger.payments.get(each.payment)));
  api.get("/disputes", (context) => {
    const { payment_id: payment, from, to } = context.req.query();
    const within = ({ created }: DisputeRecord) =>
      (from === undefined || created * 1000 >= Date.parse(from)) && (to === undefined || created * 1000 <= Date.parse(to));
    const data = [...ledger.disputes.values()].filter(
      (each) => (payment === undefined || each.payment === payment) && within(each),
    );
    return context.json({ total_count: data.length, data: data.toReversed().map(wireDispute) });
  });
  api.get("/disputes/:id", (context) => context.json(wireDispute(found(ledger.disputes.get(context.req.param("id"))))));
  api.route("/", createEvidenceApi(sim));
  return api;
}

/** Stores the answer of a successful call by its idempotency key; a refused call stores nothing. */
async function takeAction(sim: Simulation, context: Context<Bindings>, type: Asked["type"]): Promise<Response> {
  const key = context.req.header("cko-idempotency-key");
  const text = await context.req.text();
  const stored = key === undefined ? undefined : sim.ledger.key(key);
  if (stored) return Response.json(stored.body, { status: stored.status });
  const payment = findPayment(sim, context.req.param("id") ?? "");
  const read = askedFor.safeParse(text === "" ? {} : JSON.parse(text));
  if (!read.success) throw new Refused(422, "amount_invalid");
  const {
    amount = type === "Refund" ? payment.captured - payment.refunded : payment.amount,
    reference = null,
    metadata = {},
  } = read.data;
  const asked: Asked = { type, amount, reference, metadata };
  const problem = problemWith(sim, payment, asked);
  if (problem) throw problem === "forbidden" ? new Refused(403) : new Refused(422, problem);
  const { action, changes } = ask(sim, payment, asked);
  const body = {
    action_id: action.id,
    reference: action.reference,
    _links: { payment: { href: `${sim.publicUrl()}/payments/${payment.id}` } },
  };
  const keyChange: Change[] = key === undefined ? [] : [["key", { id: key, created: sim.clock.seconds(), status: 202, body }]];
  await sim.commit([...changes, ...keyChange]);
  return Response.json(body, { status: 202 });
}

/** Finds a payment by its id, or for 15 minutes by the session id in the success URL. */
function findPayment(sim: Simulation, id: string): PaymentRecord {
  const isNew = ({ session, created }: PaymentRecord) => session === id && created > sim.clock.seconds() - SESSION_SECONDS;
  return found(sim.ledger.payments.get(id) ?? [...sim.ledger.payments.values()].find(isNew));
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Refused(404);
  return record;
}

function checkKey(authorization: string | undefined, secretKey: string): void {
  const wanted = Buffer.from(`Bearer ${secretKey}`);
  const given = Buffer.from(authorization ?? "");
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Refused(401);
}

async function admit({ knobs }: Simulation): Promise<void> {
  if (knobs.settings.delayMs > 0) await wait(knobs.settings.delayMs);
  if (knobs.strikes(knobs.settings.tooMany)) throw new Refused(429);
  if (knobs.strikes(knobs.settings.refuse)) throw new Refused(500);
}

const DAY = 86_400;
const words = z.record(z.string(), z.coerce.string());
const address = z.url().max(255);

/** Validates the fields of a new page that an integration can get wrong. */
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
function readPage(sim: Simulation, body: unknown): PageRecord | readonly string[] {
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

const askedFor = z.object({
  amount: z.int().min(1).optional(),
  reference: z.string().max(80).optional(),
  metadata: words.optional(),
});
