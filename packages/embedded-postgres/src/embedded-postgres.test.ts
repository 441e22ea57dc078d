/** The embedded database survives kills, tested with real processes, signals and files. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { findBinaries, prepareNative } from "./binaries.ts";
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./index.ts";
import { DataInUseError, lockData } from "./lock.ts";
import { memoryFolder } from "./memory-folder.ts";
import { chooseUser, type RunUser, runAs, shellAgrees } from "./user.ts";

const PROGRAM = fileURLToPath(new URL("embedded-postgres.fixture.ts", import.meta.url));
const NOBODY: RunUser = { uid: 65534, gid: 65534, switches: true };
const isRoot = process.geteuid?.() === 0;
const nobodyCanRunShop =
  isRoot && (await shellAgrees(NOBODY, 'test -r "$1"', PROGRAM)) && (await shellAgrees(NOBODY, 'test -x "$1"', process.execPath));

const execute = promisify(execFile);

let template: string;
let folder: string;
let undo: (() => unknown)[];

beforeEach(async () => {
  folder = await mkdtemp(join(await memoryFolder(), "embedded-postgres-test-"));
  undo = [];
});

afterEach(async () => {
  for (const step of undo.reverse()) await step();
  await rm(folder, { recursive: true, force: true });
});

beforeAll(async () => {
  template = await mkdtemp(join(await memoryFolder(), "embedded-postgres-test-"));
  await chmod(template, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: template, settings: { fsync: "off" } });
  await postgres.stop();
});

afterAll(() => rm(template, { recursive: true }));

/** A copy of data from an earlier start, which is faster than creating it. */
async function madeData(dataDir = join(folder, "data")): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true });
  await execute("cp", ["-a", template, dataDir]);
  return dataDir;
}

/** Starts in this process; stopped after the test. */
async function start(options: Partial<EmbeddedPostgresOptions> = {}) {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "data"), ...options });
  undo.push(() => postgres.stop());
  return postgres;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  // A connection that breaks between two queries emits an error, which would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

type Shop = { child: ChildProcess; url: string; pid: number; version: string; milliseconds: number; acknowledged: number[] };

/** Starts a separate process on the data, and waits until its database answers. */
async function startShop(dataDir: string, flags: string[] = [], as?: RunUser): Promise<Shop> {
  const child = spawn(process.execPath, [PROGRAM, dataDir, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    ...(as && { uid: as.uid, gid: as.gid }),
  });
  undo.push(() => end(child, "SIGKILL"));
  let errors = "";
  child.stderr?.on("data", (text) => {
    errors += text;
  });
  const acknowledged: number[] = [];
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout ?? process.stdin }).on("line", (line) => {
      const message = JSON.parse(line);
      if (message.ready) resolve({ ...message, child, acknowledged });
      else acknowledged.push(Number(message.id));
    });
    child.once("exit", () => reject(new Error(errors)));
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill(signal);
  await closed;
}

