/** Manages webhook endpoints, their secrets, and the resending of messages. */
import type { AuditAction } from "#features/access/rules/audit-actions.ts";
import { type Actor, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { withdrawAlerts } from "#features/access/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { pastedUrl } from "#shared/text/pasted.ts";
import { LONGEST_ADDRESS, MOST_ENDPOINTS, SECRET_OVERLAP_MS } from "../rules/delivery.ts";
import { isEventType, TEST_EVENT } from "../rules/event.ts";
import { newSecret, sealSecret } from "./deliver-webhooks.ts";
import { insertEvent, requeueAll, requeueDelivery } from "./delivery-store.ts";
import {
  type EndpointRow,
  endEndpoint,
  endpointVersion,
  insertEndpoint,
  listUnderLock,
  lockEndpoint,
  replaceSecret,
  setEndpoint,
  setPause,
} from "./endpoint-store.ts";

type Managing = Pick<Ctx, "db" | "log" | "now" | "env" | "random" | "lastingSecret" | "outgoing">;
/** The maximal number of secrets between the oldest and the new one, since a header has limited room. */
const MOST_BETWEEN = 4;

type Wanted = { readonly url: string; readonly events: readonly string[] };
type WantedRefusal = NonNullable<ReturnType<Managing["outgoing"]["refuses"]>> | "no_events" | "bad_event";
export type ManageRefusal = ReauthRefusal | "not_found";

export async function addEndpoint(
  ctx: Managing,
  actor: Actor,
  wanted: Wanted,
): Promise<Result<{ id: string; secret: string }, ReauthRefusal | WantedRefusal | "too_many" | "there_already">> {
  const reauth = await requireReauth(ctx, actor, "integrations.manage");
  if (!reauth.ok) return reauth;
  if (actor.kind !== "admin") return err("forbidden");
  const { url, events, refusal } = read(ctx, wanted);
  if (refusal !== undefined) return err(refusal);
  const secret = newSecret(ctx);
  const sealed = sealSecret(ctx, secret);
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const others = await listUnderLock(tx);
    // A duplicate of a repeated request would receive each event twice.
    if (others.some((other) => endpointVersion(other) === endpointVersion({ url, events }))) return err("there_already");
    if (others.length >= MOST_ENDPOINTS) return err("too_many");
    const id = await insertEndpoint(tx, { url, events, secret: sealed, madeBy: actor.id, madeAt: at });
    const after = { url: shownAddress(url), events };
    await recordChange(tx, { actor, action: "webhook.add", subjectType: "webhook", subjectId: id, after, at });
    return ok({ id, secret });
  });
}

/** @param version the version shown by the form, for optimistic locking */
export async function changeEndpoint(
  ctx: Managing,
  actor: Actor,
  id: string,
  { version, ...wanted }: Wanted & { readonly version: string },
): Promise<Result<undefined, ManageRefusal | WantedRefusal | "changed_meanwhile">> {
  const { url, events, refusal } = read(ctx, wanted);
  if (refusal !== undefined) {
    const reauth = await requireReauth(ctx, actor, "integrations.manage");
    return reauth.ok ? err(refusal) : reauth;
  }
  let isChanged = false;
  const managed = await manage(ctx, actor, { id, action: "webhook.change" }, async (tx, was) => {
    isChanged = ![version, endpointVersion({ url, events })].includes(endpointVersion(was));
    if (isChanged) return undefined;
    await setEndpoint(tx, id, { url, events });
    return { before: { url: shownAddress(was.url), events: was.events }, after: { url: shownAddress(url), events } };
  });
  return isChanged ? err("changed_meanwhile") : managed;
}

/** Events are stored for a month, and sent when it resumes. */
export async function pauseEndpoint(ctx: Managing, actor: Actor, id: string): Promise<Result<undefined, ManageRefusal>> {
  return manage(ctx, actor, { id, action: "webhook.pause" }, async (tx, was) => {
    if (was.pausedAt) return undefined;
    await setPause(tx, id, { at: ctx.now(), reason: "by_hand" });
    return { after: { paused: true } };
  });
}

/** Retries all undelivered messages from the first attempt on. */
export async function resumeEndpoint(ctx: Managing, actor: Actor, id: string): Promise<Result<undefined, ManageRefusal>> {
  return manage(ctx, actor, { id, action: "webhook.resume" }, async (tx, was) => {
    if (!was.pausedAt) return undefined;
    const at = ctx.now();
    await setPause(tx, id, undefined);
    await requeueAll(tx, id, at);
    await withdrawEndpointAlerts(tx, id, at);
    return { before: { paused: was.pauseReason }, after: { paused: false } };
  });
}

