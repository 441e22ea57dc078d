/** A running simulator for tests, with the real SDK and a webhook receiver that both validate all JSON. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { type SimulatorOptions, type StripeSimulator, startStripeSimulator } from "./start-simulator.ts";
import { judgeAnswer, judgeRequest } from "./stripe-schema.fixture.ts";

export const SECRET_KEY = "sk_test_fixture";
export const WEBHOOK_SECRET = "whsec_fixture";

export type Running = {
  readonly simulator: StripeSimulator;
  readonly stripe: Stripe;
  /** Calls a control. */
  control(path: string, body?: unknown): Promise<{ status: number; json: Record<string, unknown> }>;
};

/** Starts a simulator, and stops it after the test. */
export async function startForTest(options: Partial<SimulatorOptions> = {}): Promise<Running> {
  const simulator = await startStripeSimulator({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, ...options });
  onTestFinished(() => simulator.stop());
  return { simulator, stripe: connect(simulator.port), control: (path, body) => callControl(simulator.url, path, body) };
}

/** The SDK with validation of every request and answer. */
export function connect(port: number, config: { apiKey?: string; maxNetworkRetries?: number } = {}): Stripe {
  const watched: typeof fetch = async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    if (init?.method === "POST") judgeRequest(url.pathname, String(init.body ?? ""));
    const response = await fetch(input, init);
    judgeAnswer(JSON.parse(await response.clone().text()));
    return response;
  };
  return new Stripe(config.apiKey ?? SECRET_KEY, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: config.maxNetworkRetries ?? 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(watched),
  });
}

export async function callControl(
  base: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${base}/_simulator/${path}`, init);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** A session of £637.29 in one line, with the test's changes. */
export function sessionParams(over: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    line_items: [{ quantity: 1, price_data: { currency: "gbp", unit_amount: 63_729, product_data: { name: "25 tickets" } } }],
    success_url: "http://shop.example/success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://shop.example/?canceled=true",
    metadata: { order_id: "order-1" },
    payment_intent_data: { metadata: { order_id: "order-1" } },
    ...over,
  };
}

export type Delivery = { readonly body: string; readonly signature: string; readonly event: Stripe.Event };
export type Receiver = {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Decides the status of each delivery, by its number from 0. */
  answer: (index: number) => number;
  /** Resolves after this many deliveries. */
  received(count: number): Promise<readonly Delivery[]>;
  types(): readonly string[];
};

/** A webhook endpoint that checks the signature and the form of every event. */
export async function receiveWebhooks(secret = WEBHOOK_SECRET): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const waiting: { readonly count: number; resolve(): void }[] = [];
  let failure: unknown;
  const receiver: Receiver = {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
    },
    deliveries,
    answer: () => 200,
    async received(count) {
      if (deliveries.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      if (failure !== undefined) throw failure;
      return deliveries;
    },
    types: () => deliveries.map(({ event }) => event.type),
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const signature = String(request.headers["stripe-signature"]);
    try {
      judgeAnswer(JSON.parse(body));
      deliveries.push({ body, signature, event: Stripe.webhooks.constructEvent(body, signature, secret) });
    } catch (error) {
      failure = error;
    }
    response.writeHead(receiver.answer(deliveries.length - 1)).end();
    for (const waiter of waiting) if (failure !== undefined || deliveries.length >= waiter.count) waiter.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
