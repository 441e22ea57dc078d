/** The check of a draw in the browser, as state of the page. */
import { useCallback, useEffect, useReducer, useRef } from "react";
import { advance, type CheckEvent, NOT_CHECKED } from "../../rules/check-state.ts";
import type { ShownFacts } from "../../rules/shown-facts.ts";
import type { TicketQuery } from "../../rules/ticket-query.ts";
import type { Found } from "./check-messages.ts";
import { createDrawChecker, type DrawChecker } from "./draw-checker.ts";

/** Milliseconds between two steps, so that a short check is visible. Without motion, steps follow at once. */
const PACE_MS = 260;

/** Delays steps of the check so that they are at least `PACE_MS` apart; their order stays. */
function paced(dispatch: (event: CheckEvent) => void): (event: CheckEvent) => void {
  const pace = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACE_MS;
  let next = 0;
  return (event) => {
    const now = performance.now();
    if (event.kind === "begin" || event.kind === "lines") return dispatch(event);
    const at = Math.max(now, next);
    next = at + (event.kind === "step" ? pace : 0);
    // A timer even without delay: a direct call would overtake earlier timers.
    setTimeout(() => dispatch(event), at - now);
  };
}

/** `path`: of the draw's page; `shown`: the facts on it, undefined before the list is sealed. */
export function useCheck(path: string, shown: ShownFacts | undefined) {
  const [state, dispatch] = useReducer(advance, NOT_CHECKED);
  const checker = useRef<DrawChecker>(undefined);
  // The result may have been published since the list was read: each check uses the latest facts.
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });

  useEffect(
    () => () => {
      checker.current?.close();
      checker.current = undefined;
    },
    [],
  );

  const open = useCallback((): [DrawChecker, ShownFacts] => {
    if (!latest.current) throw new Error("A draw that is not sealed has nothing to check");
    checker.current ??= createDrawChecker(path, () => {
      checker.current = undefined;
    });
    return [checker.current, latest.current];
  }, [path]);

  const check = useCallback(() => {
    const [checker, shown] = open();
    void checker.check(shown, paced(dispatch));
  }, [open]);
  const find = useCallback(
    (query: TicketQuery, reportLines: (lines: number) => void): Promise<Found> => {
      const [checker, shown] = open();
      return checker.find(shown, query, reportLines);
    },
    [open],
  );
  return { state, check, find };
}
