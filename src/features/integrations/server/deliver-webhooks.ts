/**
 * Sends what is due to the endpoints. Any number of processes may do so at once: each message is claimed by one of them for a minute, is sent
 * without a transaction, and is settled if the claim still stands. Whoever is killed in between has it sent again by another one: each message
 * arrives at least once, and its id says so.
 */
import { raiseAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { afterTry, LEASE_MS } from "../rules/delivery.ts";
import { type Claimed, claimDeliveries, insertAttempt, listDueEndpoints, setDelivery } from "./delivery-store.ts";
import { type EndpointRow, findEndpoint, lockEndpoint, setPause } from "./endpoint-store.ts";
import { openSecret, signMessage } from "./sign-message.ts";

type Sending = Pick<Ctx, "db" | "log" | "now" | "outgoing" | "lastingSecret">;

/** To one endpoint at once. */
const AT_ONCE = 8;
/** One that is slow keeps the others waiting no longer than its last messages take. */
const ROUND_MS = 5_000;

/** One round, over all endpoints side by side. Returns how many messages were sent. */
export async function deliverWebhooks(ctx: Sending): Promise<number> {
  const due = await listDueEndpoints(ctx.db, ctx.now());
  const sent = await Promise.all(due.map((id) => deliverTo(ctx, id).catch((error: unknown) => failed(ctx, id, error))));
  return sent.reduce((sum, count) => sum + count, 0);
}

/** The others go on; this one has its messages back when the claims lapse. */
function failed({ log }: Sending, endpoint: string, error: unknown): number {
  log.error({ err: error, endpoint }, "webhooks could not be sent");
  return 0;
}

async function deliverTo(ctx: Sending, endpointId: string): Promise<number> {
  const until = performance.now() + ROUND_MS;
  let sent = 0;
  for (let more = true; more && performance.now() < until; ) {
    const endpoint = await findEndpoint(ctx.db, endpointId);
    if (!endpoint || endpoint.pausedAt) break;
    const now = ctx.now();
    const claimedUntil = new Date(now.getTime() + LEASE_MS);
    const claimed = await claimDeliveries(ctx.db, { endpointId, now, until: claimedUntil, limit: AT_ONCE });
    const went = await Promise.all(claimed.map((delivery) => deliver(ctx, endpoint, { ...delivery, claimedUntil })));
    sent += claimed.length;
    // Where something went wrong the rest waits for the next round.
    more = claimed.length === AT_ONCE && went.every(Boolean);
  }
  return sent;
}

type Mine = Claimed & { readonly claimedUntil: Date };

async function deliver(ctx: Sending, endpoint: EndpointRow, delivery: Mine): Promise<boolean> {
  const at = ctx.now();
  const body = JSON.stringify({
    type: delivery.type,
    timestamp: delivery.at.toISOString(),
    sequence: delivery.sequence,
    data: delivery.data,
  });
  const signed = signMessage({ id: delivery.eventId, at, body }, await secretsOf(ctx, endpoint, at));
  const headers = { "Content-Type": "application/json", "User-Agent": "Concours-Webhooks/1", ...signed };
  const { durationMs, end } = await ctx.outgoing.post({ url: endpoint.url, headers, body });
  const failure = end.status === undefined ? end.failure : undefined;
  const reply = end.status === undefined ? undefined : end.reply;
  await settle(ctx, endpoint.id, delivery, { at, durationMs, status: end.status, failure, reply });
  return end.status !== undefined && end.status < 300;
}

/** While a secret changes, both. */
async function secretsOf(ctx: Sending, endpoint: EndpointRow, at: Date): Promise<string[]> {
  const { secret, previousSecret, previousUntil } = endpoint;
  const sealed = previousSecret !== undefined && previousUntil && previousUntil > at ? [secret, previousSecret] : [secret];
  return Promise.all(sealed.map((each) => openSecret(ctx, each)));
}

async function settle(
  ctx: Sending,
  endpointId: string,
  delivery: Mine,
  tried: Parameters<typeof insertAttempt>[2],
): Promise<void> {
  const { tries } = delivery;
  const now = ctx.now();
  const end = afterTry({ status: tried.status, tries, now });
  await ctx.db.transaction().execute(async (tx) => {
    await insertAttempt(tx, delivery.id, tried);
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
