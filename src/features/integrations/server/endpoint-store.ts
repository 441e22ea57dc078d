/** Table `webhook_endpoints`. */
import { sql } from "kysely";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { fromRow } from "#shared/from-row.ts";

/** `failing`: all attempts of a message failed. `gone`: it replied 410. */
export type PauseReason = "by_hand" | "failing" | "gone";
/** Secrets are encrypted. */
export type EndpointRow = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
  /** The oldest secret that still signs, which the receiver has had for longest. */
  readonly previousSecret: string | undefined;
  /** Secrets between the previous and the current one, oldest first. */
  readonly betweenSecrets: readonly string[] | undefined;
  readonly previousUntil: Date | undefined;
  readonly madeAt: Date;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: PauseReason | undefined;
};

const columns = [
  ...(["id", "url", "events", "secret", "previous_secret", "between_secrets", "previous_until"] as const),
  ...(["made_at", "paused_at", "pause_reason"] as const),
];
/** SELECT of endpoints that were not removed. */
function selectEndpoints(db: Db | Tx) {
  return db.selectFrom("webhook_endpoints").select(columns).where("ended_at", "is", null);
}
/** All endpoints, oldest first. */
export async function listEndpointRows(db: Db | Tx): Promise<EndpointRow[]> {
  return (await selectEndpoints(db).orderBy("made_at").orderBy("id").execute()).map(fromRow);
}

/** The endpoint, unless it was removed. */
export async function findEndpoint(db: Db | Tx, id: string): Promise<EndpointRow | undefined> {
  const row = await selectEndpoints(db).where("id", "=", id).executeTakeFirst();
  return row && fromRow(row);
}

/** Locks the endpoint until the transaction ends. */
export async function lockEndpoint(tx: Tx, id: string): Promise<EndpointRow | undefined> {
  const row = await selectEndpoints(tx).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  return row && fromRow(row);
}

/** All endpoints. Blocks additions until the transaction ends. */
export async function listUnderLock(tx: Tx): Promise<EndpointRow[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('webhook endpoints', 0))`.execute(tx);
  return listEndpointRows(tx);
}

/** Stores an endpoint. Returns its id. */
export async function insertEndpoint(
  tx: Tx,
  row: { url: string; events: readonly string[]; secret: string; madeBy: string; madeAt: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto("webhook_endpoints")
    .values({ url: row.url, events: [...row.events], secret: row.secret, made_by: row.madeBy, made_at: row.madeAt })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A version of the settings for optimistic locking. */
export function endpointVersion({ url, events }: Pick<EndpointRow, "url" | "events">): string {
  return JSON.stringify([url, ...events]);
}

/** Id of the last member of staff who decided on the endpoint. */
export async function findManager(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom("webhook_endpoints as w")
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom("audit_log as a")
            .select("a.actor_id")
            .where("a.subject_type", "=", "webhook")
            .where("a.subject_id", "=", id)
            .where("a.action", "in", ["webhook.add", "webhook.change", "webhook.resume", "webhook.rotate"])
            .orderBy("a.id", "desc")
            .limit(1),
          "w.made_by",
        )
        .as("manager"),
    )
    .where("w.id", "=", id)
    .executeTakeFirstOrThrow();
  return row.manager;
}

/** Changes address and event types. */
export async function setEndpoint(tx: Tx, id: string, to: { url: string; events: readonly string[] }): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ url: to.url, events: [...to.events] })
    .where("id", "=", id)
    .execute();
}

/** Pauses the endpoint, or resumes it (undefined). */
export async function setPause(tx: Tx, id: string, pause: { at: Date; reason: PauseReason } | undefined): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ paused_at: pause?.at ?? null, pause_reason: pause?.reason ?? null })
    .where("id", "=", id)
    .execute();
}

/** Sets a new secret; former ones sign until `until`. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  to: { secret: string; previous: string; between: readonly string[]; until: Date },
): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ secret: to.secret, previous_secret: to.previous, between_secrets: [...to.between], previous_until: to.until })
    .where("id", "=", id)
    .execute();
}

/** Ends deliveries and deletes the secrets. */
export async function endEndpoint(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ ended_at: at, secret: "", previous_secret: null, between_secrets: null, previous_until: null })
    .where("id", "=", id)
    .execute();
}
