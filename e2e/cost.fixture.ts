/** The cost of a request for other visitors: blocked time of the shop's only thread, and retained memory. */

const MOST_BUSY_SECONDS = 0.2;
/** Normal growth of a busy shop; an allocation from an attacker's number is a multiple of this. */
export const MOST_GROWTH_BYTES = 400_000_000;

/** Slower replies are measured again, alone, because the machine may have been busy. */
export const SUSPICIOUS_SECONDS = 0.15;
const LOOKS = 3;
const MOST_SUSPECTS = 10;

type Figures = { readonly cpuSeconds: number; readonly delaySeconds: number; readonly bytes: number };

/** `delaySeconds`: the longest event loop delay since the last read. */
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
 * The longest time for which only `work` blocked the shop's thread: the smaller of event loop delay and CPU
 * time. A busy machine raises the delay but not the CPU time; other threads, as for passwords, raise only the
 * latter.
 */
async function busySeconds(url: string, work: () => Promise<unknown>): Promise<number> {
  const before = await readFigures(url);
  await work();
  const after = await readFigures(url);
  return Math.min(after.delaySeconds, after.cpuSeconds - before.cpuSeconds);
}

/** Those of `suspects` that block the shop for too long in each separate run. */
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
