/** The use cases' view of the outside world (`ctx`), and how this process connects to it. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { setLanguages } from "#shared/language/languages.ts";
import type { Locale } from "#shared/language/locale.ts";
import { refuseHalfRestored } from "./backup/half-restored.server.ts";
import { type BeaconSource, demoBeacon, quicknetBeacon } from "./beacon/beacon.server.ts";
import { demoTimestamper } from "./beacon/timestamp-demo.server.ts";
import { createTimestamper, type Timestamper } from "./beacon/timestamp.server.ts";
import { type CachedBrand, cacheBrand } from "./brand/brand.server.ts";
import { cacheTexts, type CachedTexts } from "./brand/site-texts.server.ts";
import type { Env } from "./env/env.server.ts";
import { type DatabaseMonitor, startDatabaseMonitor } from "./jobs/database-monitor.server.ts";
import { type Jobs, startJobs } from "./jobs/jobs.server.ts";
import { languagesOf } from "./languages/language-files.server.ts";
import { checkLastingSecret } from "./lasting-secret.server.ts";
import type { Logger } from "./log.server.ts";
import { type Mailbox, openMailbox } from "./mail/mail-catcher.server.ts";
import { createMailer, type Mailer } from "./mail/mail.server.ts";
import { createMedia, type Media } from "./media/media.server.ts";
import { connectFileStore } from "./media/open-file-store.server.ts";
import { createSharePictures, type SharePictures } from "./media/share-picture.server.ts";
import { languageFolders, type Messages, readMessages, watchMessages } from "./messages.server.ts";
import { createMetrics, type Metrics } from "./metrics.server.ts";
import { createOutgoing, type Outgoing } from "./outgoing/outgoing.server.ts";
import { type CachedNewOrders, cacheNewOrders } from "./payments/cached-new-orders.server.ts";
import type { Payments } from "./payments/payments.server.ts";
import { connectPayments, namesOf } from "./payments/registry.server.ts";
import {
  refuseAnotherDatabase,
  refuseDemoAccounts,
  refuseOldTables,
  refuseStrongRole,
} from "./postgres/check-database.server.ts";
import { type Db, openDb, openPool, type Pool, type OnStatement, terminateOn } from "./postgres/db.server.ts";
import { prepareDatabase } from "./postgres/prepare-database.server.ts";
import { openReads } from "./postgres/reads.server.ts";
import { openDataFolder } from "./private-files.server.ts";
import type { Secrets } from "./secrets.server.ts";
import { closeAll, required, type Services, startServices } from "./services.server.ts";
import { checkMode, watchMode } from "./test-mode/shop-mode.server.ts";
import { traceJobs, traceMailer, traceStatements } from "./tracing/traced.server.ts";
import type { Tracing } from "./tracing/tracing.server.ts";
import { ALONE, type Workers } from "./workers.server.ts";

/** Everything that use cases take from outside: settings, database, services, clock and randomness. */
export type Ctx = {
  readonly env: Env;
  readonly log: Logger;
  readonly db: Db;
  readonly pool: Pool;
  /** The replica while it is up to date, otherwise `db`. A few seconds old; never write through it. */
  readonly reads: Db;
  readonly databaseMonitor: DatabaseMonitor;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly workers: Workers;
  readonly jobs: Jobs;
  readonly payments: Payments;
  readonly newOrders: CachedNewOrders;
  readonly mail: Mailer;
  /** The demo's mailbox; absent if real mail is sent. */
  readonly mailbox: Mailbox | undefined;
  readonly outgoing: Outgoing;
  readonly media: Media;
  readonly sharePictures: SharePictures;
  readonly beacon: BeaconSource;
  readonly timestamps: Timestamper;
  readonly messages: Messages;
  readonly brand: CachedBrand;
  readonly texts: CachedTexts;
  /** Signs access tokens, session cookies and links in mails. */
  readonly authSecret: string;
  /** The former `authSecret`, still accepted while secrets are rotated. */
  readonly previousAuthSecret: string | undefined;
  /** Keys long-lived hashes: unsubscribe links, addresses, authenticator secrets. It never changes. */
  readonly lastingSecret: string;
  /** Set only in tests, to make password hashing cheap. */
  readonly passwordCost?: { readonly memory: number; readonly passes: number; readonly parallelism: number } | undefined;
  /** The origin that visitors see, without a trailing slash. */
  readonly publicUrl: string;
  now(): Date;
  /** Waits. */
  pause(ms: number): Promise<void>;
  /** Cryptographically secure random bytes. */
  random(bytes: number): Buffer;
};

