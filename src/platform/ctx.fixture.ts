/** A `ctx` for tests with its own database, payment simulator and SMTP server, and a clock set by hand. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startStripeSimulator } from "@concours/stripe-simulator";
import pg from "pg";
import { inject } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { type BeaconSource, demoBeacon, newestAt } from "./beacon/beacon.server.ts";
import { demoTimestamper } from "./beacon/timestamp-demo.server.ts";
import { cacheBrand } from "./brand/brand.server.ts";
import { cacheTexts } from "./brand/site-texts.server.ts";
import type { Ctx } from "./ctx.server.ts";
import { readEnv } from "./env/env.server.ts";
import { startJobs } from "./jobs/jobs.server.ts";
import { createLog } from "./log.server.ts";
import { startMailCatcher } from "./mail/mail-catcher.server.ts";
import { createMailer } from "./mail/mail.server.ts";
import { folderStore } from "./media/media-folder.server.ts";
import { createMedia } from "./media/media.server.ts";
import { mediaFolder } from "./media/open-file-store.server.ts";
import { createSharePictures } from "./media/share-picture.server.ts";
import { messagesFolder, readMessages } from "./messages.server.ts";
import { createMetrics } from "./metrics.server.ts";
import { writeOpening } from "./opening.server.ts";
import { createOutgoing } from "./outgoing/outgoing.server.ts";
import { cacheNewOrders } from "./payments/cached-new-orders.server.ts";
import { type PaymentProvider, type Payments, paymentsOf } from "./payments/payments.server.ts";
import { connectPayments } from "./payments/registry.server.ts";
import { openDb, openPool, type Pool } from "./postgres/db.server.ts";
import { failNestedConnections } from "./postgres/fixtures/nested-connections.fixture.ts";
import { ALONE } from "./workers.server.ts";

export type TestCtx = Ctx & {
  /** Stops the clock at `date`. Without a call the clock is real. */
  setNow(date: Date | undefined): void;
  readonly simulatorUrl: string;
  /** With the shop's own role, as `ctx` uses it. */
  readonly databaseUrl: string;
  /** With the role that owns the tables, for changes that the shop itself may not make. */
  readonly ownerUrl: string;
  readonly owner: Pool;
  /**
   * Ends all services, after checking that every invariant of `npm run invariants` holds.
   * @param options.broken the invariants that the tests broke on purpose: exactly these
   */
  close(this: Pick<Ctx, "media">, options?: { readonly broken: readonly string[] }): Promise<void>;
};

/**
 * A demo beacon whose rounds exist before they are due, so that tests need not wait. Only `newestRound`
 * follows the clock.
 */
export function promptBeacon(chain: { secretKey: Uint8Array; genesisTime: number }, now = () => new Date()): BeaconSource {
  const LONGER_THAN_ANY_WAIT_MS = 30_000;
  const beacon = demoBeacon({ ...chain, now: () => new Date(Date.now() + LONGER_THAN_ANY_WAIT_MS) });
  return { ...beacon, newestRound: async () => ({ ok: true, value: newestAt(beacon.chain, now()) }) };
}

/** The same providers, the first with some functions replaced. */
export function paymentsWith({ all }: Payments, changes: Partial<PaymentProvider>): Payments {
  const [first, ...more] = all.map((provider) => ({ ...provider, ...changes }));
  if (!first) throw new Error("There is no payment provider");
  return paymentsOf([first, ...more]);
}

/**
 * A `ctx` with its own database and services. `settings`: environment variables. Close it after the tests.
 */
