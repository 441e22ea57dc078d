/**
 * Limits how many transactions wait for one locked row, so that the pool's other connections serve other
 * requests.
 */
import pLimit, { type LimitFunction } from "p-limit";

/** Runs work that waits for the row of this key. The work must not request another permit. */
export type WithPermit = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** No permit in time. Has PostgreSQL's code for an unavailable lock. */
class NoPermit extends Error {
  readonly code = "55P03";
  constructor() {
    super("too many wait for the same row");
  }
}

/**
 * `each`: permits of one key. `all`: permits of all keys, several times `each`. `waitMs`: timeout for
 * a permit.
 */
export function createBulkhead({ each, all, waitMs }: { each: number; all: number; waitMs: number }): {
  withPermit: WithPermit;
  waiting(): number;
} {
  const limitAll = pLimit(all);
  const limits = new Map<string, LimitFunction>();
  let waiting = 0;
  return {
    waiting: () => waiting,
    withPermit<T>(key: string, work: () => Promise<T>): Promise<T> {
      const limit = limits.get(key) ?? pLimit(each);
      limits.set(key, limit);
      waiting += 1;
      return new Promise<T>((resolve, reject) => {
        let isExpired = false;
        const timer = setTimeout(() => {
          isExpired = true;
          waiting -= 1;
          reject(new NoPermit());
        }, waitMs);
        timer.unref();
        const run = async () => {
          if (isExpired) return;
          clearTimeout(timer);
          waiting -= 1;
          await work().then(resolve, reject);
        };
        void limit(() => limitAll(run)).then(() => {
          if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
        });
      });
    },
  };
}
