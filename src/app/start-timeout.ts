/** The timeout of a process that has begun and does not serve. */
import type { ChildProcess } from "node:child_process";
import type { Logger } from "#platform/log.server.ts";

/** Longer than a start with new tables takes, twice that of the longest statement. Who needs longer runs `npm run migrate` before. */
const START_TIMEOUT_MS = 600_000;

/** Ends a process that hangs: one that does not serve by then, and neither ends. What happens next is up to whoever waits for its end. */
export function expectStart(child: ChildProcess, log: Logger, timeoutMs = START_TIMEOUT_MS): () => void {
  const timer = setTimeout(() => {
    log.error({ worker: child.pid, timeoutMs }, "a worker has begun and does not serve: it is ended");
    // One that hangs may not hear of a gentler signal.
    child.kill("SIGKILL");
  }, timeoutMs).unref();
  const isThere = () => clearTimeout(timer);
  child.once("exit", isThere);
  return isThere;
}
