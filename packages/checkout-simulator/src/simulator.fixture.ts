/** A running simulator for tests, with the shop's calls and a webhook receiver that checks signatures. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type CheckoutSimulator, type SimulatorOptions, startCheckoutSimulator } from "./start-simulator.ts";

const SECRET_KEY = "sk_sbox_fixture";
const WEBHOOK_SECRET = "a signature key";

// oxlint-disable-next-line typescript/no-explicit-any -- a test may read any part of a reply
type Json = any;
type Reply = { readonly status: number; readonly json: Json };

export type Running = {
  readonly simulator: CheckoutSimulator;
  call(method: "GET" | "POST", path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  control(path: string, body?: unknown): Promise<Reply>;
  /** Creates a page that authorises only. */
  open(over?: Readonly<Record<string, unknown>>): Promise<{ id: string; url: string }>;
  /** Creates a page and pays it by a control; returns the payment's id. */
  authorised(card?: string): Promise<string>;
};

export async function startForTest(options: Partial<SimulatorOptions> = {}): Promise<Running> {
  const simulator = await startCheckoutSimulator({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, ...options });
  onTestFinished(() => simulator.stop());
  const send = async (url: string, init: RequestInit): Promise<Reply> => {
    const reply = await fetch(url, init);
    const text = await reply.text();
    return { status: reply.status, json: text === "" ? undefined : JSON.parse(text) };
  };
  const withBody = (body: unknown) => (body === undefined ? {} : { body: JSON.stringify(body) });
  const running: Running = {
    simulator,
    call: (method, path, body, headers) =>
      send(`${simulator.url}${path}`, {
        method,
        ...withBody(body),
        headers: { Authorization: `Bearer ${SECRET_KEY}`, ...headers },
      }),
    control: (path, body) =>
      send(`${simulator.url}/_simulator/${path}`, { method: body === undefined ? "GET" : "POST", ...withBody(body) }),
    async open(over = {}) {
      const { json } = await running.call("POST", "/hosted-payments", pageBody(over));
      return { id: json.id, url: json._links.redirect.href };
    },
    async authorised(card) {
      const { id } = await running.open();
      return (await running.control(`pages/${id}/pay`, card === undefined ? {} : { card })).json.payment;
    },
  };
  return running;
}

export function pageBody(over: Readonly<Record<string, unknown>> = {}) {
  return {
    amount: 5_998,
    currency: "GBP",
    billing: { address: { country: "GB" } },
    reference: "order-1",
    description: "2 tickets, Valmont GT-10",
    display_name: "Concours",
    customer: { email: "amelia@concours.test" },
    capture: false,
    locale: "en-GB",
    metadata: { order_id: "order-1" },
    success_url: "http://shop.example/success?order=1",
    cancel_url: "http://shop.example/back",
    failure_url: "http://shop.example/failed",
    ...over,
  };
}

/** Collects the received events and checks their signatures. */
export async function receiveWebhooks(): Promise<{ readonly url: string; find(type: string): Promise<Json> }> {
  const events: Json[] = [];
  let notify = () => {};
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const fits = createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex") === request.headers["cko-signature"];
    events.push(fits ? JSON.parse(body) : { type: "forged" });
    reply.end();
    notify();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async find(type) {
      for (;;) {
        const event = events.find((each) => each.type === type);
        if (event) return event;
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
  };
}