const MOST_CONNECTIONS = 20;
/**
 * Timeouts of the database. Longer than any query takes, against services that hang. Lock waits end before
 * idle transactions do.
 */
export const TIMEOUTS = { statementMs: 300_000, lockMs: 20_000, idleInTransactionMs: 30_000 };

export type Connected = {
  readonly ctx: Ctx;
  readonly services: readonly string[];
  /** Closes everything, embedded services last. Call it after the requests are drained. */
  close(): Promise<void>;
};

/** What other processes of this shop have started already. */
export type Place = {
  /** Services that another process has started. Otherwise they are started here, and stopped last. */
  readonly services?: Services | undefined;
  readonly workers?: Workers | undefined;
  readonly tracing?: Tracing | undefined;
};

/**
 * Connects to all services, or starts embedded ones, and prepares the database. Throws EnvError for
 * settings that do not fit; then everything is closed again.
 */
export async function connect(
  env: Env,
  log: Logger,
  { services: existingServices, workers = ALONE, tracing }: Place = {},
): Promise<Connected> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = () => closeAll(closers, log);
  try {
    if (tracing) closers.push(() => tracing.stop());
    const ownServices = existingServices ? undefined : await startServices(env, log);
    if (ownServices) closers.push(ownServices.close);
    else await openDataFolder(env.dataDir);
    const { secrets, database, payments: pay, mail: post } = required(ownServices?.services ?? existingServices);
    await readyDatabase(env, database, log);
    const lastingSecret = env.lastingSecret ?? env.authSecret ?? required(secrets).authSecret;
    await checkLastingSecret(env, database.url, lastingSecret);
    const { pool, db, ...databases } = openDatabases(env, database, {
      log,
      closers,
      onStatement: tracing && traceStatements(tracing),
    });
    const pictures = await connectFileStore(env, log);
    const metrics = createMetrics(pool);
    const queues = await startJobs(database.directUrl ?? database.url, log, metrics.task);
    const jobs = tracing ? traceJobs(queues, tracing) : queues;
    const stopWatching = watchMode(env, db, log);
    closers.push(async () => stopWatching());
    const messages = connectMessages(env);
    const brand = cacheBrand(db, messages, env);
    const texts = cacheTexts(db);
    const newOrders = cacheNewOrders(db, { providers: namesOf(pay.settings), setting: env.newOrders });
    await refreshCaches({ brand, texts, newOrders }, { log, closers });
    const mailer = createMailer({
      smtpUrl: post.smtpUrl,
      from: env.mailFrom,
      fromName: () => brand.choice.name,
      needsTls: env.smtpNeedsTls,
      log,
    });
    const mail = tracing ? traceMailer(mailer, tracing) : mailer;
    closers.push(() => mail.close());
    closers.push(() => jobs.stop());

    const ctx: Ctx = {
      env,
      log,
      pool,
      db,
      ...databases,
      metrics,
      tracing,
      workers,
      jobs,
      payments: connectPayments(pay.settings, { tracing, steering: newOrders }),
      newOrders,
      mail,
      mailbox: post.folder === undefined ? undefined : openMailbox(post.folder),
      outgoing: createOutgoing({ allowLoopback: env.webhooksReachLoopback }),
      media: createMedia(pictures.files),
      sharePictures: createSharePictures(),
      beacon: connectBeacon(env, secrets),
      timestamps: connectTimestamps(env),
      messages,
      brand,
      texts,
      authSecret: env.authSecret ?? required(secrets).authSecret,
      previousAuthSecret: env.previousAuthSecret,
      lastingSecret,
      publicUrl: env.publicUrl ?? `http://localhost:${env.port}`,
      now: () => new Date(),
      pause: (ms) => sleep(ms),
      random: randomBytes,
    };
    const services = [
      `database: ${database.label}`,
      `payments: ${pay.label}`,
      `mail: ${post.label}`,
      `beacon: ${env.beacon}`,
      `time-stamps: ${env.timestampAuthorities?.join(", ") ?? "the demonstration's own"}`,
      `pictures: ${pictures.label}`,
    ];
    return { ctx, services, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Prepares the database with the owner's role, if the process has it; otherwise only checks that it is
 * prepared.
 */
async function readyDatabase(env: Env, { url, ownerUrl, directUrl }: Services["database"], log: Logger): Promise<void> {
  await refuseHalfRestored(url);
  if (directUrl !== undefined) await refuseAnotherDatabase(url, { setting: "DATABASE_DIRECT_URL", url: directUrl });
  if (ownerUrl !== undefined) await prepareDatabase({ url, ownerUrl }, log);
  if (ownerUrl !== url) await refuseStrongRole(url);
  if (ownerUrl === undefined) await refuseOldTables(url);
  if (!env.isDemo) await refuseDemoAccounts(url);
  await checkMode(env, { url, ownerUrl }, log);
}

type LogAndClosers = { readonly log: Logger; readonly closers: (() => Promise<unknown>)[] };

/** The shop's pool, its monitor, and the replica if one is configured. */
function openDatabases(
  env: Env,
  { url, directUrl }: Services["database"],
  { log, closers, onStatement }: LogAndClosers & { readonly onStatement: OnStatement | undefined },
): Pick<Ctx, "pool" | "db" | "reads" | "databaseMonitor"> {
  const connecting = { ...TIMEOUTS, isPooled: directUrl !== undefined };
  const pool = openPool(url, log, MOST_CONNECTIONS, connecting);
  closers.push(() => pool.end());
  const databaseMonitor = startDatabaseMonitor({ url, log, terminate: terminateOn(pool) });
  closers.push(() => databaseMonitor.stop());
  const db = openDb(pool, onStatement);
  if (env.databaseReadUrl === undefined) return { pool, db, reads: db, databaseMonitor };
  // An unreachable replica does not prevent the start: the primary is read.
  const replica = openPool(env.databaseReadUrl, log, MOST_CONNECTIONS, connecting);
  closers.push(() => replica.end());
  const reads = openReads(pool, replica, log, { onStatement });
  closers.push(async () => reads.stop());
  return { pool, db, reads: reads.db, databaseMonitor };
}

/**
 * Loads the caches of rows that staff edit, and refreshes them each second. The database monitor reports an
 * outage.
 */
async function refreshCaches(
  caches: Readonly<Record<string, { refresh(): Promise<void> }>>,
  { log, closers }: LogAndClosers,
): Promise<void> {
  for (const [name, { refresh }] of Object.entries(caches)) {
    await refresh();
    const read = () => void refresh().catch((error: unknown) => log.debug({ err: error, name }, "cached rows were not read"));
    const timer = setInterval(read, 1_000).unref();
    closers.push(async () => clearInterval(timer));
  }
}

function connectMessages(env: Env): Messages {
  const folders = languageFolders(env);
  const messages = readMessages(...folders);
  setLanguages(languagesOf(Object.keys(messages) as Locale[]));
  if (env.isDevelopment) watchMessages(messages, ...folders);
  return messages;
}

/** The configured time-stamping authorities, or the demonstration's own. */
export function connectTimestamps({ timestampAuthorities: urls }: Env): Timestamper {
  return urls ? createTimestamper({ urls, random: randomBytes }) : demoTimestamper({ random: randomBytes });
}

/** The configured randomness beacon: quicknet or the demonstration's own. */
export function connectBeacon(env: Env, secrets: Secrets | undefined): BeaconSource {
  if (env.beacon === "quicknet") return quicknetBeacon({ relays: env.drandRelays });
  const { beaconKey, beaconGenesis } = required(secrets);
  return demoBeacon({ secretKey: Uint8Array.from(Buffer.from(beaconKey, "hex")), genesisTime: beaconGenesis });
}
