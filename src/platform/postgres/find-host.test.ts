/** A database with two hosts, real ones: the shop writes to the primary, wherever it is. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions, PeerCertificate } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { takeBackup } from "../backup/backup.server.ts";
import { startDatabaseMonitor } from "../jobs/database-monitor.server.ts";
import { startJobs } from "../jobs/jobs.server.ts";
import { createLog } from "../log.server.ts";
import { folderStore } from "../media/media-folder.server.ts";
import { openDb, openPool, terminateOn } from "./db.server.ts";
import { withClient } from "./db-client.server.ts";
import { connectionTo } from "./find-host.server.ts";
import { prepareDatabase } from "./prepare-database.server.ts";
import { type Pair, startPair } from "./standby.fixture.ts";

const SOON = { timeout: 20_000, interval: 50 };
const log = createLog("silent");
let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
  await pair.one.ask("CREATE TABLE sold (id bigint GENERATED ALWAYS AS IDENTITY, by_port int DEFAULT inet_server_port())");
  await vi.waitFor(() => pair.two.ask("SELECT FROM sold"), SOON);
}, 60_000);
afterAll(() => pair.stop());

/** The standby first. */
const urlOf = (target?: string, last = "one") =>
  `postgresql://postgres@127.0.0.1:${pair.two.port},127.0.0.1:${pair[last as "one"].port}/postgres?sslmode=disable${target ? `&target_session_attrs=${target}` : ""}`;
const portOf = (url: string) =>
  withClient(url, async (client) => (await client.query<{ port: number }>("SELECT inet_server_port() AS port")).rows[0]?.port);

describe("several hosts", () => {
  it.each(["read-write", "primary", undefined])("are tried for the one that can be written: %s", async (target) => {
    expect(await portOf(urlOf(target))).toBe(pair.one.port);
  });

  it.each(["standby", "read-only", "prefer-standby", "any"])("are tried for %s where the address says so", async (target) => {
    expect(await portOf(urlOf(target))).toBe(pair.two.port);
  });

  it("each say why they are not the one", async () => {
    const { port } = pair.two;
    const url = `postgresql://postgres@127.0.0.1:${port},127.0.0.1:1/postgres?sslmode=disable&target_session_attrs=primary`;
    await expect(portOf(url)).rejects.toThrow(
      new RegExp(`is primary: 127.0.0.1:${port} is a standby; 127.0.0.1:1 .*ECONNREFUSED`),
    );
  });

  it("have certificates of which each is good for all, and no other", () => {
    const { ssl } = connectionTo("postgres://one.example,two.example/shop?sslmode=verify-full");
    const check = (name: string) =>
      (ssl as ConnectionOptions).checkServerIdentity?.("one.example", { subjectaltname: `DNS:${name}` } as PeerCertificate);
    expect([check("one.example"), check("two.example")]).toEqual([undefined, undefined]);
    expect(check("three.example")).toBeInstanceOf(Error);
    expect(connectionTo("postgres://one.example,two.example/shop?sslmode=disable").ssl).toBe(false);
  });

  it("serve all that connects: migrations, queues, commands, backups", { timeout: 60_000 }, async () => {
    const url = urlOf();
    await prepareDatabase({ url, ownerUrl: url }, log);
    const jobs = await startJobs(url, log);
    const pool = openPool(url, log, 2);
    const folder = await mkdtemp(join(tmpdir(), "concours-hosts-"));
    try {
      const done = Promise.withResolvers<string>();
      await jobs.work("contact-mail", async ({ messageId }) => done.resolve(messageId));
      const data = { messageId: "told", withReceipt: false };
      await openDb(pool)
        .transaction()
        .execute((tx) => jobs.send(tx, "contact-mail", data));
      expect(await done.promise).toBe("told");
      const store = folderStore(join(folder, "media"));
      const backup = { url, dataDir: folder, store, isDemo: false, folder: join(folder, "backup"), now: new Date() };
      expect((await takeBackup(backup)).manifest.migrations.length).toBeGreaterThan(0);
    } finally {
      await jobs.stop();
      await pool.end();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe("a server that turns out to be a standby", () => {
  it("is left: its connection breaks, and counts as a database that was gone", async () => {
    const begun = performance.now();
    const pool = openPool(pair.two.url, log, 1);
    try {
      await expect(pool.query("INSERT INTO sold DEFAULT VALUES")).rejects.toMatchObject({ code: "25006" });
      await expect.poll(() => pool.totalCount, SOON).toBe(0);
      expect(pool.troubleSince(begun)).toBe("gone");
    } finally {
      await pool.end();
    }
  });

  it("is no database to sell on", async () => {
    const monitor = startDatabaseMonitor({
      url: pair.two.url,
      log,
      terminate: { all: () => undefined, silent: async () => undefined },
    });
    expect(await monitor.check()).toBe(false);
    await monitor.stop();
  });
});

describe("a primary that freezes", () => {
  it("is left for the standby that was promoted, with every connection to it", { timeout: 60_000 }, async () => {
    const pool = openPool(urlOf("read-write"), log, 4);
    terminateOn(pool);
    try {
      const sell = () => pool.query<{ by_port: number }>("INSERT INTO sold DEFAULT VALUES RETURNING by_port");
      expect((await sell()).rows).toEqual([{ by_port: pair.one.port }]);
      pair.one.signal("SIGSTOP");
      const waiting = sell();
      waiting.catch(() => undefined);
      await pair.two.ask("SELECT pg_promote()");
      // Somebody needs another connection, and finds out.
      expect((await sell()).rows).toEqual([{ by_port: pair.two.port }]);
      await expect(waiting).rejects.toThrow();
      pair.one.signal("SIGCONT");
      await pair.one.kill();
      const all = await Promise.all(Array.from({ length: 8 }, sell));
      expect(new Set(all.map(({ rows }) => rows[0]?.by_port))).toEqual(new Set([pair.two.port]));
    } finally {
      await pool.end();
    }
  });
});