/** The new secret is shown only once; the previous ones sign for a day more. */
export async function rotateSecret(ctx: Managing, actor: Actor, id: string): Promise<Result<{ secret: string }, ManageRefusal>> {
  const secret = newSecret(ctx);
  const sealed = sealSecret(ctx, secret);
  const until = new Date(ctx.now().getTime() + SECRET_OVERLAP_MS);
  const done = await manage(ctx, actor, { id, action: "webhook.rotate" }, async (tx, was) => {
    // A repeated change before the receiver has the new secret: its own secret must keep signing.
    const oldest = was.previousUntil && was.previousUntil > ctx.now() ? was.previousSecret : undefined;
    const between = oldest === undefined ? [] : [...(was.betweenSecrets ?? []), was.secret].slice(-MOST_BETWEEN);
    await replaceSecret(tx, id, { secret: sealed, previous: oldest ?? was.secret, between, until });
    return { after: { old_until: until } };
  });
  return done.ok ? ok({ secret }) : done;
}

export async function removeEndpoint(ctx: Managing, actor: Actor, id: string): Promise<Result<undefined, ManageRefusal>> {
  return manage(ctx, actor, { id, action: "webhook.remove" }, async (tx, was) => {
    const at = ctx.now();
    await endEndpoint(tx, id, at);
    await withdrawEndpointAlerts(tx, id, at);
    return { before: { url: shownAddress(was.url), events: was.events } };
  });
}

export async function sendTest(ctx: Managing, actor: Actor, id: string): Promise<Result<undefined, ManageRefusal>> {
  return manage(ctx, actor, { id, action: "webhook.test" }, async (tx) => {
    await insertEvent(tx, { type: TEST_EVENT, endpointId: id, data: { endpoint_id: id } });
    return {};
  });
}

/** Sends a message again with the same id, delivered or not. */
export async function resendDelivery(
  ctx: Managing,
  actor: Actor,
  id: string,
  deliveryId: string,
): Promise<Result<undefined, ManageRefusal>> {
  if (!isUuid(deliveryId)) return err("not_found");
  return manage(ctx, actor, { id, action: "webhook.resend" }, async (tx) =>
    (await requeueDelivery(tx, deliveryId, id, ctx.now())) ? { after: { delivery: deliveryId } } : "not_found",
  );
}

async function withdrawEndpointAlerts(tx: Tx, id: string, at: Date): Promise<void> {
  await withdrawAlerts(tx, { kinds: ["webhook_paused", "endpoint_held"], subject: { type: "shop", id }, at });
}

type Change = { readonly before?: Record<string, unknown>; readonly after?: Record<string, unknown> };

/** Runs under the endpoint's lock and logs the result. Only pausing needs no re-authentication. */
async function manage(
  ctx: Managing,
  actor: Actor,
  { id, action }: { readonly id: string; readonly action: AuditAction },
  change: (tx: Tx, was: EndpointRow) => Promise<Change | "not_found" | undefined>,
): Promise<Result<undefined, ManageRefusal>> {
  const reauth = await requireReauth(ctx, actor, "integrations.manage");
  if (!reauth.ok && (reauth.error === "forbidden" || action !== "webhook.pause")) return reauth;
  if (!isUuid(id)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockEndpoint(tx, id);
    const changed = was && (await change(tx, was));
    if (!was || changed === "not_found") return err("not_found");
    const at = ctx.now();
    if (changed) await recordChange(tx, { actor, action, subjectType: "webhook", subjectId: id, ...changed, at });
    return ok();
  });
}

function read(ctx: Managing, wanted: Wanted): Wanted & { readonly refusal: WantedRefusal | undefined } {
  const url = pastedUrl(wanted.url);
  const events = [...new Set(wanted.events)];
  const refuse = (): WantedRefusal | undefined => {
    if (url.length > LONGEST_ADDRESS) return "malformed";
    const refused = ctx.outgoing.refuses(url);
    if (refused !== undefined) return refused;
    if (events.length === 0) return "no_events";
    return events.every(isEventType) ? undefined : "bad_event";
  };
  return { url, events, refusal: refuse() };
}

/** Excludes the query, which may contain a secret. */
function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
