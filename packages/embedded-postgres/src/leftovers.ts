/** Ending what an earlier life left running: a server whose shop was killed, and server processes whose postmaster was. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type RunUser, runAs } from "./user.ts";

const execute = promisify(execFile);

export type Log = { info(message: string): void; warn(message: string): void; error(message: string): void };

/** From a polite request to none at all: PostgreSQL's fast and immediate shutdown, then the kernel; each with its timeout in ms. */
export const SHUTDOWN_STEPS = [
  ["SIGINT", 20_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
] as const;

/**
 * Ends the server processes that still work on `cluster` (their shop, or their postmaster, was killed) and removes their pid file.
 *
 * @throws when some survive even SIGKILL
 */
export async function stopLeftovers(user: RunUser, cluster: string, log: Log): Promise<void> {
  for (const [signal, timeouts] of SHUTDOWN_STEPS) {
    const living = await listServerProcesses(user, cluster);
    if (living.length === 0) break;
    log.warn(`PostgreSQL of an earlier start still runs on ${cluster} (${living.join(", ")}): ${signal}`);
    const postmaster = await readPostmasterPid(cluster);
    // A living postmaster ends its own children in good order; orphans have nobody to do so.
    const addressed = living.filter((pid) => pid === postmaster || signal === "SIGKILL" || !living.includes(postmaster));
    for (const pid of addressed) sendSignal(pid, signal);
    for (const end = performance.now() + timeouts; performance.now() < end; await sleep(50))
      if ((await listServerProcesses(user, cluster)).length === 0) break;
  }
  const survivors = await listServerProcesses(user, cluster);
  if (survivors.length > 0) throw new Error(`PostgreSQL of an earlier start cannot be stopped: ${survivors.join(", ")}.`);
  await rm(join(cluster, "postmaster.pid"), { force: true });
}

/** As any process may end between being seen and being told. */
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
 * The postgres and initdb processes that work in `cluster`.
 *
 * All of them have it as their current folder, a better witness than a pid file, whose number may by now be anybody's. The kernel
 * shows it to processes of the same user; root in a container may not look, therefore the question is asked as that user.
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
