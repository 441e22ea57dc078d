/** Repeats a draw on the visitor's device, from the published proof. */
import { useCallback, useEffect, useRef, useState } from "react";
import { fetchPart } from "#ui/loading/lazy-part.tsx";
import type { LiveDraw } from "../../rules/live/live-draw.ts";
import type { RepeatedStep } from "../../rules/live/repeat-draw.ts";

/** The state of the repetition, with the steps computed so far. */
export type Repetition = {
  readonly phase: "idle" | "running" | "done" | "failed";
  readonly steps: readonly RepeatedStep[];
};
const NOT_REPEATED: Repetition = { phase: "idle", steps: [] };
const STARTED: Repetition = { phase: "running", steps: [] };

/** Milliseconds between two steps, so that each is visible. Without motion, they follow at once. */
const PACE_MS = 600;
/** A device that cannot repeat the draw shows the published result after this time. */
const LONGEST_MS = 8_000;

const loadRepeat = () => fetchPart(() => import("../../rules/live/repeat-draw.ts"));

type RepeatOptions = {
  readonly signal: AbortSignal;
  readonly onStep: (change: (before: Repetition) => Repetition) => void;
};

async function fetchProof(id: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch(`/draws/${id}/proof.json`, { credentials: "omit", signal });
  if (!reply.ok) throw new Error(`proof.json answered ${reply.status}`);
  return reply.text();
}

/** Calls `onStep` with each step. Rejects if the proof cannot be fetched or is none, and after an abort. */
async function repeatAll(id: string, { isDemo, sealed, drawn }: LiveDraw, { signal, onStep }: RepeatOptions): Promise<void> {
  if (!sealed || !drawn) throw new Error("A draw without a result cannot be repeated");
  const [{ repeatDraw }, proof] = await Promise.all([loadRepeat(), fetchProof(id, signal)]);
  const pace = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACE_MS;
  for (const step of repeatDraw(proof, { id, isDemo, sealed, drawn })) {
    signal.throwIfAborted();
    onStep(({ phase, steps }) => ({ phase, steps: [...steps, step] }));
    // Also lets the browser paint.
    await new Promise((resolve) => setTimeout(resolve, pace));
  }
  signal.throwIfAborted();
}

/** Repeats the draw on this device: at once if the result arrives while the page is open, else on request. */
export function useRepeatedDraw(id: string, live: LiveDraw) {
  const [repetition, setRepetition] = useState<Repetition>(NOT_REPEATED);
  const [wasDrawn] = useState(live.drawn !== undefined);
  const [isFirst, setFirst] = useState(true);
  const running = useRef<AbortController>(undefined);
  const newest = useRef(live);
  useEffect(() => {
    newest.current = live;
  });

  const repeat = useCallback(() => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setRepetition(STARTED);
    const end = (change: (before: Repetition) => Repetition) => {
      clearTimeout(timer);
      if (running.current !== controller) return;
      running.current = undefined;
      setRepetition(change);
      setFirst(false);
    };
    const fail = () => end(() => ({ phase: "failed", steps: [] }));
    // A stalled import does not end by the signal.
    const timer = setTimeout(() => {
      controller.abort();
      fail();
    }, LONGEST_MS);
    repeatAll(id, newest.current, { signal: controller.signal, onStep: setRepetition }).then(
      () => end(({ steps }) => ({ phase: "done", steps })),
      fail,
    );
  }, [id]);

  const isDrawn = live.drawn !== undefined;
  useEffect(() => {
    if (isDrawn && !wasDrawn) repeat();
  }, [isDrawn, wasDrawn, repeat]);
  // The script arrives before the result.
  const isAhead = live.state === "waiting";
  useEffect(() => {
    if (isAhead) void loadRepeat().catch(() => undefined);
  }, [isAhead]);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
    },
    [],
  );

  const isFresh = isDrawn && !wasDrawn;
  // A result that has just arrived is repeated before it is shown.
  return { repetition: isFresh && repetition.phase === "idle" ? STARTED : repetition, repeat, isFresh, isFirst };
}