/** A zombie, which has ended but was not reaped by its parent, is not alive. */
async function isAlive(pid: number): Promise<boolean> {
  const state = await execute("ps", ["-o", "stat=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return /^[^Z\s]/.test(state.stdout);
}

describe("a start", () => {
  test("creates the data within 10 s, and opens it again within 2 s", async () => {
    const first = performance.now();
    const made = await startEmbeddedPostgres({ dataDir: join(folder, "data") });
    expect(performance.now() - first).toBeLessThan(10_000);
    await query(made.url, "CREATE TABLE kept AS SELECT 7 AS n");
    await made.stop();

    const second = performance.now();
    const { url } = await start();
    expect(performance.now() - second).toBeLessThan(2_000);
    expect(await query(url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  });

  test("is durable, verifies page checksums and listens on no network port", async () => {
    const { url, version } = await start({ database: "tickets" });
    const names = [
      "fsync",
      "synchronous_commit",
      "full_page_writes",
      "data_checksums",
      "server_encoding",
      "listen_addresses",
      "TimeZone",
    ];
    const rows = await query(url, `SELECT name, setting FROM pg_settings WHERE name IN ('${names.join("','")}')`);
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      data_checksums: "on",
      server_encoding: "UTF8",
      listen_addresses: "",
      TimeZone: "UTC",
    });
    expect(await query(url, "SELECT current_database() AS name, upper('é') AS upper, 'É' < 'é' AS bytes")).toEqual([
      { name: "tickets", upper: "É", bytes: true },
    ]);
    expect(await query(url, "SHOW server_version")).toEqual([{ server_version: expect.stringContaining(version) }]);
  });

  test("lets the shop create databases but not run programs", async () => {
    await madeData();
    const { url } = await start({ settings: { fsync: "off" } });
    await query(url, "CREATE DATABASE another");
    await expect(query(url, "COPY (SELECT 1) TO PROGRAM 'cat'")).rejects.toThrow(/permission denied/);
  });

  test("accepts settings in any spelling, and refuses one that injects another", async () => {
    await madeData();
    const { url } = await start({ settings: { fsync: "off", cluster_name: "it's a \\ test" } });
    expect(await query(url, "SHOW fsync")).toEqual([{ fsync: "off" }]);
    expect(await query(url, "SHOW cluster_name")).toEqual([{ cluster_name: "it's a \\ test" }]);
    await expect(start({ dataDir: join(folder, "other"), settings: { fsync: "off'\nport = '1" } })).rejects.toThrow(/one line/);
  });

  test("reports PostgreSQL's error if it does not start, and leaves nothing running or locked", async () => {
    await madeData();
    await expect(start({ settings: { shared_buffers: "plenty" } })).rejects.toThrow(/shared_buffers/);
    const { url } = await start();
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("works in a folder whose path is too long for a socket", async () => {
    const { url } = await start({
      dataDir: await madeData(join(folder, "a".repeat(200), "b c'\"".repeat(20))),
      settings: { fsync: "off" },
    });
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("runs beside others on the same machine", async () => {
    await madeData();
    const one = await start({ settings: { fsync: "off" } });
    const two = await start({ dataDir: await madeData(join(folder, "two")), settings: { fsync: "off" } });
    await query(one.url, "CREATE TABLE only_here ()");
    expect(await query(two.url, "SELECT to_regclass('only_here') AS found")).toEqual([{ found: null }]);
  });

  test("creates the data again after an interrupted creation", async () => {
    const draft = join(folder, "data", "cluster.new");
    await mkdir(join(draft, "base"), { recursive: true });
    await writeFile(join(draft, "PG_VERSION"), "18\n");
    const { url } = await start();
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await readdir(join(folder, "data"))).not.toContain("cluster.new");
  });

  test("creates the data again after a SIGKILL during the creation", async () => {
    const dataDir = join(folder, "data");
    const shop = spawn(process.execPath, [PROGRAM, dataDir], { stdio: "ignore" });
    await vi.waitUntil(
      async () => (await readdir(join(dataDir, "cluster.new")).catch((): string[] => [])).includes("PG_VERSION"),
      { interval: 5, timeout: 15_000 },
    );
    await end(shop, "SIGKILL");
    expect(await readdir(dataDir)).not.toContain("cluster");
    const { url } = await start();
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});

describe("a second shop on the same data", () => {
  test("is refused with the folder and the process while the first lives, and succeeds afterwards", async () => {
    const dataDir = await madeData();
    const shop = await startShop(dataDir);
    const refusal = await start().catch((error) => error);
    expect(refusal).toBeInstanceOf(DataInUseError);
    expect(refusal.message).toContain(dataDir);
    expect(refusal.message).toContain(`process ${shop.child.pid}`);
    expect(await query(refusal.holder.url, "SELECT count(*)::int AS n FROM acknowledged")).toEqual([{ n: 0 }]);

    await end(shop.child, "SIGTERM");
    expect(await isAlive(shop.pid)).toBe(false);
    const { url } = await start();
    expect(await query(url, "SELECT count(*)::int AS n FROM acknowledged")).toEqual([{ n: 0 }]);
  });

  test("is refused by the lock, not by a recorded process id that another process may have", async () => {
    await writeFile(join(folder, "running.json"), JSON.stringify({ pid: process.pid }));
    const lock = await lockData(folder);
    await expect(lockData(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    await lock.release();
    await (await lockData(folder)).release();
  });
});

describe("kill -9", () => {
  test("of the shop loses no acknowledged row, and leaves nothing behind after the next start", async () => {
    const dataDir = await madeData();
    const shop = await startShop(dataDir, ["--write"]);
    await vi.waitUntil(() => shop.acknowledged.length >= 200, { timeout: 10_000 });
    await end(shop.child, "SIGKILL");
    expect(await isAlive(shop.pid)).toBe(true);

    const began = performance.now();
    const { url } = await start();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await isAlive(shop.pid)).toBe(false);
    const rows = await query(url, "SELECT id::int FROM acknowledged");
    const kept = new Set(rows.map((row) => row.id));
    expect(shop.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    await expect(lstat(new URL(shop.url).searchParams.get("host") ?? "")).rejects.toThrow(/ENOENT/);
  });

  test("of the shop and its database together loses no acknowledged row", async () => {
    const dataDir = await madeData();
    const shop = await startShop(dataDir, ["--write"]);
    await vi.waitUntil(() => shop.acknowledged.length >= 200, { timeout: 10_000 });
    process.kill(shop.pid, "SIGKILL");
    await end(shop.child, "SIGKILL");
    const { url } = await start();
    const kept = new Set((await query(url, "SELECT id::int FROM acknowledged")).map((row) => row.id));
    expect(shop.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  test("of the database restarts it at the same address, with every row, during a running query", async () => {
    await madeData();
    const error = vi.fn();
    const postgres = await start({ log: { info() {}, warn() {}, error } });
    await query(postgres.url, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n");
    // A backend in a busy loop does not notice that its postmaster has ended.
    const busy = query(postgres.url, "DO $$ BEGIN LOOP END LOOP; END $$").catch((reason: Error) => reason);
    await vi.waitUntil(
      async () => (await query(postgres.url, "SELECT FROM pg_stat_activity WHERE query LIKE '%LOOP%'")).length > 1,
    );
    const killed = postgres.pid;
    process.kill(killed, "SIGKILL");

    const count = await vi.waitFor(() => query(postgres.url, "SELECT count(*)::int AS n FROM kept"), {
      timeout: 10_000,
      interval: 50,
    });
    expect(count).toEqual([{ n: 1000 }]);
    await vi.waitUntil(() => postgres.pid !== killed);
    expect(await busy).toBeInstanceOf(Error);
    expect(error).toHaveBeenCalledWith(expect.stringContaining("ended unexpectedly (SIGKILL)"));
  });

  test("leaves a pid file that the next start ignores if another process has that id", async () => {
    const dataDir = await madeData();
    const postgres = await startEmbeddedPostgres({ dataDir });
    const pidFile = join(dataDir, "cluster", "postmaster.pid");
    const left = await readFile(pidFile, "utf8");
    await postgres.stop();
    const { uid, gid } = await lstat(join(dataDir, "cluster"));
    const stranger = spawn("sleep", ["60"], { stdio: "ignore", ...(isRoot && { uid, gid }) });
    undo.push(() => end(stranger, "SIGKILL"));
    await writeFile(pidFile, left.replace(/^\d+/, String(stranger.pid)));

    const { url } = await start();
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await isAlive(stranger.pid ?? 0)).toBe(true);
  });
});

describe("a stop", () => {
  test("ends every process and removes socket, lock and pid file", async () => {
    await madeData();
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "data"), settings: { fsync: "off" } });
    const sockets = new URL(postgres.url).searchParams.get("host") ?? "";
    expect((await lstat(sockets)).mode & 0o777).toBe(0o700);
    const { pid } = postgres;
    await Promise.all([postgres.stop(), postgres.stop()]);
    expect(await isAlive(pid)).toBe(false);
    await expect(lstat(sockets)).rejects.toThrow(/ENOENT/);
    expect((await readdir(join(folder, "data"))).sort()).toEqual(["cluster", "lock"]);
    expect(await readdir(join(folder, "data", "cluster"))).not.toContain("postmaster.pid");
  });

  test("happens also when the shop exits without requesting it, as after an uncaught error", async () => {
    const shop = await startShop(await madeData(), ["--exit"]);
    await vi.waitUntil(async () => !(await isAlive(shop.pid)), { timeout: 10_000 });
    expect(await readdir(join(folder, "data", "cluster"))).not.toContain("postmaster.pid");
    await start();
    await expect(lstat(new URL(shop.url).searchParams.get("host") ?? "")).rejects.toThrow(/ENOENT/);
  });

  test("is final, also during a restart", async () => {
    const error = vi.fn();
    const postgres = await start({ dataDir: await madeData(), log: { info() {}, warn() {}, error } });
    process.kill(postgres.pid, "SIGKILL");
    await vi.waitUntil(() => error.mock.calls.length > 0);
    await postgres.stop();
    const warn = vi.fn();
    const next = await start({ log: { info() {}, warn, error } });
    expect(await query(next.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(warn).not.toHaveBeenCalledWith(expect.stringContaining("earlier start still runs"));
  });

  test("comes only from the shop: signals to its process group do not reach the database", async () => {
    await madeData();
    const postgres = await start({ settings: { fsync: "off" } });
    const groupOf = async (pid: number) => (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /, "").split(" ")[2];
    expect(await groupOf(postgres.pid)).toBe(String(postgres.pid));
    expect(await groupOf(postgres.pid)).not.toBe(await groupOf(process.pid));
  });
});

describe("users", () => {
  test.runIf(isRoot)("as root, it runs as another user, and only that user may read the data", async () => {
    await madeData();
    const postgres = await start({ settings: { fsync: "off" } });
    const owner = await lstat(`/proc/${postgres.pid}`);
    expect(owner.uid).not.toBe(0);
    const cluster = await lstat(join(folder, "data", "cluster"));
    expect([cluster.uid, cluster.mode & 0o777]).toEqual([owner.uid, 0o700]);
  });

  test.runIf(isRoot)("as root, it works in a folder that only root can enter", async () => {
    await madeData();
    await chmod(folder, 0o700);
    const { url } = await start({ settings: { fsync: "off" } });
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test.runIf(isRoot)("as root, it takes over data restored from a backup as root", async () => {
    await madeData();
    for (const entry of ["", ...(await readdir(join(folder, "data", "cluster"), { recursive: true }))]) {
      await chown(join(folder, "data", "cluster", entry), 0, 0);
    }
    const { url } = await start();
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test.runIf(nobodyCanRunShop)("as an ordinary user, it starts within 10 s, again within 2 s, and keeps that user", async () => {
    await chmod(folder, 0o755);
    const dataDir = join(folder, "data");
    await mkdir(dataDir);
    await chown(dataDir, NOBODY.uid, NOBODY.gid);
    const first = await startShop(dataDir, [], NOBODY);
    expect(first.milliseconds).toBeLessThan(10_000);
    expect((await lstat(`/proc/${first.pid}`)).uid).toBe(NOBODY.uid);
    await end(first.child, "SIGTERM");
    const second = await startShop(dataDir, [], NOBODY);
    expect(second.milliseconds).toBeLessThan(2_000);
    await end(second.child, "SIGTERM");

    const { pid } = await start();
    expect((await lstat(`/proc/${pid}`)).uid).toBe(NOBODY.uid);
  });

  test.runIf(nobodyCanRunShop)("an ordinary user gets the name of the user that owns the data", async () => {
    await madeData();
    await chmod(folder, 0o755);
    await expect(startShop(join(folder, "data"), [], NOBODY)).rejects.toThrow(/belongs to user id \d+/);
  });

  test.runIf(nobodyCanRunShop)("a user without a name gets the error that PostgreSQL needs one", async () => {
    await chmod(folder, 0o777);
    const nameless = { uid: 54_321, gid: 54_321, switches: true };
    await expect(startShop(join(folder, "data"), [], nameless)).rejects.toThrow(/User id 54321 has no name .*DATABASE_URL/);
  });

  test.runIf(nobodyCanRunShop)("no other user can connect, not even if the socket's folder is open to all", async () => {
    await madeData();
    await mkdir(join(folder, "shop"));
    const postgres = await start({ dataDir: join(folder, "data"), settings: { fsync: "off", unix_socket_permissions: "0777" } });
    const ask = `import { Client } from "pg"; const c = new Client({ connectionString: ${JSON.stringify(postgres.url)} });
      await c.connect().then(() => console.log("in"), (e) => console.log(e.message)); await c.end();`;
    const here = fileURLToPath(new URL(".", import.meta.url));
    expect(await runAs(NOBODY, process.execPath, ["--input-type=module", "-e", ask], here)).toContain("EACCES");
    await chmod(new URL(postgres.url).searchParams.get("host") ?? "", 0o755);
    expect(await runAs(NOBODY, process.execPath, ["--input-type=module", "-e", ask], here)).toContain(
      "Peer authentication failed",
    );
  });
});

describe("the programs", () => {
  // They run from this folder.
  beforeEach(async () => {
    await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), "embedded-postgres-test-"));
  });

  test("are found for the platform, with their version", async () => {
    const user = await chooseUser(join(folder, "cluster"));
    const { version, major, postgres } = await findBinaries(user);
    expect(await runAs(user, postgres, ["--version"])).toContain(version);
    expect(major).toBeGreaterThanOrEqual(15);
  });

  test("are found by the version that created the data", async () => {
    const user = await chooseUser(join(folder, "cluster"));
    await expect(findBinaries(user, 9)).rejects.toThrow(/PostgreSQL 9, which created this data, was not found.*DATABASE_URL/);
  });

  test.runIf(isRoot)("are copied with restored links if only root can enter their folder", async () => {
    const installed = resolve(
      createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
      "../..",
    );
    const bare = join(folder, "bare");
    await cp(installed, bare, { recursive: true, verbatimSymlinks: true });
    const links: { target: string }[] = JSON.parse(await readFile(join(bare, "native", "pg-symlinks.json"), "utf8"));
    for (const { target } of links) await unlink(join(bare, target));
    await chmod(bare, 0o700);
    await chmod(folder, 0o755);

    const cache = join(folder, "cache");
    const native = await prepareNative(join(bare, "native"), NOBODY, [cache]);
    expect(native).toContain(cache);
    expect(await runAs(NOBODY, join(native ?? "", "bin", "initdb"), ["--version"])).toMatch(/PostgreSQL/);
    expect((await readdir(cache)).length).toBe(1);
    expect(await prepareNative(join(bare, "native"), NOBODY, [cache])).toBe(native);
  });

  test.runIf(isRoot)("are not taken from a cache that another user could have filled", async () => {
    const installed = resolve(
      createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
      "../..",
    );
    const sealed = join(folder, "sealed");
    await mkdir(sealed, { mode: 0o700 });
    await cp(installed, join(sealed, "package"), { recursive: true, verbatimSymlinks: true });
    await chmod(folder, 0o755);
    const foreign = join(folder, "foreign");
    await mkdir(foreign);
    await chown(foreign, NOBODY.uid, NOBODY.gid);
    expect(await prepareNative(join(sealed, "package", "native"), NOBODY, [foreign])).toBeUndefined();
  });
});
