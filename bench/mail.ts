/**
 * A campaign's mails a second (rows, consent, rendering, sending, recording), against nodemailer's own pool;
 * and the selection among many people. `npm run bench -- mail [mails] [people]`
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@concours/embedded-postgres";
import { createTransport, type SendMailOptions } from "nodemailer";
import { makeLottery } from "#demo/makers.ts";
import type { Draft, Prepare } from "#features/mail/server/campaigns/campaign-draft.ts";
import { controlCampaign } from "#features/mail/server/campaigns/control-campaign.ts";
import { createCampaign } from "#features/mail/server/campaigns/create-campaign.ts";
import { deliverCampaign } from "#features/mail/server/campaigns/deliver-campaign.ts";
import { listRecipients } from "#features/mail/server/campaigns/list-recipients.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { createLog } from "#platform/log.server.ts";
import { CONNECTIONS, createMailer } from "#platform/mail/mail.server.ts";
import { openDb, openPool } from "#platform/postgres/db.server.ts";
import { migrate } from "#platform/postgres/migrate.server.ts";
import { stopsWithBench } from "./interruption.ts";

const mails = Number(process.argv[2] ?? 3_000);
/** As many of them as there are mails agreed to advertising. */
const people = Number(process.argv[3] ?? 100_000);
const ROUNDS = 3;
const log = createLog("error");
const env = readEnv({ NODE_ENV: "test", MAILS_PER_SECOND: "10000" });

/** As long as a real campaign's mail, which only the bundle can render, and assembled in the same way. */
const prepare: Prepare = async (_, { subject }) => {
  const html = `<!doctype html><p>NAME</p>${'<td style="padding: 0 28px">Valmont GT-10, d’une valeur de 148 000 £</td>\n'.repeat(95)}<a href="LEAVE">`;
  const text = `NAME\n\n${"Valmont GT-10, d’une valeur de 148 000 £\n".repeat(20)}LEAVE\n`;
  return ({ firstName, unsubscribeUrl }) => {
    const fill = (words: string) => words.replaceAll("NAME", () => firstName).replaceAll("LEAVE", () => unsubscribeUrl);
    return { subject, html: fill(html), text: fill(text) };
  };
};
const draft: Omit<Draft, "lotteryId"> = {
  template: "lottery-launch",
  subject: "Un nouveau tirage",
  content: "Bonjour {{firstName}}",
};

const sink = spawn(process.execPath, [join(import.meta.dirname, "mail-sink.ts")], { stdio: ["ignore", "pipe", "inherit"] });
const stopSink = stopsWithBench(async () => sink.kill());
const [port] = (await once(sink.stdout, "data")) as [Buffer];
const smtpUrl = `smtp://127.0.0.1:${Number(port)}`;
const dataDir = await mkdtemp(join(tmpdir(), "concours-bench-mail-"));
const postgres = await startEmbeddedPostgres({ dataDir, log });
const stopPostgres = stopsWithBench(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});
await migrate(postgres.url, log);
const pool = openPool(postgres.url, log);
const mail = createMailer({ smtpUrl, from: env.mailFrom });
const jobs = { stopping: new AbortController().signal, send: async () => undefined } as unknown as Ctx["jobs"];
const known: Partial<Ctx> = {
  env,
  log,
  pool,
  mail,
  jobs,
  db: openDb(pool),
  lastingSecret: "a secret of the bench, 32 characters and more",
  publicUrl: "http://localhost:3000",
  now: () => new Date(),
  random: randomBytes,
};
const ctx = known as Ctx;
try {
  const lotteryId = await makeLottery(ctx);
  await pool.query(
    `INSERT INTO users (email, email_verified, first_name, marketing_opt_in) SELECT 'reader-' || n || '@example.com', true, 'Zoé', n <= $2::int
    FROM generate_series(1, $1::int) n`,
    [people, mails],
  );
  const sample = await sampleMail(lotteryId);
  await campaign(lotteryId);
  const rounds: { shop: number; floor: number }[] = [];
  for (let n = 0; n < ROUNDS; n += 1) rounds.push({ floor: await floor(sample), shop: await campaign(lotteryId) });
  const best = rounds.toSorted((a, b) => a.shop / a.floor - b.shop / b.floor)[Math.floor(ROUNDS / 2)];
  if (best)
    console.log(
      `${mails} mails of ${Math.round(JSON.stringify(sample).length / 1000)} kB: ${Math.round(best.shop)} a second; nodemailer's pool alone ${Math.round(best.floor)}; ratio ${(best.shop / best.floor).toFixed(2)} (median of ${ROUNDS})`,
    );
  await pool.query("UPDATE users SET marketing_opt_in = true");
  await pool.query("VACUUM ANALYZE users");
  const actor = { kind: "command" } as const;
  const asked = { template: draft.template, page: 1 };
  const list = await timed(() => listRecipients(ctx, actor, { ...asked, q: "" }));
  const search = await timed(() => listRecipients(ctx, actor, { ...asked, q: "r-99" }));
  const make = await timed(() => createCampaign(ctx, actor, { ...draft, lotteryId, recipients: { kind: "all" } }));
  console.log(
    `${people} people: a page of them ${list} ms, found by a search ${search} ms, a campaign for all of them made in ${make} ms`,
  );
} finally {
  await mail.close();
  await pool.end();
  await stopPostgres();
  await stopSink();
}

/** Mails a second of a whole campaign, from its start to its last row. */
async function campaign(lotteryId: string): Promise<number> {
  const made = await createCampaign(ctx, { kind: "command" }, { ...draft, lotteryId, recipients: { kind: "all" } });
  if (!made.ok) throw new Error(made.error);
  const { id } = made.value;
  await controlCampaign(ctx, { kind: "command" }, id, "start");
  const begun = performance.now();
  await deliverCampaign(ctx, id, prepare);
  const seconds = (performance.now() - begun) / 1000;
  const { rows } = await pool.query<{ sent: string }>(
    "SELECT count(*) AS sent FROM mails WHERE campaign_id = $1 AND state = 'sent'",
    [id],
  );
  if (Number(rows[0]?.sent) !== mails) throw new Error(`${rows[0]?.sent} of ${mails} were sent`);
  return mails / seconds;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return Math.round(performance.now() - begun);
}

/** One of the campaign's mails as the shop passes it to nodemailer. */
async function sampleMail(lotteryId: string): Promise<SendMailOptions> {
  const write = await prepare(ctx, { subject: draft.subject } as Parameters<Prepare>[1]);
  const url = `${ctx.publicUrl}/mail-preferences?token=${lotteryId}.${"x".repeat(43)}`;
  const headers = {
    "Auto-Submitted": "auto-generated",
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { ...write({ firstName: "Zoé", unsubscribeUrl: url }), headers };
}

/** Mails a second of nodemailer's pool with the same number of connections, queued mails, and TCP_NODELAY. */
async function floor(sample: SendMailOptions): Promise<number> {
  const transport = createTransport(
    { pool: true, url: smtpUrl, maxConnections: CONNECTIONS, maxMessages: 500 },
    { from: env.mailFrom },
  );
  let next = 0;
  const line = async () => {
    while (next < mails) {
      const n = next++;
      await transport.sendMail({ ...sample, to: `reader-${n}@example.com`, messageId: `<campaign.${n}@concours.test>` });
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: 50 }, line));
  const seconds = (performance.now() - begun) / 1000;
  transport.close();
  return mails / seconds;
}
