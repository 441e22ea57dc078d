/** Stops everything that a bench has started, also when it is interrupted. */

type Stop = () => Promise<unknown>;

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
const running = new Set<Stop>();

for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[])
  process.once(signal, async () => {
    // The latest first: a shop before its database, a database before its folder.
    for (const stop of [...running].reverse()) await stop().catch(() => undefined);
    process.exit(128 + SIGNALS[signal]);
  });

/**
 * Registers a stop.
 *
 * @returns an idempotent function that runs it early
 */
export function stopsWithBench(stop: Stop): () => Promise<void> {
  const once = async () => {
    if (running.delete(once)) await stop();
  };
  running.add(once);
  return once;
}
