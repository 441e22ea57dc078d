/** Keeps the page of a draw up to date while there is something to wait for. */
import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import type { RecordState } from "../rules/draw-record.ts";

/** How often to look, in milliseconds. What only a day's change can bring is not looked for. */
const LOOK_EVERY_MS: Partial<Record<RecordState, number>> = { closing: 10_000, post: 60_000, ready: 5_000, waiting: 15_000 };
const DUE_EVERY_MS = 2_000;

/** `roundAt` is when the awaited round is due, on the shop's clock, which read `now` when the page was made. Returns a look at once. */
export function useFreshRecord(state: RecordState, roundAt: number | undefined, now: number): () => void {
  const { revalidate, state: looking } = useRevalidator();
  const look = useEffectEvent(() => {
    if (looking === "idle" && document.visibilityState === "visible") void revalidate();
  });
  useEffect(() => {
    const every = LOOK_EVERY_MS[state];
    if (every === undefined) return;
    const untilDue = roundAt === undefined ? Number.POSITIVE_INFINITY : roundAt - now;
    const timer = setTimeout(look, Math.max(DUE_EVERY_MS, Math.min(every, untilDue)));
    return () => clearTimeout(timer);
    // `now` is new with each look, so that the next one is planned.
  }, [state, roundAt, now]);
  return () => void revalidate();
}
