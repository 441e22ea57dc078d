/** The shop's use-cases in a second process on the same database, as a command beside a running shop. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cacheBrand } from "#platform/brand/brand.server.ts";
import { cacheTexts } from "#platform/brand/site-texts.server.ts";
import { type Ctx, connectBeacon, connectTimestamps } from "#platform/ctx.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { startJobs } from "#platform/jobs/jobs.server.ts";
import { createLog } from "#platform/log.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { openFileStore } from "#platform/media/open-file-store.server.ts";
import { createSharePictures } from "#platform/media/share-picture.server.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { createMetrics } from "#platform/metrics.server.ts";
import { cacheNewOrders } from "#platform/payments/cached-new-orders.server.ts";
import { connectPayments, PROVIDER_KINDS } from "#platform/payments/registry.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import { ALONE } from "#platform/workers.server.ts";
import type { ShopAddress } from "./shop.fixture.ts";

export type Beside = { readonly ctx: Ctx; close(): Promise<void> };

/** It sends no mail and runs no jobs. */
export async function connectBeside(shop: ShopAddress): Promise<Beside> {
  const env = readEnv({ NODE_ENV: "test", DATA_DIR: shop.dataDir, DATABASE_URL: shop.databaseUrl });
  const secrets = await loadSecrets(shop.dataDir, new Date());
  const log = createLog("fatal");
  const pool = openPool(shop.databaseUrl, log, 6);
  const jobs = await startJobs(shop.databaseUrl, log);
  const db = openDb(pool);
  const messages = readMessages(messagesFolder());
  const ctx: Ctx = {
    env,
    log,
    pool,
    db,
    reads: db,
    databaseMonitor: { isUp: true, check: async () => true, onGone: () => () => undefined, stop: async () => undefined },
    tracing: undefined,
    metrics: createMetrics(),
    workers: ALONE,
    jobs,
    payments: connectPayments({
      stripe: {
        secretKey: shop.paymentKey ?? secrets.stripeKey,
        webhookSecret: secrets.webhookSecret,
        baseUrl: shop.simulatorUrl,
      },
      ...(shop.checkoutUrl !== undefined && {
        checkout: { ...(shop.checkoutKeys ?? PROVIDER_KINDS.checkout.demoKeys(secrets)), baseUrl: shop.checkoutUrl },
      }),
    }),
    mail: {
      send: async () => {
        throw new Error("Mails are sent by the shop");
      },
      close: async () => undefined,
    },
    mailbox: undefined,
    outgoing: {
      refusalOf: () => undefined,
      post: async () => {
        throw new Error("Webhooks are sent by the shop");
      },
    },
    media: createMedia(await openFileStore({ ...env, dataDir: shop.dataDir })),
    sharePictures: createSharePictures(),
    beacon: connectBeacon(env, secrets),
    timestamps: connectTimestamps(env),
    messages,
    brand: cacheBrand(db, messages, env),
    texts: cacheTexts(db),
    newOrders: cacheNewOrders(db, { providers: ["stripe"], setting: undefined }),
    authSecret: secrets.authSecret,
    previousAuthSecret: undefined,
    lastingSecret: secrets.authSecret,
    publicUrl: shop.url,
    now: () => new Date(),
    pause: (ms) => sleep(ms),
    random: randomBytes,
  };
  return {
    ctx,
    async close() {
      await jobs.stop();
      await pool.end();
    },
  };
}
