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

type Context = Pick<Ctx, "db" | "log" | "now" | "env" | "random" | "lastingSecret" | "outgoing">;
/** The maximal number of secrets between the oldest and the new one, since a header has limited room. */
const MOST_BETWEEN = 4;

type EndpointSettings = { readonly url: string; readonly events: readonly string[] };
type SettingsRefusal = NonNullable<ReturnType<Context["outgoing"]["refusalOf"]>> | "no_events" | "bad_event";
export type ManageRefusal = ReauthRefusal | "not_found";

/** Adds an endpoint. The secret is shown only once. */
export async function addEndpoint(
  ctx: Context,
  actor: Actor,
  settings: EndpointSettings,
): Promise<Result<{ id: string; secret: string }, ReauthRefusal | SettingsRefusal | "too_many" | "there_already">> {
  const reauth = await requireReauth(ctx, actor, "integrations.manage");
  if (!reauth.ok) return reauth;
  if (actor.kind !== "admin") return err("forbidden");
  const { url, events, refusal } = read(ctx, settings);
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

/** Changes address and event types. @param version the version shown by the form, for optimistic locking */
export async function changeEndpoint(
  ctx: Context,
  actor: Actor,
  id: string,
  { version, ...settings }: EndpointSettings & { readonly version: string },
): Promise<Result<undefined, ManageRefusal | SettingsRefusal | "changed_meanwhile">> {
  const { url, events, refusal } = read(ctx, settings);
  if (refusal !== undefined) {
    const reauth = await requireReauth(ctx, actor, "integrations.manage");
    return reauth.ok ? err(refusal) : reauth;
  }
  let isChanged = false;
  const managed = await manage(ctx, actor, { id, action: "webhook.change" }, async (tx, before) => {
    isChanged = ![version, endpointVersion({ url, events })].includes(endpointVersion(before));
    if (isChanged) return undefined;
    await setEndpoint(tx, id, { url, events });
    return { before: { url: shownAddress(before.url), events: before.events }, after: { url: shownAddress(url), events } };
  });
  return isChanged ? err("changed_meanwhile") : managed;
}

/** Pauses the endpoint. Its events are stored for a month, and sent when it resumes. */
export async function pauseEndpoint(ctx: Context, actor: Actor, id: string): Promise<Result<undefined, ManageRefusal>> {
  return manage(ctx, actor, { id, action: "webhook.pause" }, async (tx, before) => {
    if (before.pausedAt) return undefined;
    await setPause(tx, id, { at: ctx.now(), reason: "by_hand" });
    return { after: { paused: true } };
  });
}

/** Resumes the endpoint and retries all undelivered messages from the first attempt on. */
export async function resumeEndpoint(ctx: Context, actor: Actor, id: string): Promise<Result<undefined, ManageRefusal>> {
  return manage(ctx, actor, { id, action: "webhook.resume" }, async (tx, before) => {
    if (!before.pausedAt) return undefined;
    const at = ctx.now();
    await setPause(tx, id, undefined);
    await requeueAll(tx, id, at);
    await withdrawEndpointAlerts(tx, id, at);
    return { before: { paused: before.pauseReason }, after: { paused: false } };
  });
}

/** Makes a new secret, which is shown only once. The previous ones sign for a day more. */
export async function rotateSecret(ctx: Context, actor: Actor, id: string): Promise<Result<{ secret: string }, ManageRefusal>> {
  const secret = newSecret(ctx);
  const sealed = sealSecret(ctx, secret);
  const until = new Date(ctx.now().getTime() + SECRET_OVERLAP_MS);
  const done = await manage(ctx, actor, { id, action: "webhook.rotate" }, async (tx, before) => {
    // A repeated change before the receiver has the new secret: its own secret must keep signing.
    const oldest = before.previousUntil && before.previousUntil > ctx.now() ? before.previousSecret : undefined;
    const between = oldest === undefined ? [] : [...(before.betweenSecrets ?? []), before.secret].slice(-MOST_BETWEEN);
    await replaceSecret(tx, id, { secret: sealed, previous: oldest ?? before.secret, between, until });
    return { after: { old_until: until } };
  });
  return done.ok ? ok({ secret }) : done;
}

/** Ends deliveries to the endpoint. */
export async function removeEndpoint(ctx: Context, actor: Actor, id: string): Promise<Result<undefined, ManageRefusal>> {
  return manage(ctx, actor, { id, action: "webhook.remove" }, async (tx, before) => {
    const at = ctx.now();
    await endEndpoint(tx, id, at);
    await withdrawEndpointAlerts(tx, id, at);
    return { before: { url: shownAddress(before.url), events: before.events } };
  });
}

/** Sends a test event. */
export async function sendTest(ctx: Context, actor: Actor, id: string): Promise<Result<undefined, ManageRefusal>> {
  return manage(ctx, actor, { id, action: "webhook.test" }, async (tx) => {
    await insertEvent(tx, { type: TEST_EVENT, endpointId: id, data: { endpoint_id: id } });
    return {};
  });
}

/** Sends a message again with the same id, delivered or not. */
export async function resendDelivery(
  ctx: Context,
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

/** Locks the endpoint, calls `change` and logs the result. Only pausing needs no re-authentication. */
async function manage(
  ctx: Context,
  actor: Actor,
  { id, action }: { readonly id: string; readonly action: AuditAction },
  change: (tx: Tx, before: EndpointRow) => Promise<Change | "not_found" | undefined>,
): Promise<Result<undefined, ManageRefusal>> {
  const reauth = await requireReauth(ctx, actor, "integrations.manage");
  if (!reauth.ok && (reauth.error === "forbidden" || action !== "webhook.pause")) return reauth;
  if (!isUuid(id)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const before = await lockEndpoint(tx, id);
    const changed = before && (await change(tx, before));
    if (!before || changed === "not_found") return err("not_found");
    const at = ctx.now();
    if (changed) await recordChange(tx, { actor, action, subjectType: "webhook", subjectId: id, ...changed, at });
    return ok();
  });
}

/** The typed settings, tidied, and why they are refused. */
function read(ctx: Context, settings: EndpointSettings): EndpointSettings & { readonly refusal: SettingsRefusal | undefined } {
  const url = pastedUrl(settings.url);
  const events = [...new Set(settings.events)];
  const refuse = (): SettingsRefusal | undefined => {
    if (url.length > LONGEST_ADDRESS) return "malformed";
    const refused = ctx.outgoing.refusalOf(url);
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
