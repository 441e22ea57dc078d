/** A cluster node: a network namespace with etcd, Patroni and PostgreSQL as in deploy/ha. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { chmod, chown, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { signalTree } from "./process-tree.fixture.ts";

export type Node = {
  readonly name: string;
  readonly address: string;
  start(): void;
  /** SIGKILL for all its processes at once. */
  kill(): Promise<void>;
  /** SIGKILL for PostgreSQL alone. */
  killDatabase(): void;
  freeze(): void;
  thaw(): void;
  /** Drops all its traffic. */
  cutOff(): void;
  join(): void;
  stop(): Promise<void>;
};

export type Place = {
  readonly folder: string;
  /** The bridge that connects the nodes. */
  readonly bridge: string;
  /** Replaces 10.0.0. */
  readonly net: string;
  readonly i: number;
  readonly secrets: Readonly<Record<string, string>>;
  readonly binDir: string;
  readonly postgres: { readonly uid: number; readonly gid: number };
};

const DEPLOYED = join(import.meta.dirname, "../../../deploy/ha");

export const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: "utf8", stdio: "pipe" });

/** The configuration of deploy/ha for these addresses and folders. */
export async function configOf(name: string, { folder, net, i, binDir }: Pick<Place, "folder" | "net" | "i" | "binDir">) {
  const own = join(folder, `db${i}`);
  const text = await readFile(join(DEPLOYED, name), "utf8");
  return (
    text
      .replaceAll(/^(?!.*(?:initial-cluster:|hosts:|server db)).*$/gm, (line) => line.replaceAll("10.0.0.11", `10.0.0.1${i}`))
      .replace("name: db1", `name: db${i}`)
      .replaceAll("10.0.0.", `${net}.`)
      .replaceAll("/etc/patroni", join(folder, "etc"))
      .replaceAll("/var/lib/etcd/concours", join(own, "etcd"))
      .replaceAll("/var/lib/postgresql", own)
      .replaceAll("/run/postgresql", own)
      .replaceAll("/usr/lib/postgresql/15/bin", binDir)
      // Killed processes leave no POSIX shared memory behind.
      .replace("max_connections: 300", "max_connections: 300\n        dynamic_shared_memory_type: mmap")
      .replace("mode: automatic", 'mode: "off"')
  );
}

export async function makeNode(place: Place): Promise<Node> {
  const { folder, bridge, net, i, secrets, postgres } = place;
  const name = `db${i}`;
  const own = join(folder, name);
  await mkdir(own, { mode: 0o700 });
  await chown(own, postgres.uid, postgres.gid);
  for (const file of ["etcd.yaml", "patroni.yaml"]) {
    await writeFile(join(own, file), await configOf(file, place));
    await chmod(join(own, file), 0o644);
  }

  const space = `${bridge}-${name}`;
  const wire = `${bridge}n${i}`;
  run("ip", "netns", "add", space);
  run("ip", "link", "add", wire, "type", "veth", "peer", "name", "eth0", "netns", space);
  run("ip", "link", "set", wire, "master", bridge, "up");
  const inside = (...args: string[]) => run("ip", "-n", space, ...args);
  inside("link", "set", "lo", "up");
  inside("addr", "add", `${net}.1${i}/24`, "dev", "eth0");
  inside("link", "set", "eth0", "up");
  run("nsenter", `--net=/run/netns/${space}`, "sysctl", "--quiet", "--load", join(DEPLOYED, "sysctl.conf"));

  let programs: ChildProcess[] = [];
  const log = openSync(join(folder, `${name}.log`), "a");
  const launch = (program: string, args: readonly string[]) => {
    const as = ["--reuid", String(postgres.uid), "--regid", String(postgres.gid), "--clear-groups"];
    const all = [`--net=/run/netns/${space}`, "setpriv", ...as, program, ...args];
    const env = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C.UTF-8", HOME: own, ...secrets };
    return spawn("nsenter", all, { cwd: own, env, stdio: ["ignore", log, log] });
  };
  const signal = (which: NodeJS.Signals) => {
    for (const { pid, exitCode, signalCode } of programs)
      if (pid !== undefined && exitCode === null && signalCode === null) signalTree(pid, which);
  };
  const killNow = () => {
    signal("SIGKILL");
    killDatabaseOf(own);
  };
  // Interrupted tests end their nodes too.
  process.once("exit", killNow);
  const kill = async () => {
    const ended = programs.map(async (program) => {
      if (program.exitCode === null && program.signalCode === null) await once(program, "exit");
    });
    killNow();
    await Promise.all(ended);
    programs = [];
  };
  return {
    name,
    address: `${net}.1${i}`,
    start() {
      programs = [
        launch("/usr/bin/etcd", ["--config-file", join(own, "etcd.yaml")]),
        launch("/usr/bin/patroni", [join(own, "patroni.yaml")]),
      ];
    },
    kill,
    killDatabase: () => killDatabaseOf(own),
    freeze: () => signalAll(own, programs, "SIGSTOP"),
    thaw: () => signalAll(own, programs, "SIGCONT"),
    cutOff: () => void run("ip", "link", "set", wire, "down"),
    join: () => void run("ip", "link", "set", wire, "up"),
    async stop() {
      await kill();
      process.off("exit", killNow);
      closeSync(log);
      run("ip", "link", "del", wire);
      run("ip", "netns", "del", space);
    },
  };
}

/** Patroni starts PostgreSQL as a daemon, which is found by its folder. */
function postmasterOf(own: string): number | undefined {
  const lines = run("ps", "-A", "-o", "pid=,args=").split("\n");
  const found = lines.find((line) => line.includes(`-D ${own}/`) && /\/postgres -D /.test(line));
  return found === undefined ? undefined : Number.parseInt(found, 10);
}

function killDatabaseOf(own: string): void {
  const pid = postmasterOf(own);
  if (pid !== undefined) signalTree(pid, "SIGKILL");
}

function signalAll(own: string, programs: readonly ChildProcess[], signal: NodeJS.Signals): void {
  for (const pid of [...programs.map((program) => program.pid), postmasterOf(own)])
    if (pid !== undefined) signalTree(pid, signal);
}
