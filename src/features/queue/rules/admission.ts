/** Admission to a draw's shop: limited by a rate, and by the number of people who choose at once. */
import type { QueueTimes } from "#features/lotteries/rules/queue-stage.ts";

/** A pass to buy lasts this long after each step of the purchase. */
export const PASS_MS = 600_000;
/** A person counts as inside the shop for this long after the turn, or until they hold tickets. */
export const INSIDE_MS = 180_000;
/** Samples begin this often. Turns of older samples that were not taken are expected to stay unused. */
const SAMPLE_MS = 60_000;
/** After this time without an update, earlier measurements are void. */
const STALE_MS = 180_000;
/** After a pause, at most this many seconds' worth of turns come at once. */
const BURST_SECONDS = 5;
/** The pace is measured over at least this time. */
const SHORTEST_MEASURE_MS = 20_000;

/** `perMinute`: the most turns a minute; `mostInside`: the most people who choose at once. */
export type RoomSettings = { readonly perMinute: number; readonly mostInside: number };

/**
 * The stored progress; times in ms. `places`: the numbers given to arrivals; `drawn`: how many of them were
 * shuffled at the opening; `admitted`: the last position with a turn; `credit`: turns earned by time and not
 * given, with fractions; `movedAt`: the last update. `sample…` and `before…`: `admitted` at the start of the
 * current and of the previous sample.
 */
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

/** `inside`: people choosing now; `entered`: turns taken since the previous sample. */
export type Inside = { readonly inside: number; readonly entered: number };

/** The first progress: all present are drawn, and one second's worth of turns is due. */
function opened({ places, perMinute }: Progress & RoomSettings, now: number): Progress {
  const start = { sampleAt: now, sampleAdmitted: 0, beforeAt: now, beforeAdmitted: 0 };
  return { places, drawn: places, admitted: 0, credit: Math.max(1, perMinute / 60), movedAt: now, ...start };
}

/** Begins a new sample if the current one is old; drops both after a long time without updates. */
function sampled(room: Progress, now: number): Progress {
  const { admitted, sampleAt = now, sampleAdmitted } = room;
  const fresh = { sampleAt: now, sampleAdmitted: admitted };
  if (now - sampleAt >= STALE_MS) return { ...room, ...fresh, beforeAt: now, beforeAdmitted: admitted };
  return now - sampleAt >= SAMPLE_MS ? { ...room, ...fresh, beforeAt: sampleAt, beforeAdmitted: sampleAdmitted } : room;
}

/**
 * The progress of an open room at `now` (ms); the first update draws the order. `isHeld`: no turns are
 * given.
 */
export function nextProgress(
  room: Progress & RoomSettings,
  { inside, entered, isHeld }: Inside & { readonly isHeld: boolean },
  now: number,
): Progress {
  const before = room.drawn === undefined ? opened(room, now) : sampled(room, now);
  const perMs = room.perMinute / 60_000;
  const most = Math.max(1, perMs * 1000 * BURST_SECONDS);
  const credit = Math.min(most, before.credit + Math.max(0, now - (before.movedAt ?? now)) * perMs);
  // Recent turns that are not taken yet are expected to be taken.
  const expected = Math.max(0, before.admitted - before.beforeAdmitted - entered);
  const free = isHeld ? 0 : Math.max(0, room.mostInside - inside - expected);
  const turns = Math.min(Math.floor(credit), before.places - before.admitted, free);
  // Never backward, or a fast clock's time would count twice.
  return { ...before, admitted: before.admitted + turns, credit: credit - turns, movedAt: Math.max(now, before.movedAt ?? now) };
}

/**
 * The turns of this update for people who came after the opening: up to `limit` numbers above `after`. Their
 * position is their number, and numbers of people who left are vacant.
 */
export function turnsAfterDraw(
  { admitted, drawn = 0 }: Progress,
  next: Progress,
): { readonly after: number; readonly limit: number } {
  const after = Math.max(admitted, next.drawn ?? drawn);
  return { after, limit: Math.max(0, next.admitted - after) };
}

/** Moves `admitted` on by vacant numbers. `occupied`: the first `limit` occupied numbers above `after`. */
export function skipVacant(
  next: Progress,
  { after, limit }: ReturnType<typeof turnsAfterDraw>,
  occupied: readonly number[],
): Progress {
  if (limit === 0) return next;
  const admitted = occupied.length < limit ? next.places : (occupied.at(-1) ?? next.admitted);
  const vacant = admitted - after - occupied.length;
  return { ...next, admitted, sampleAdmitted: next.sampleAdmitted + vacant, beforeAdmitted: next.beforeAdmitted + vacant };
}

/** Starts the measurements again at `now`, for a room that a fast clock moved into the future. */
export function resetMeasurements(room: Progress, now: number): Progress {
  const at = { movedAt: now, sampleAt: now, beforeAt: now };
  return { ...room, ...at, credit: 0, sampleAdmitted: room.admitted, beforeAdmitted: room.admitted };
}

/**
 * The turns a minute of the last samples; the configured rate if it cannot be measured, 0 if the room is
 * full.
 */
export function paceOf(room: Progress & RoomSettings, now: number): number {
  const ms = now - (room.beforeAt ?? now);
  const isFull = room.admitted < room.places && room.credit >= 1;
  if (ms < SHORTEST_MEASURE_MS || ms >= 2 * STALE_MS) return isFull ? 0 : room.perMinute;
  return Math.round(((room.admitted - room.beforeAdmitted) / ms) * 60_000);
}

/** All that staff set. */
export type RoomPlan = QueueTimes & RoomSettings;

/** The settings of a new room, for a server with two cores as measured in docs/scale.md. */
export const DEFAULT_PLAN: RoomPlan = { opensAt: undefined, gatherMinutes: 30, perMinute: 600, mostInside: 1000 };

/** The accepted range of each setting. */
export const LIMITS = {
  gatherMinutes: { least: 0, most: 1440 },
  perMinute: { least: 1, most: 60_000 },
  mostInside: { least: 1, most: 100_000 },
} as const satisfies Record<keyof Omit<RoomPlan, "opensAt">, { least: number; most: number }>;

/** Whether all settings are whole numbers within their ranges. */
export function isPlan(plan: RoomPlan): boolean {
  const counts = Object.entries(LIMITS) as [keyof typeof LIMITS, { least: number; most: number }][];
  return counts.every(([name, { least, most }]) => Number.isSafeInteger(plan[name]) && plan[name] >= least && plan[name] <= most);
}
