/** What a form of the waiting room sends, and what it is answered. */
import { londonInstant } from "#shared/dates.ts";
import type { RoomPlan } from "../rules/room-plan.ts";

export const ROOM_INTENTS = ["set", "pause", "resume", "close"] as const;
export type RoomIntent = (typeof ROOM_INTENTS)[number];

/** `bad_time`: the hour of the opening is none. */
export type RoomReply = {
  readonly intent: RoomIntent;
  readonly error: "bad_plan" | "bad_time" | "over" | "not_found" | "failed" | undefined;
};

/** An empty hour leaves it to the draw's own opening. */
export function readPlan(form: { get(name: string): string | null }): RoomPlan | "bad_time" {
  const typed = form.get("opens_at") ?? "";
  const opensAt = typed === "" ? undefined : londonInstant(typed);
  if (typed !== "" && !opensAt) return "bad_time";
  const number = (name: string) => (/^\d{1,6}$/.test(form.get(name) ?? "") ? Number(form.get(name)) : Number.NaN);
  return { opensAt, gatherMinutes: number("gather_minutes"), perMinute: number("per_minute"), mostInside: number("most_inside") };
}
