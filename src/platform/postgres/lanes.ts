/** Turns at the database by what is asked of it: who waits for a row that is locked leaves connections to everybody who needs nothing of it. */

/** Takes a turn in the lane of that name. It must not take another one meanwhile. */
export type TakeTurn = <T>(lane: string, work: () => Promise<T>) => Promise<T>;

type Lane = { running: number; readonly waiting: (() => void)[] };

/** The same as PostgreSQL's refusal where somebody has waited for a lock too long. */
class LaneIsFull extends Error {
  readonly code = "55P03";
  constructor() {
    super("too many wait for the same row");
  }
}

/**
 * In the order in which they came, and lane by lane where several have somebody waiting.
 *
 * @param limits.each how many at once in one lane, and `all` in all lanes together; the last `apart` of those go to lanes where nobody has a turn, so
 *   that rows which are locked keep nobody from another one
 * @param limits.waitMs after how long whoever got no turn fails, as after a wait for a lock
 */
export function openLanes({
  each,
  all,
  apart = 0,
  waitMs,
}: {
  each: number;
  all: number;
  apart?: number;
  waitMs: number;
}): TakeTurn & { waiting(): number } {
  const lanes = new Map<string, Lane>();
  let running = 0;
  const hasRoom = (lane: Lane) => lane.running < each && running < (lane.running === 0 ? all : all - apart);
  const goOn = () => {
    for (const [name, lane] of lanes) {
      if (!hasRoom(lane)) continue;
      const next = lane.waiting.shift();
      if (!next) continue;
      // Last in line.
      lanes.delete(name);
      lanes.set(name, lane);
      lane.running++;
      running++;
      next();
    }
  };
  const turnIn = (name: string, lane: Lane) =>
    new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        lane.waiting.splice(lane.waiting.indexOf(go), 1);
        if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(name);
        reject(new LaneIsFull());
      }, waitMs);
      timer.unref();
      lane.waiting.push(go);
    });
  const takeTurn: TakeTurn = async (name, work) => {
    const lane = lanes.get(name) ?? { running: 0, waiting: [] };
    lanes.set(name, lane);
    if (hasRoom(lane)) {
      lane.running++;
      running++;
    } else await turnIn(name, lane);
    try {
      return await work();
    } finally {
      lane.running--;
      running--;
      if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(name);
      goOn();
    }
  };
  const waiting = () => [...lanes.values()].reduce((sum, lane) => sum + lane.waiting.length, 0);
  return Object.assign(takeTurn, { waiting });
}