export async function testCtx(settings: Record<string, string> = {}): Promise<TestCtx> {
  const log = createLog("fatal");
  const database = await copyTemplate();
  const folder = await mkdtemp(join(tmpdir(), "concours-ctx-"));
  const pool = openPool(database.shopUrl, log, 40);
  const owner = openPool(database.url, log, 2);
  const secretKey = "sk_test_fixture";
  const webhookSecret = "whsec_fixture";
  const simulator = await startStripeSimulator({ secretKey, webhookSecret });
  const mailbox = await startMailCatcher({ folder: join(folder, "mailbox"), port: 0 });
  const env = readEnv({ NODE_ENV: "test", ...settings });
  const db = openDb(pool);
  const nested = failNestedConnections(pool, db);
  await writeOpening(db, new Date(0));
  const messages = readMessages(messagesFolder());
  const brand = cacheBrand(db, messages, env);
  const newOrders = cacheNewOrders(db, { providers: ["stripe"], setting: env.newOrders });
  const mail = createMailer({ smtpUrl: mailbox.smtpUrl, from: env.mailFrom, fromName: () => brand.choice.name });
  const jobs = await startJobs(database.shopUrl, log);
  let fixed: Date | undefined;
  const chain = { secretKey: randomBytes(32), genesisTime: Math.floor(Date.now() / 1000) - 86_400 * 365 };

  return {
    env,
    log,
    pool,
    db,
    reads: db,
    databaseMonitor: { isUp: true, check: async () => true, onGone: () => () => undefined, stop: async () => undefined },
    metrics: createMetrics(pool),
    tracing: undefined,
    workers: ALONE,
    jobs,
    payments: connectPayments({ stripe: { secretKey, webhookSecret, baseUrl: simulator.url } }, { steering: newOrders }),
    newOrders,
    mail,
    mailbox,
    outgoing: createOutgoing({ allowLoopback: true, timeoutMs: 500 }),
    media: createMedia(folderStore(mediaFolder(folder))),
    sharePictures: createSharePictures(),
    beacon: promptBeacon(chain, () => fixed ?? new Date()),
    timestamps: demoTimestamper({ random: randomBytes, now: () => fixed ?? new Date() }),
    messages,
    brand,
    texts: cacheTexts(db),
    authSecret: "a secret of the tests, 32 characters and more",
    previousAuthSecret: env.previousAuthSecret,
    lastingSecret: "a lasting secret of the tests, which never changes",
    passwordCost: { memory: 64, passes: 1, parallelism: 1 },
    publicUrl: "http://localhost:3000",
    now: () => fixed ?? new Date(),
    pause: (ms) => sleep(ms),
    random: randomBytes,
    setNow: (date) => {
      fixed = date;
    },
    simulatorUrl: simulator.url,
    databaseUrl: database.shopUrl,
    ownerUrl: database.url,
    owner,
    async close({ broken } = { broken: [] }) {
      await jobs.stop();
      // A test may have replaced `media`.
      const brokenFound = await findBrokenInvariants({ db, media: this.media }).catch((error: unknown) => [
        { id: String(error) },
      ]);
      await simulator.stop();
      await mail.close();
      await mailbox.stop();
      await pool.end();
      await owner.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
      if (nested.length > 0) throw new Error(nested.join("\n"));
      const undeclared = brokenFound.filter(({ id }) => !broken.includes(id));
      if (undeclared.length > 0) throw new Error(`The tests have left invariants broken: ${JSON.stringify(undeclared, null, 2)}`);
      const intact = broken.filter((id) => brokenFound.every((each) => each.id !== id));
      if (intact.length > 0) throw new Error(`Declared broken, but intact: ${intact.join(", ")}`);
    },
  };
}

/** Runs a statement on the tests' server, such as CREATE or DROP DATABASE. */
export async function administer(statement: string): Promise<void> {
  const server = Object.assign(new URL(inject("templateUrl")), { pathname: "/postgres" });
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export function dropDatabase(name: string): Promise<void> {
  return administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** A migrated, empty database: its address for the owner of the tables and for the shop. */
export async function copyTemplate(): Promise<{ url: string; shopUrl: string; drop(): Promise<void> }> {
  const template = new URL(inject("templateUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // The default strategy also writes every page to the WAL.
  await administer(`CREATE DATABASE ${name} TEMPLATE "${template.pathname.slice(1)}" STRATEGY FILE_COPY`);
  const named = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  return { url: named(inject("templateUrl")), shopUrl: named(inject("templateShopUrl")), drop: () => dropDatabase(name) };
}
