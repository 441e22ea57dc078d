/** Whatever a bench has started, such as a shop, a database or a folder, ends with it, also when somebody interrupts it. */

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
 * Registers how something is stopped.
 *
 * @returns the same, to be called when the bench itself has done with it; a second call does nothing
 */
export function stopsWithBench(stop: Stop): () => Promise<void> {
  const once = async () => {
    if (running.delete(once)) await stop();
  };
  running.add(once);
  return once;
}
