/** What a request costs everybody else at the shop: how long its one thread is busy with it, and how much memory it leaves behind. */

/** Nobody else waits for longer than this. */
const MOST_BUSY_SECONDS = 0.2;
/** A busy shop takes some room and keeps it; what makes room for a stranger's number takes a multiple of this. */
export const MOST_GROWTH_BYTES = 400_000_000;

/** Past this an answer is looked at again, alone: a busy machine may have been the reason. */
export const SUSPICIOUS_SECONDS = 0.15;
const LOOKS = 3;
/** On a busy machine everything is late; the first are enough. */
const MOST_SUSPECTS = 10;

type Figures = { readonly cpuSeconds: number; readonly delaySeconds: number; readonly bytes: number };

/** `delaySeconds`: the longest that anything waited for its turn since the figures were last read. */
export async function readFigures(url: string): Promise<Figures> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => {
    const found = new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
    if (found === undefined) throw new Error(`The shop's figures have no ${name}`);
    return Number(found);
  };
  return {
    cpuSeconds: figure("process_cpu_seconds_total"),
    delaySeconds: figure("nodejs_eventloop_lag_max_seconds"),
    bytes: figure("process_resident_memory_bytes"),
  };
}

/**
 * How long the shop's thread was busy with nothing but `work`, at most. A machine with other things to do makes everything wait that runs on
 * it, but no program compute for longer; what another thread computes, as for passwords, keeps nobody waiting. So the smaller of both counts.
 */
async function busySeconds(url: string, work: () => Promise<unknown>): Promise<number> {
  const before = await readFigures(url);
  await work();
  const after = await readFigures(url);
  return Math.min(after.delaySeconds, after.cpuSeconds - before.cpuSeconds);
}

/** Those of `suspects` that keep the shop busy for too long each time that they are asked alone. */
export async function costlyAmong<T>(
  url: string,
  suspects: readonly T[],
  ask: (asked: T) => Promise<unknown>,
): Promise<{ readonly asked: T; readonly seconds: number }[]> {
  const costly: { readonly asked: T; readonly seconds: number }[] = [];
  for (const asked of suspects.slice(0, MOST_SUSPECTS)) {
    let seconds = Number.POSITIVE_INFINITY;
    for (let i = 0; i < LOOKS && seconds > MOST_BUSY_SECONDS; i++)
      seconds = Math.min(seconds, await busySeconds(url, () => ask(asked)));
    if (seconds > MOST_BUSY_SECONDS) costly.push({ asked, seconds });
  }
  return costly;
}
