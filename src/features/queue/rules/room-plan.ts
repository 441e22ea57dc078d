/** What the staff set for a waiting room, and the form that sets it. */
import type { QueueTimes } from "#features/lotteries/rules/queue-stage.ts";
import type { RoomSettings } from "./admission.ts";

export type RoomPlan = QueueTimes & RoomSettings;

/** For two cores, from what was measured (docs/scale.md). */
export const DEFAULT_PLAN: RoomPlan = { opensAt: undefined, gatherMinutes: 30, perMinute: 600, mostInside: 1000 };

export const LIMITS = {
  gatherMinutes: { least: 0, most: 1440 },
  perMinute: { least: 1, most: 60_000 },
  mostInside: { least: 1, most: 100_000 },
} as const satisfies Record<keyof Omit<RoomPlan, "opensAt">, { least: number; most: number }>;

/** Whole numbers within their limits. */
export function isPlan(plan: RoomPlan): boolean {
  const counts = Object.entries(LIMITS) as [keyof typeof LIMITS, { least: number; most: number }][];
  return counts.every(([name, { least, most }]) => Number.isSafeInteger(plan[name]) && plan[name] >= least && plan[name] <= most);
}
