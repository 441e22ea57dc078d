/** Two PostgreSQL servers with streaming replication, on ports of this machine. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Binaries, findBinaries } from "@concours/embedded-postgres/binaries";
import { pathFor } from "@concours/embedded-postgres/cluster";
import { chooseUser, giveTo, type RunUser, runAs, spawnOptions } from "@concours/embedded-postgres/user";
import pg from "pg";
import { vi } from "vitest";
import { freePort } from "../free-port.fixture.ts";
import { signalTree } from "./process-tree.fixture.ts";

export type Server = {
  readonly port: number;
  /** As the superuser. */
  readonly url: string;
  start(): Promise<void>;
  /** As if its machine were lost. */
  kill(): Promise<void>;
  ask(sql: string): Promise<pg.QueryResult>;
};
export type Pair = { readonly one: Server; readonly two: Server; stop(): Promise<void> };

const SUPERUSER = "postgres";
const READY = { timeout: 20_000, interval: 50 };

export async function startPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), "concours-pair-"));
  const user = await chooseUser(join(folder, "one"));
  const binaries = await findBinaries(user);
  await giveTo(user, folder);
  const ports = [await freePort(), await freePort()] as const;
  const [first, second] = [join(folder, "one"), join(folder, "two")];
  const made = ["--auth=trust", "--no-sync", "--username", SUPERUSER, "--encoding=UTF8", "--locale=C"];
  await runAs(user, binaries.initdb, ["-D", `${await pathFor(user, folder)}/one`, ...made], folder);
  // Copying a cluster that never ran gives both the same system identifier.
  await promisify(execFile)("cp", ["-a", first, second]);
  const follows = `primary_conninfo = 'host=127.0.0.1 port=${ports[0]} user=${SUPERUSER}'\n`;
  await writeFile(join(second, "postgresql.auto.conf"), follows);
  await writeFile(join(second, "standby.signal"), "");
  await giveTo(user, folder);
  const one = server({ binaries, user, cluster: first, port: ports[0] });
  const two = server({ binaries, user, cluster: second, port: ports[1] });
  await one.start();
  await two.start();
  return {
    one,
    two,
    async stop() {
      await one.kill();
      await two.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Place = { readonly binaries: Binaries; readonly user: RunUser; readonly cluster: string; readonly port: number };

const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "fsync=off",
  "max_connections=100",
  "wal_keep_size=256MB",
];

function server({ binaries, user, cluster, port }: Place): Server {
  let child: ChildProcess | undefined;
  const url = `postgresql://${SUPERUSER}@127.0.0.1:${port}/postgres?sslmode=disable`;
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => undefined);
    await client.connect();
    return client.query(sql).finally(() => client.end());
  };
  return {
    port,
    url,
    ask,
    async start() {
      const args = [...SETTINGS, `port=${port}`].flatMap((setting) => ["-c", setting]);
      const where = await pathFor(user, cluster);
      child = spawn(binaries.postgres, ["-D", where, ...args], { ...spawnOptions(user, cluster), stdio: "ignore" });
      await vi.waitFor(() => ask("SELECT 1"), READY);
    },
    async kill() {
      const killed = child;
      child = undefined;
      if (killed?.pid === undefined || killed.exitCode !== null || killed.signalCode !== null) return;
      const ended = once(killed, "exit");
      signalTree(killed.pid, "SIGKILL");
      await ended;
    },
  };
}
