/** Batches lookups that arrive while a query is running: DataLoader without a cache, one batch at a time. */
import DataLoader from "dataloader";
import pLimit from "p-limit";

const LARGEST_BATCH = 500;
/** After this time the next batch starts although one is still running. */
const TIMEOUT_MS = 10_000;

/**
 * Returns a lookup by key. It never returns data older than the call: nothing is cached, and a running
 * batch takes no more keys.
 * @param load returns the values in the order of the keys
 * @param retriesSeparately whether to retry a failed batch key by key, so that one bad key fails alone
 * @param pauseMs how long a batch collects keys
 */
export function batched<K, V>(
  load: (keys: readonly K[]) => Promise<readonly V[]>,
  {
    retriesSeparately = () => false,
    pauseMs = 0,
  }: { readonly retriesSeparately?: (error: unknown) => boolean; readonly pauseMs?: number } = {},
): (key: K) => Promise<V> {
  const loadBatch = async (keys: readonly K[]): Promise<readonly (V | Error)[]> => {
    try {
      return await load(keys);
    } catch (error) {
      if (keys.length === 1 || !retriesSeparately(error)) throw error;
      const values: (V | Error)[] = [];
      for (const key of keys) values.push(...(await load([key]).catch((reason: Error) => [reason])));
      return values;
    }
  };
  const oneAtATime = pLimit(1);
  let current: Promise<void> = Promise.resolve();
  const loader = new DataLoader<K, V>(
    (keys) => {
      const batch = loadBatch(keys);
      current = new Promise<void>((finish) => {
        const timer = setTimeout(finish, TIMEOUT_MS).unref();
        const done = () => {
          clearTimeout(timer);
          finish();
        };
        batch.then(done, done);
      });
      return batch;
    },
    {
      cache: false,
      maxBatchSize: LARGEST_BATCH,
      batchScheduleFn: (run) =>
        void oneAtATime(async () => {
          await new Promise((resolve) => (pauseMs > 0 ? setTimeout(resolve, pauseMs) : setImmediate(resolve)));
          run();
          await current;
        }),
    },
  );
  return (key) => loader.load(key);
}
