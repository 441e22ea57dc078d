/** External services that accept connections and never answer. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { copyTemplate } from "./ctx.fixture.ts";
import { startDatabaseMonitor } from "./jobs/database-monitor.server.ts";
import { startJobs } from "./jobs/jobs.server.ts";
import { createLog } from "./log.server.ts";
import { createMailer } from "./mail/mail.server.ts";
import { startSmtpSink } from "./mail/smtp-sink.fixture.ts";
import { connectStripe } from "./payments/stripe/stripe.server.ts";
import { openDb, openPool, terminateOn } from "./postgres/db.server.ts";
import { type FaultProxy, startFaultProxy } from "./postgres/fixtures/fault-proxy.fixture.ts";

const SHORT_MS = 300;
/** Shorter than any default timeout. */
const SOON = { timeout: 15_000 };
const log = createLog("fatal");

describe("a database", () => {
  let database: Awaited<ReturnType<typeof copyTemplate>>;
  let wire: FaultProxy;
  let url: string;
  beforeAll(async () => {
    database = await copyTemplate();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const direct = new URL(inject("templateUrl"));
    wire = await startFaultProxy({ path: `${direct.searchParams.get("host")}/.s.PGSQL.5432` });
    url = `postgresql://${direct.username}@127.0.0.1:${wire.port}${new URL(database.url).pathname}?sslmode=disable`;
  });
  afterEach(() => wire.close());

  it("that accepts connections silently", SOON, async () => {
    const pool = openPool(url, log, 1, { connectMs: SHORT_MS });
    wire.silence();
    await expect(pool.query("SELECT 1")).rejects.toThrow(/timeout/);
    await pool.end();
  });

  it("that never finishes a statement", SOON, async () => {
    const pool = openPool(url, log, 1, { statementMs: SHORT_MS });
    await expect(pool.query("SELECT pg_sleep(600)")).rejects.toThrow("statement timeout");
    await pool.end();
  });

  it("releases the locks of a silent shop, and grants them to no other dead connection", SOON, async () => {
    const crowd = 12;
    const silent = openPool(url, log, crowd + 1, { lockMs: SHORT_MS, idleInTransactionMs: 3 * SHORT_MS });
    const other = openPool(database.url, log, 1);
    const lock = async () => {
      const client = await silent.connect();
      await client.query("BEGIN");
      const locked = client.query("LOCK TABLE lotteries");
      locked.catch(() => undefined);
      return { client, locked };
    };
    const first = await lock();
    await first.locked;
    const waiting = await Promise.all(Array.from({ length: crowd }, lock));
    wire.forget();
    const begun = performance.now();
    expect((await other.query("SELECT FROM lotteries")).rowCount).toBe(0);
    // One after the other would take thirteen times as long.
    expect(performance.now() - begun).toBeLessThan((crowd - 2) * 3 * SHORT_MS);
    for (const { client } of [first, ...waiting]) client.release(true);
    await Promise.all([silent.end(), other.end()]);
  });

  it("whose machine is replaced by another", SOON, async () => {
    const pool = openPool(url, log, 2);
    const databaseMonitor = startDatabaseMonitor({ url, log, terminate: terminateOn(pool), answerMs: SHORT_MS });
    const db = openDb(pool);
    await databaseMonitor.check();
    await pool.query("SELECT 1");
    wire.forget();
    const waiting = db.selectFrom("users").select("id").execute();
    waiting.catch(() => undefined);
    // One check finds silence; the next finds the new machine and closes the connections to the old one.
    await expect.poll(() => databaseMonitor.check(), { timeout: 10_000 }).toBe(true);
    await expect(waiting).rejects.toThrow(/terminated/);
    expect((await pool.query("SELECT 1")).rowCount).toBe(1);
    await databaseMonitor.stop();
    await pool.end();
  });

  it("that refuses writes counts as down", SOON, async () => {
    const name = new URL(database.url).pathname.slice(1);
    const change = async (way: string) => {
      const pool = openPool(database.url, log, 1);
      await pool.query(`BEGIN READ WRITE; ALTER DATABASE "${name}" ${way}; COMMIT`);
      await pool.end();
    };
    await change("SET default_transaction_read_only = on");
    const monitor = startDatabaseMonitor({
      url: database.url,
      log,
      terminate: { all: () => undefined, silent: async () => undefined },
    });
    try {
      expect(await monitor.check()).toBe(false);
      await change("RESET default_transaction_read_only");
      expect(await monitor.check()).toBe(true);
    } finally {
      await change("RESET default_transaction_read_only");
      await monitor.stop();
    }
  });

  it("that answers again after a silence keeps its connections", SOON, async () => {
    const pool = openPool(url, log, 1);
    const terminate = terminateOn(pool);
    const { rows: before } = await pool.query("SELECT pg_backend_pid() AS pid");
    let isOver = false;
    // Long enough for a machine that is busy with something else.
    const looking = terminate.silent(2_000).then(() => (isOver = true));
    while (!isOver) await pool.query("SELECT 1");
    await looking;
    expect((await pool.query("SELECT pg_backend_pid() AS pid")).rows).toEqual(before);
    await pool.end();
  });

  it("and the queues, which continue over new connections", { timeout: 60_000 }, async () => {
    const sender = await startJobs(database.url, log);
    const jobs = await startJobs(url, log, undefined, 3_000);
    const pool = openPool(database.url, log, 1);
    const done: string[] = [];
    await jobs.work("refund", async ({ orderId }) => void done.push(orderId));
    wire.forget();
    await openDb(pool)
      .transaction()
      .execute((tx) => sender.send(tx, "refund", { orderId: "a" }));
    await expect.poll(() => done, { timeout: 45_000 }).toEqual(["a"]);
    await Promise.all([jobs.stop(), sender.stop()]);
    await pool.end();
  });

  it("and the queues, which stop all the same", SOON, async () => {
    const jobs = await startJobs(url, log);
    await jobs.work("refund", () => Promise.resolve());
    wire.forget();
    await jobs.stop();
  });
});

