/** Delivers webhooks at least once, with any number of workers. A worker claims a message for a minute. */
import { createHmac } from "node:crypto";
import { decryptText, encryptText } from "#features/access/server/encrypted-text.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { headerName } from "#shared/brand/brand.ts";
import { deliveryResult, LEASE_MS, RETENTION_MS, type AttemptResult, requestedWait } from "../rules/delivery.ts";
import {
  type Claimed,
  claimDeliveries,
  deleteEventsBefore,
  insertAttempt,
  listDueEndpoints,
  postponeAll,
  setDelivery,
} from "./delivery-store.ts";
import { type EndpointRow, findEndpoint, lockEndpoint, setPause } from "./endpoint-store.ts";

type Context = Pick<Ctx, "brand" | "db" | "env" | "log" | "now" | "outgoing" | "lastingSecret" | "pause">;

/** The maximal number of simultaneous requests to an endpoint. */
const AT_ONCE = 8;
/** The interval of checks for new messages while requests are running. */
const POLL_MS = 1_000;

/** Serves all endpoints in parallel until nothing is due, or `stopping`. Returns the number of messages. */
export async function deliverWebhooks(ctx: Context, stopping?: AbortSignal): Promise<number> {
  const busy = new Map<string, Promise<void>>();
  /** After a failure, an endpoint pauses shortly. */
  const pausedUntil = new Map<string, number>();
  let sent = 0;
  const serve = async (id: string) => {
    const { count, isHealthy } = await deliverSome(ctx, id).catch((error: unknown) => failed(ctx, id, error));
    sent += count;
    if (!isHealthy) pausedUntil.set(id, performance.now() + POLL_MS);
    busy.delete(id);
  };
  do {
    const due = stopping?.aborted ? [] : await listDueEndpoints(ctx.db, ctx.now());
    const free = due.filter((id) => !busy.has(id) && (pausedUntil.get(id) ?? 0) <= performance.now());
    for (const id of free) busy.set(id, serve(id));
    if (busy.size > 0) await Promise.race([...busy.values(), ctx.pause(POLL_MS)]);
  } while (busy.size > 0);
  return sent;
}

/** Messages sent to an endpoint, and whether it took them. */
type Served = { readonly count: number; readonly isHealthy: boolean };

/** Other endpoints continue; these messages are due again when the claims expire. */
function failed({ log }: Context, endpoint: string, error: unknown): Served {
  log.error({ err: error, endpoint }, "webhooks could not be sent");
  return { count: 0, isHealthy: false };
}

/** Claims due messages of an endpoint and sends them. */
async function deliverSome(ctx: Context, endpointId: string): Promise<Served> {
  const endpoint = await findEndpoint(ctx.db, endpointId);
  if (!endpoint || endpoint.pausedAt) return { count: 0, isHealthy: false };
  const now = ctx.now();
  const claimedUntil = new Date(now.getTime() + LEASE_MS);
  const claimed = await claimDeliveries(ctx.db, { endpointId, now, until: claimedUntil, limit: AT_ONCE });
  const results = await Promise.all(claimed.map((delivery) => deliver(ctx, endpoint, { ...delivery, claimedUntil })));
  const wait = Math.max(0, ...results.map((attempt) => requestedWait(attempt, now) ?? 0));
  if (wait > 0) await postponeAll(ctx.db, endpointId, { now, until: new Date(now.getTime() + wait) });
  const isHealthy = results.every(({ status }) => status !== undefined && status < 300);
  return { count: claimed.length, isHealthy: claimed.length > 0 && isHealthy };
}

type ClaimedDelivery = Claimed & { readonly claimedUntil: Date };

/** Sends one message and stores the result. */
async function deliver(ctx: Context, endpoint: EndpointRow, delivery: ClaimedDelivery): Promise<AttemptResult> {
  const at = ctx.now();
  const body = JSON.stringify({
    type: delivery.type,
    timestamp: delivery.at.toISOString(),
    sequence: delivery.sequence,
    data: delivery.data,
    ...(ctx.env.isTestMode && { test: true }),
  });
  const signed = signMessage({ id: delivery.eventId, at, body }, secretsOf(ctx, endpoint, at));
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": `${headerName(ctx.brand.current.name)}-Webhooks/1`,
    ...signed,
  };
  const { durationMs, end } = await ctx.outgoing.post({ url: endpoint.url, headers, body });
  const failure = end.status === undefined ? end.failure : undefined;
  const { reply, retryAfter } = end.status === undefined ? {} : end;
  await settle(ctx, endpoint.id, delivery, { at, durationMs, status: end.status, failure, reply }, retryAfter);
  return { status: end.status, retryAfter };
}

/** The secrets that sign: the current one and, for a day after a change, the former ones. */
function secretsOf(ctx: Context, endpoint: EndpointRow, at: Date): string[] {
  const { secret, previousSecret, betweenSecrets = [], previousUntil } = endpoint;
  const isChanging = previousSecret !== undefined && previousUntil && previousUntil > at;
  const sealed = isChanging ? [secret, previousSecret, ...betweenSecrets] : [secret];
  return sealed.map((each) => decryptText(ctx, "webhook-secret", each));
}

/** Stores the result. After the last failed attempt, the endpoint is paused. */
async function settle(
  ctx: Context,
  endpointId: string,
  delivery: ClaimedDelivery,
  attempt: Parameters<typeof insertAttempt>[2],
  retryAfter?: string,
): Promise<void> {
  const { tries } = delivery;
  const now = ctx.now();
  const { status } = attempt;
  const end = deliveryResult({ status, retryAfter, tries, now });
  await ctx.db.transaction().execute(async (tx) => {
    await insertAttempt(tx, delivery.id, attempt);
    if (end.to === "delivered") return setDelivery(tx, delivery, { state: "delivered", tries });
    if (end.to === "later") return setDelivery(tx, delivery, { state: "due", tries, nextAt: end.at });
    if (!(await setDelivery(tx, delivery, { state: "failed", tries }))) return;
    const endpoint = await lockEndpoint(tx, endpointId);
    if (!endpoint || endpoint.pausedAt) return;
    await setPause(tx, endpointId, { at: now, reason: end.because });
    ctx.log.error({ alert: "webhook_paused", endpoint: endpointId, because: end.because }, "an endpoint of webhooks is paused");
    const facts = { message: new URL(endpoint.url).host };
    await raiseAlert(tx, { kind: "webhook_paused", subject: { type: "shop", id: endpointId }, facts, at: now });
  });
}

/** Daily clean-up of old events. */
export async function forgetEvents(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteEventsBefore(ctx.db, new Date(ctx.now().getTime() - RETENTION_MS));
}

const PREFIX = "whsec_";

/** 192 bits with a prefix, as Standard Webhooks requires. */
export function newSecret({ random }: Pick<Ctx, "random">): string {
  return PREFIX + random(24).toString("base64");
}

type Message = { readonly id: string; readonly at: Date; readonly body: string };

/** Headers with the message's signatures, one per secret. Source: Standard Webhooks. */
export function signMessage({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(PREFIX, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signed.join(" ") };
}

/** Encrypts a secret, so that a leak of the tables does not allow signing. */
export function sealSecret(ctx: Pick<Ctx, "lastingSecret">, secret: string): string {
  return encryptText(ctx, "webhook-secret", secret);
}
