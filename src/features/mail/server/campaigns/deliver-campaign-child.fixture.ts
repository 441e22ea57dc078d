/** For tests: sends a campaign in a minimal process until it is done or killed, without React. */
import { randomBytes } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { createLog } from "#platform/log.server.ts";
import { createMailer } from "#platform/mail/mail.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { plainLetters } from "./campaigns.fixture.ts";
import { deliverCampaign } from "./deliver-campaign.ts";

const env = readEnv();
const log = createLog("fatal");
const pool = openPool(env.databaseUrl ?? "", log, 4);
const mail = createMailer({ smtpUrl: env.smtpUrl ?? "", from: env.mailFrom });
const known: Partial<Ctx> = {
  env,
  log,
  pool,
  mail,
  db: openDb(pool),
  jobs: { stopping: new AbortController().signal, send: async () => undefined } as unknown as Ctx["jobs"],
  lastingSecret: "a secret of the tests, 32 characters and more",
  publicUrl: "http://localhost:3000",
  now: () => new Date(),
  random: randomBytes,
};

await deliverCampaign(known as Ctx, process.argv[2] ?? "", plainLetters);
await mail.close();
await pool.end();
