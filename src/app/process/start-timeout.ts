import type { ChildProcess } from "node:child_process";
import type { Logger } from "#platform/log.server.ts";

/** Twice the longest statement. For longer migrations run `npm run migrate` before. */
const START_TIMEOUT_MS = 600_000;

/** Kills a process that neither serves nor ends within the timeout. The caller handles its exit. */
export function expectStart(child: ChildProcess, log: Logger, timeoutMs = START_TIMEOUT_MS): () => void {
  const timer = setTimeout(() => {
    log.error({ worker: child.pid, timeoutMs }, "a worker has begun and does not serve: it is ended");
    // A hung process may not handle SIGTERM.
    child.kill("SIGKILL");
  }, timeoutMs).unref();
  const isThere = () => clearTimeout(timer);
  child.once("exit", isThere);
  return isThere;
}
