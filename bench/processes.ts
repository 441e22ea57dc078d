/** CPU time and memory of processes from /proc, for PostgreSQL with all its children. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux reports hundredths of a second, independent of the kernel's tick. */
const TICKS_PER_SECOND = 100;

type Stat = { readonly parent: number; readonly ownMs: number; readonly reapedMs: number };

function statOf(pid: number): Stat | undefined {
  try {
    // The second field may contain blanks and brackets; all after its last bracket is plain.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const ms = (from: number) => ((Number(fields[from]) + Number(fields[from + 1])) * 1000) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), ownMs: ms(11), reapedMs: ms(13) };
  } catch {
    return undefined;
  }
}

/** CPU of one process since its start, in milliseconds. */
export function cpuMs(pid: number): number {
  return statOf(pid)?.ownMs ?? 0;
}

/** CPU of a process and all its children, running and ended, in milliseconds. */
export function cpuWithChildrenMs(pid: number): number {
  const own = statOf(pid);
  const living = readdirSync("/proc")
    .map(Number)
    .filter(Number.isInteger)
    .map(statOf)
    .filter((stat) => stat?.parent === pid);
  return (own?.ownMs ?? 0) + (own?.reapedMs ?? 0) + living.reduce((sum, stat) => sum + (stat?.ownMs ?? 0), 0);
}

export function memoryMb(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+) kB/);
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError("no values");
  return middle;
}

/** @param share 0.99 for the 99th percentile */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError("no values");
  return value;
}
