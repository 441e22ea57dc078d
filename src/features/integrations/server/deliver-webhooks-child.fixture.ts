/** A process for tests that delivers webhooks until it is killed. Uses DATABASE_URL. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cacheBrand } from "#platform/brand/brand.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { createLog } from "#platform/log.server.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { createOutgoing } from "#platform/outgoing/outgoing.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";

const env = readEnv();
const log = createLog("fatal");
const pool = openPool(env.databaseUrl ?? "", log, 4);
const db = openDb(pool);
const known: Partial<Ctx> = {
  env,
  log,
  db,
  brand: cacheBrand(db, readMessages(messagesFolder()), env),
  outgoing: createOutgoing({ allowLoopback: true }),
  lastingSecret: "a lasting secret of the tests, which never changes",
  now: () => new Date(),
  pause: (ms) => sleep(ms),
  random: randomBytes,
};

await deliverWebhooks(known as Ctx);
await pool.end();