/** Accepts connections and never replies. `count`: the number of connections. */
async function startSilentServer(): Promise<{ port: number; count(): number; close(): Promise<void> }> {
  const lines: Socket[] = [];
  const server = createServer((line) => lines.push(line)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has one");
  return {
    port: address.port,
    count: () => lines.length,
    async close() {
      for (const line of lines) line.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

it("a silent payment provider is an error after three attempts", SOON, async () => {
  await using undo = new AsyncDisposableStack();
  const server = await startSilentServer();
  undo.defer(() => server.close());
  const settings = { secretKey: "sk_test_silence", webhookSecret: "whsec_silence", timeoutMs: SHORT_MS };
  const payments = connectStripe({ ...settings, baseUrl: `http://127.0.0.1:${server.port}` });
  await expect(payments.getPage("cs_silent")).rejects.toThrow(/aborted|timed? ?out/i);
  expect(server.count()).toBe(3);
});

describe("a mail server", () => {
  const timeouts = { connectMs: SHORT_MS, silenceMs: SHORT_MS, longestMs: 3 * SHORT_MS };
  const mail = { to: "amelia@example.com", subject: "News", html: "<p>News</p>", text: "News", messageId: "news.1" };
  const send = async (smtpUrl: string) => {
    const mailer = createMailer({ smtpUrl, from: "Concours <tickets@concours.test>", timeouts });
    return mailer.send(mail).finally(() => mailer.close());
  };

  it("that greets nobody has not taken the mail", SOON, async () => {
    await using undo = new AsyncDisposableStack();
    const server = await startSilentServer();
    undo.defer(() => server.close());
    expect(await send(`smtp://127.0.0.1:${server.port}`)).toMatchObject({ ok: false, error: "temporary" });
  });

  it("that is silent after the mail's content may have accepted it", SOON, async () => {
    await using undo = new AsyncDisposableStack();
    const sink = await startSmtpSink({ fault: () => "silent" });
    undo.defer(() => sink.close());
    expect(await send(sink.url)).toMatchObject({ ok: false, error: "uncertain" });
    expect([...sink.accepted]).toEqual([[mail.to, 1]]);
  });
});
