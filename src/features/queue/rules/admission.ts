/** How many more may come in at a moment: no faster than the rate, and no more than the shop serves at once; and what the staff set of it. */
import type { QueueTimes } from "#features/lotteries/rules/queue-stage.ts";

/** So long a pass lasts, from each step on. */
export const PASS_MS = 600_000;
/** So long somebody who has come in is taken to be choosing; most are done sooner, and some have gone. */
export const INSIDE_MS = 180_000;
/** Of turns that nobody has taken so long after they came, none is expected to be taken soon. */
const SAMPLE_MS = 60_000;
/** After so long without a look, what was measured before says nothing. */
const STALE_MS = 180_000;
/** A pause is not made up for by a crowd. */
const BURST_SECONDS = 5;
const SHORTEST_MEASURE_MS = 20_000;

/** What is set for a room. `perMinute`: turns at most; `mostInside`: people who choose and answer at once. */
export type RoomSettings = { readonly perMinute: number; readonly mostInside: number };

/** How far a room has come. `places`: the last number given; `admitted`: the last position whose turn has come; instants in milliseconds. */
export type Progress = {
  readonly places: number;
  readonly drawn: number | undefined;
  readonly admitted: number;
  readonly credit: number;
  readonly movedAt: number | undefined;
  readonly sampleAt: number | undefined;
  readonly sampleAdmitted: number;
  readonly beforeAt: number | undefined;
  readonly beforeAdmitted: number;
};

/** Since the sample before the last one, `entered` have taken their turn; `inside` are choosing now. */
export type Inside = { readonly inside: number; readonly entered: number };

/**
 * The next state of a room whose draw is on sale: the first one draws whoever is there.
 *
 * @param isHeld nobody has a turn now: the staff paused it, or nothing is left to buy
 */
export function moved(
  room: Progress & RoomSettings,
  { inside, entered, isHeld }: Inside & { readonly isHeld: boolean },
  now: number,
): Progress {
  const before = room.drawn === undefined ? opened(room, now) : sampled(room, now);
  const perMs = room.perMinute / 60_000;
  const most = Math.max(1, perMs * 1000 * BURST_SECONDS);
  const credit = Math.min(most, before.credit + Math.max(0, now - (before.movedAt ?? now)) * perMs);
  // Turns that have come and are not taken yet will be.
  const coming = Math.max(0, before.admitted - before.beforeAdmitted - entered);
  const free = isHeld ? 0 : Math.max(0, room.mostInside - inside - coming);
  const turns = Math.min(Math.floor(credit), before.places - before.admitted, free);
  // Never back: time that was reckoned by a clock which goes ahead would be reckoned again.
  return { ...before, admitted: before.admitted + turns, credit: credit - turns, movedAt: Math.max(now, before.movedAt ?? now) };
}

/** How many of the next turns come to people who were not drawn: their numbers are their positions, and some may be nobody's. */
export function lateTurns({ admitted, drawn = 0 }: Progress, next: Progress): { readonly after: number; readonly limit: number } {
  const after = Math.max(admitted, next.drawn ?? drawn);
  return { after, limit: Math.max(0, next.admitted - after) };
}

/**
 * Passes over numbers that nobody holds any more, so that they cost whoever is behind them neither a turn nor time.
 *
 * @param held the next numbers behind `after` that somebody holds, as many as turns came or all there are
 */
export function pastEmpty(next: Progress, { after, limit }: ReturnType<typeof lateTurns>, held: readonly number[]): Progress {
  if (limit === 0) return next;
  const admitted = held.length < limit ? next.places : (held.at(-1) ?? next.admitted);
  const empty = admitted - after - held.length;
  return { ...next, admitted, sampleAdmitted: next.sampleAdmitted + empty, beforeAdmitted: next.beforeAdmitted + empty };
}

function opened({ places, perMinute }: Progress & RoomSettings, now: number): Progress {
  const start = { sampleAt: now, sampleAdmitted: 0, beforeAt: now, beforeAdmitted: 0 };
  return { places, drawn: places, admitted: 0, credit: Math.max(1, perMinute / 60), movedAt: now, ...start };
}

function sampled(room: Progress, now: number): Progress {
  const { admitted, sampleAt = now, sampleAdmitted } = room;
  const fresh = { sampleAt: now, sampleAdmitted: admitted };
  if (now - sampleAt >= STALE_MS) return { ...room, ...fresh, beforeAt: now, beforeAdmitted: admitted };
  return now - sampleAt >= SAMPLE_MS ? { ...room, ...fresh, beforeAt: sampleAt, beforeAdmitted: sampleAdmitted } : room;
}

/** The same as if it had been looked at for the first time now: nothing of before is reckoned with. */
export function restarted(room: Progress, now: number): Progress {
  const at = { movedAt: now, sampleAt: now, beforeAt: now };
  return { ...room, ...at, credit: 0, sampleAdmitted: room.admitted, beforeAdmitted: room.admitted };
}

/** Turns a minute, as they came of late; as they are set, where nobody can tell yet; none where whoever is next waits for somebody inside to be done. */
export function paceOf(room: Progress & RoomSettings, now: number): number {
  const ms = now - (room.beforeAt ?? now);
  const isFull = room.admitted < room.places && room.credit >= 1;
  if (ms < SHORTEST_MEASURE_MS || ms >= 2 * STALE_MS) return isFull ? 0 : room.perMinute;
  return Math.round(((room.admitted - room.beforeAdmitted) / ms) * 60_000);
}

export type RoomPlan = QueueTimes & RoomSettings;

/** For two cores, from what was measured (docs/scale.md). */
export const DEFAULT_PLAN: RoomPlan = { opensAt: undefined, gatherMinutes: 30, perMinute: 600, mostInside: 1000 };

export const LIMITS = {
  gatherMinutes: { least: 0, most: 1440 },
  perMinute: { least: 1, most: 60_000 },
  mostInside: { least: 1, most: 100_000 },
} as const satisfies Record<keyof Omit<RoomPlan, "opensAt">, { least: number; most: number }>;

export function isPlan(plan: RoomPlan): boolean {
  const counts = Object.entries(LIMITS) as [keyof typeof LIMITS, { least: number; most: number }][];
  return counts.every(([name, { least, most }]) => Number.isSafeInteger(plan[name]) && plan[name] >= least && plan[name] <= most);
}
