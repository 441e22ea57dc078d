/** A program that buys with JSON calls, as a phone app would. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { ShopAddress } from "./shop.fixture.ts";

export const PASSWORD = "Blue7Harbour";
/** The right answer to every draw that `makeDraw` makes. */
export const RIGHT_ANSWER = "porsche";
/** A database failover takes up to half a minute. */
const RENEWED_BEFORE_S = 120;

const session = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  user: z.object({ id: z.string(), email: z.string() }),
});
const ticket = z.object({
  id: z.string(),
  ticket_number: z.number(),
  transaction_id: z.string(),
  user_id: z.string(),
  lottery_id: z.string(),
  void: z.boolean(),
});
const checkout = z.object({ orderId: z.string(), url: z.string() });

export type Ticket = z.infer<typeof ticket>;
export type Reply = { readonly status: number; readonly body: unknown };

export type ApiClient = {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Asks for a payment page; `change` overrides any field of the body. */
  checkout(lotteryId: string, change?: Readonly<Record<string, unknown>>): Promise<Reply>;
  openPage(lotteryId: string, quantity: number): Promise<z.infer<typeof checkout>>;
  tickets(transactionId: string): Promise<Ticket[]>;
};

/** A new registered and signed-in player. */
export async function newApiClient(shop: ShopAddress): Promise<ApiClient> {
  const email = `program-${randomUUID()}@concours.test`;
  const person = { first_name: "Ada", last_name: "Byron", phone: "07700 900321", birth_date: "1985-12-10" };
  const reply = await callShop(shop, undefined, "POST", "/api/users", { email, password: PASSWORD, ...person });
  if (reply.status !== 201) throw new Error(`Registering answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return signedIn(shop, reply);
}

export async function signInApiClient(shop: ShopAddress, email: string, password: string): Promise<ApiClient> {
  const reply = await callShop(shop, undefined, "POST", "/api/session", { email, password });
  if (reply.status !== 200) throw new Error(`Signing in answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return signedIn(shop, reply);
}

/** Renews the short-lived access token before it expires. A failed renewal is repeated with the next call. */
function signedIn(shop: ShopAddress, { body }: Reply): ApiClient {
  let held = session.parse(body);
  const renewal = () => performance.now() + Math.max(held.expires_in - RENEWED_BEFORE_S, 0) * 1000;
  let renewAt = renewal();
  const renew = async () => {
    const reply = await callShop(shop, undefined, "POST", "/api/session/refresh", { refresh_token: held.refresh_token });
    if (reply.status !== 200) return;
    held = { ...held, ...session.pick({ access_token: true, refresh_token: true, expires_in: true }).parse(reply.body) };
    renewAt = renewal();
  };
  let renewing: Promise<void> | undefined;
  const token = async () => {
    if (performance.now() > renewAt) {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      await renewing;
    }
    return held.access_token;
  };
  return apiClientOf(shop, { userId: held.user.id, email: held.user.email, token: held.access_token }, token);
}

/** The same player at a shop with the same secrets; `current` returns the token if it changes. */
export function apiClientOf(
  shop: ShopAddress,
  who: { userId: string; email: string; token: string },
  current: () => Promise<string> = async () => who.token,
): ApiClient {
  const call = async (method: string, path: string, body?: unknown) => callShop(shop, await current(), method, path, body);
  const ask = (lotteryId: string, change: Readonly<Record<string, unknown>> = {}) =>
    call("POST", "/functions/create-checkout-session-lottery", {
      lotteryId,
      userId: who.userId,
      lottoName: "any",
      tickets: { quantity: 1, unitPrice: 29.99 },
      answer: RIGHT_ANSWER,
      ...change,
    });
  return {
    ...who,
    call,
    checkout: ask,
    async openPage(lotteryId, quantity) {
      const reply = await ask(lotteryId, { tickets: { quantity, unitPrice: 29.99 } });
      if (reply.status !== 200) throw new Error(`The checkout answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      return checkout.parse(reply.body);
    },
    async tickets(transactionId) {
      const { body } = await call("GET", `/api/tickets?transaction_id=${encodeURIComponent(transactionId)}`);
      return z.array(ticket).parse(body);
    },
  };
}

export async function callShop(
  { url, clientAddress }: ShopAddress,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(clientAddress !== undefined && { "X-Forwarded-For": clientAddress }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
}
