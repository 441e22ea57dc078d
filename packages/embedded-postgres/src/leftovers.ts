/** Ends server processes whose shop or postmaster was killed. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type RunUser, runAs } from "./user.ts";

const execute = promisify(execFile);

export type Log = { info(message: string): void; warn(message: string): void; error(message: string): void };

/** Signals of growing force, each with its timeout in ms: fast shutdown, immediate shutdown, kill. */
export const SHUTDOWN_STEPS = [
  ["SIGINT", 20_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
] as const;

/** Ends orphaned server processes of `cluster` and removes their pid file. Throws if some survive SIGKILL. */
export async function stopLeftovers(user: RunUser, cluster: string, log: Log): Promise<void> {
  for (const [signal, timeouts] of SHUTDOWN_STEPS) {
    const living = await listServerProcesses(user, cluster);
    if (living.length === 0) break;
    log.warn(`PostgreSQL of an earlier start still runs on ${cluster} (${living.join(", ")}): ${signal}`);
    const postmaster = await readPostmasterPid(cluster);
    // A living postmaster ends its own children in order; orphans get the signal directly.
    const addressed = living.filter((pid) => pid === postmaster || signal === "SIGKILL" || !living.includes(postmaster));
    for (const pid of addressed) sendSignal(pid, signal);
    for (const end = performance.now() + timeouts; performance.now() < end; await sleep(50))
      if ((await listServerProcesses(user, cluster)).length === 0) break;
  }
  const survivors = await listServerProcesses(user, cluster);
  if (survivors.length > 0) throw new Error(`PostgreSQL of an earlier start cannot be stopped: ${survivors.join(", ")}.`);
  await rm(join(cluster, "postmaster.pid"), { force: true });
}

/** The process may have ended since it was listed. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function readPostmasterPid(cluster: string): Promise<number> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(text, 10);
}

/**
 * The PostgreSQL processes whose current folder is `cluster`; a pid file's id may have been reused.
 * The command runs as `user`, because root in a container may not see that folder.
 */
async function listServerProcesses(user: RunUser, cluster: string): Promise<number[]> {
  if (process.platform !== "linux") return listByCommandLine(cluster);
  if (!existsSync(cluster)) return [];
  const script = 'for p in /proc/[0-9]*; do [ "$p/cwd" -ef . ] && echo "$p $(cat "$p/comm")"; done; :';
  const found = await runAs(user, "/bin/sh", ["-c", script], cluster);
  return [...found.matchAll(/^\/proc\/(\d+) (?:postgres|initdb)$/gm)].map((match) => Number(match[1]));
}

async function listByCommandLine(cluster: string): Promise<number[]> {
  const { stdout } = await execute("ps", ["-axo", "pid=,command="], { maxBuffer: 1 << 24 });
  const lines = stdout.split("\n").filter((line) => /\/(postgres|initdb) /.test(line) && line.includes(` -D ${cluster}`));
  return lines.map((line) => Number.parseInt(line, 10));
}
