/** Tasks that each process does again and again. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.server.ts";

/** What repeats: name, seconds between runs. Each process runs them; each run takes what no other holds. */
export type Repeated = { readonly name: string; readonly everySeconds: number; run(): Promise<unknown> };

/** Hears of each round of a repeated task. */
export type OnRound = (round: { name: string; ok: boolean; seconds: number }) => void;

const LATEST_FIRST_SECONDS = 3600;
/** How long a stop waits for a round under way. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Runs a task again and again, each run `everySeconds` after the last one ended; the first within an hour, for shops that are started anew each day.
 * Returns what stops it and waits for a run under way.
 */
export function repeatedly(task: Repeated, log: Logger, onRound: OnRound): () => Promise<void> {
  let running = Promise.resolve();
  let stopped = false;
  let timer: NodeJS.Timeout;
  const next = (seconds: number) => {
    timer = setTimeout(() => {
      const begun = performance.now();
      const tell = (ok: boolean) => onRound({ name: task.name, ok, seconds: (performance.now() - begun) / 1000 });
      running = task
        .run()
        .then(
          () => tell(true),
          (error: unknown) => {
            log.error({ err: error, task: task.name }, "a repeated task failed");
            tell(false);
          },
        )
        .then(() => {
          if (!stopped) next(task.everySeconds);
        });
    }, seconds * 1000);
    timer.unref();
  };
  next(Math.min(task.everySeconds, LATEST_FIRST_SECONDS));
  return async () => {
    stopped = true;
    clearTimeout(timer);
    // A round may hang on a service that does not answer; it is made to be cut short anywhere, as by a crash.
    await Promise.race([running, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  };
}
