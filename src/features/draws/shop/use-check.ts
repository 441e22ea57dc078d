/** The visitor's own check of a draw, one step after the other at a pace that eyes can follow. */
import { useCallback, useEffect, useReducer, useRef } from "react";
import { advance, type CheckEvent, NOT_CHECKED } from "../rules/check-state.ts";
import type { TicketQuery } from "../rules/ticket-query.ts";
import type { Found, Published } from "./check-messages.ts";
import { createDrawChecker, type DrawChecker } from "./draw-checker.ts";

/** Between two steps: the computing of a short list would be over before anybody saw it. People who want no motion see it at once. */
const PACE_MS = 260;

export function useCheck(path: string, published: Published | undefined) {
  const [state, dispatch] = useReducer(advance, NOT_CHECKED);
  const checker = useRef<DrawChecker>(undefined);
  const { drawId, commitment, merkleRoot, isDemo } = published ?? {};

  useEffect(
    () => () => {
      checker.current?.close();
      checker.current = undefined;
    },
    [],
  );

  const open = useCallback((): DrawChecker => {
    if (drawId === undefined || commitment === undefined || merkleRoot === undefined || isDemo === undefined)
      throw new Error("A draw that is not sealed has nothing to check");
    checker.current ??= createDrawChecker(path, { drawId, commitment, merkleRoot, isDemo });
    return checker.current;
  }, [path, drawId, commitment, merkleRoot, isDemo]);

  const check = useCallback(() => void open().check(paced(dispatch)), [open]);
  const find = useCallback(
    (query: TicketQuery, tellLines: (lines: number) => void): Promise<Found> => open().find(query, tellLines),
    [open],
  );
  return { state, check, find };
}

/** Hands events on in their order, steps no faster than the pace. */
function paced(dispatch: (event: CheckEvent) => void): (event: CheckEvent) => void {
  const pace = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACE_MS;
  let next = 0;
  return (event) => {
    const now = performance.now();
    if (event.kind === "begin" || event.kind === "lines") return dispatch(event);
    const at = Math.max(now, next);
    next = at + (event.kind === "step" ? pace : 0);
    // Also when nothing is waited for: timers keep their order, a direct call would overtake them.
    setTimeout(() => dispatch(event), at - now);
  };
}
