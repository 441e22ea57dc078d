/** What a process keeps in memory of rows that others may change is looked up again each second. */
import type { Logger } from "./log.server.ts";

const LOOK_MS = 1_000;

/** Keeps no process alive. What a database that is away would say is said by its monitor. @returns what ends it */
export function lookEachSecond(look: () => Promise<void>, log: Logger, what: string): () => void {
  const timer = setInterval(
    () => void look().catch((error: unknown) => log.debug({ err: error, what }, "what is kept was not read")),
    LOOK_MS,
  );
  timer.unref();
  return () => clearInterval(timer);
}
