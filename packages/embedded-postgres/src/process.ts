/** The life cycle of one PostgreSQL server process: start, readiness, stop. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type Log, SHUTDOWN_STEPS, stopLeftovers } from "./leftovers.ts";
import { type RunUser, spawnOptions } from "./user.ts";

/** A running server; `exited` resolves to how it ended. */
export type Server = { readonly pid: number; readonly exited: Promise<string>; stop(): Promise<void> };

/** Replaying the log after a crash is slow on a slow disk, and must not be interrupted. */
const START_TIMEOUT = 600_000;

/** Starts the server on `cluster` (`where` for `user`), after ending leftovers. Errors quote its log. */
export async function launchServer(options: {
  program: string;
  user: RunUser;
  cluster: string;
  where: string;
  log: Log;
  signal: AbortSignal;
}): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    await stopLeftovers(options.user, options.cluster, options.log);
    const server = spawnServer(options);
    try {
      await untilReady(server, options);
      return server;
    } catch (error) {
      await server.stop();
      // Killed processes release their shared memory shortly after they leave the process table.
      const passing =
        error instanceof Error && /lock file .* already exists|shared memory block .* still in use/.test(error.message);
      if (!passing || attempt === 5 || options.signal.aborted) throw error;
      await sleep(200 * attempt);
    }
  }
}

type Spawned = Server & { readonly lastLines: readonly string[]; readonly silent: Promise<void> };

function spawnServer({
  program,
  user,
  cluster,
  where,
  log,
}: {
  program: string;
  user: RunUser;
  cluster: string;
  where: string;
  log: Log;
}): Spawned {
  // Detached: Ctrl-C must stop only the shop, which drains its requests before it stops its database.
  const child = spawn(program, ["-D", where], {
    ...spawnOptions(user, cluster),
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const pid = child.pid ?? -1;
  const lastLines: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    lastLines.push(line);
    if (lastLines.length > 10) lastLines.shift();
    log[levelOf(line)](`PostgreSQL: ${line}`);
  });
  const stopAtExit = () => void child.kill("SIGINT");
  process.once("exit", stopAtExit);
  const exited = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).finally(() => process.off("exit", stopAtExit));
  const stop = async () => {
    for (const [signal, timeouts] of SHUTDOWN_STEPS) {
      child.kill(signal);
      if (await settlesWithin(exited, timeouts)) return;
    }
  };
  // Not the same as the exit: orphans of a killed postmaster keep its pipe open.
  const silent = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return { pid, exited, stop, lastLines, silent };
}

/** Errors that PostgreSQL also returns to the client are no warnings here. */
function levelOf(line: string): keyof Log {
  if (line.startsWith("PANIC:")) return "error";
  return /^(WARNING|FATAL):/.test(line) ? "warn" : "info";
}

/** Waits until the eighth line of the server's pid file is "ready", as pg_ctl does. */
async function untilReady(
  server: Spawned,
  { cluster, log, signal }: { cluster: string; log: Log; signal: AbortSignal },
): Promise<void> {
  let ended: string | undefined;
  void server.exited.then((how) => {
    ended = how;
  });
  const start = performance.now();
  let nextNews = start + 10_000;
  for (;;) {
    const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === "ready") return;
    if (ended !== undefined) {
      await settlesWithin(server.silent, 500);
      throw new Error(`PostgreSQL did not start (${ended}):\n${server.lastLines.join("\n")}`);
    }
    if (signal.aborted) throw new Error("The start of PostgreSQL was cancelled.");
    const now = performance.now();
    if (now - start > START_TIMEOUT) throw new Error(`PostgreSQL was not ready in time:\n${server.lastLines.join("\n")}`);
    if (now > nextNews) {
      log.warn(`PostgreSQL has been starting for ${Math.round((now - start) / 1000)} s`);
      nextNews += 10_000;
    }
    await sleep(15);
  }
}

async function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const alarm = new AbortController();
  const late = sleep(milliseconds, false, { signal: alarm.signal }).catch(() => false);
  const settled = await Promise.race([promise.then(() => true), late]);
  alarm.abort();
  return settled;
}
