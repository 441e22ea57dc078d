/** HTTP calls to Checkout.com, with retries, and the schemas of its replies. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { isUuid } from "#shared/ids.ts";

const MOST_TRIES = 3;
const FIRST_WAIT_MS = 150;

/** A reply that refuses a call: 401, 403, 404, 409 or 422, the last with the provider's codes. */
export class CheckoutRefusal extends Error {
  readonly status: number;
  readonly codes: readonly string[];
  constructor(what: string, status: number, codes: readonly string[]) {
    super(`Checkout.com answers ${what} with ${[status, ...codes].join(" ")}`);
    this.status = status;
    this.codes = codes;
  }
}

/**
 * Calls an address and validates the reply with the schema `answer`. `key`: the idempotency key, valid for
 * a day.
 */
export type Call = <T>(
  answer: z.ZodType<T>,
  method: "GET" | "POST" | "PUT",
  path: string,
  /** `body`: JSON, or a form with a file. `key` is the idempotency key, valid for a day. */
  sent?: { readonly body?: unknown; readonly key?: string },
) => Promise<T>;

type Connection = { readonly base: string; readonly secretKey: string; readonly timeoutMs: number };

/** Retries network errors, 429 and 5xx, but no timeouts, because a buyer may be waiting. */
export function createCall({ base, secretKey, timeoutMs }: Connection): Call {
  const tryOnce = async (method: string, path: string, headers: Record<string, string>, body: string | FormData | undefined) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const reply = await fetch(`${base}${path}`, {
      method,
      headers,
      signal,
      redirect: "error",
      ...(body !== undefined && { body }),
    });
    return { status: reply.status, text: await reply.text() };
  };
  return async (answer, method, path, { body, key } = {}) => {
    const content = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${secretKey}`,
      ...(typeof content === "string" && { "Content-Type": "application/json" }),
      ...(key !== undefined && { "Cko-Idempotency-Key": uuidOf(key) }),
    };
    for (let tries = 1; ; tries++) {
      const isLast = tries === MOST_TRIES;
      const reply = await tryOnce(method, path, headers, content).catch((error: unknown) => {
        if (isLast || (error instanceof Error && error.name === "TimeoutError")) throw error;
        return undefined;
      });
      if (reply && reply.status < 300) return answer.parse(reply.text === "" ? undefined : JSON.parse(reply.text));
      const isTemporary = reply === undefined || reply.status === 429 || reply.status >= 500;
      if (reply && (isLast || !isTemporary)) throw new CheckoutRefusal(`${method} ${path}`, reply.status, codesOf(reply.text));
      await sleep(FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  };
}

const problem = z.object({ error_codes: z.array(z.string()).default([]) });

/** The provider's codes in a refusal. */
function codesOf(text: string): readonly string[] {
  try {
    return problem.parse(JSON.parse(text)).error_codes;
  } catch {
    return [];
  }
}

/** A UUID derived from a name, as the provider requires UUIDs for idempotency keys. */
function uuidOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The value if it is a UUID. Undefined for payments of other systems that use the same account. */
export function uuid(value: unknown): string | undefined {
  return typeof value === "string" && isUuid(value) ? value : undefined;
}

const metadata = z.record(z.string(), z.unknown()).nullish();

/** The reply to a new page. */
export const openedPage = z.object({ id: z.string(), _links: z.object({ redirect: z.object({ href: z.string() }) }) });

/** A payment page. */
export const shownPage = z.object({
  id: z.string(),
  status: z.string(),
  payment_id: z.string().nullish(),
  amount: z.int(),
  currency: z.string(),
  metadata,
  _links: z.object({ redirect: z.object({ href: z.string() }).optional() }).optional(),
});
export type ShownPage = z.infer<typeof shownPage>;

/** A payment. */
export const payment = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  metadata,
  source: z.object({ card_type: z.string().nullish() }).nullish(),
  balances: z
    .object({
      total_captured: z.int().default(0),
      available_to_capture: z.int().default(0),
      available_to_refund: z.int().default(0),
    })
    .default({ total_captured: 0, available_to_capture: 0, available_to_refund: 0 }),
});
export type Payment = z.infer<typeof payment>;
export const payments = z.object({ data: z.array(payment) });

/** What was done with a payment, such as a refund. `approved` is missing while undecided. */
export const action = z.object({
  id: z.string(),
  type: z.string(),
  amount: z.int().default(0),
  approved: z.boolean().nullish(),
  response_code: z.string().nullish(),
  processed_on: z.string(),
  metadata,
});
export type Action = z.infer<typeof action>;
export const actions = z.array(action);

/** The reply to a capture, void or refund. */
export const accepted = z.object({ action_id: z.string().optional() });
