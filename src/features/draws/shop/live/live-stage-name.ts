/** The stages of the live page, from the announcement to the result. */
import { LATE_MS, type LiveDraw } from "../../rules/live/live-draw.ts";

/** `ahead`: nothing is sealed yet. `due`: the round is public. `none`: over without a winner. */
export type LiveStageName = "ahead" | "counting" | "due" | "late" | "repeating" | "drawn" | "none";

/**
 * The stage of a draw.
 * @param secondsLeft until the round; undefined for the moment in which it is not measured yet
 * @param isRepeating the device repeats a result that has just arrived
 */
export function stageOf(
  { state, sealed, drawn }: LiveDraw,
  { secondsLeft, isRepeating }: { secondsLeft: number | undefined; isRepeating: boolean },
): LiveStageName {
  if (state === "cancelled" || state === "empty") return "none";
  if (drawn) return isRepeating ? "repeating" : "drawn";
  if (!sealed || secondsLeft === undefined) return "ahead";
  if (secondsLeft > 0) return "counting";
  return -secondsLeft * 1000 > LATE_MS ? "late" : "due";
}
