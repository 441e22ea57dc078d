/** The page's side of a check: hands the files of a draw to the worker, and passes on what it says. */

import { useCallback, useEffect, useReducer, useRef } from "react";
import { advance, type CheckEvent, NOT_CHECKED } from "../rules/check-state.ts";
import type { Shown } from "../rules/shown-facts.ts";
import type { TicketQuery } from "../rules/ticket-query.ts";
import type { Found, FromWorker, ToWorker } from "./check-messages.ts";
import { failureOf, fetchFile, fetchPictures, piecesOf, Unreachable } from "./draw-files.ts";

export type DrawChecker = {
  /** Does the draw again from files fetched anew; every event in its order, the last is `end` or `fail`. */
  check(shown: Shown, tell: (event: CheckEvent) => void): Promise<void>;
  /** Looks for a ticket in the list, which is fetched once. Rejects when it cannot be fetched. */
  find(shown: Shown, query: TicketQuery, tellLines: (lines: number) => void): Promise<Found>;
  close(): void;
};

/** @param path the address of the draw's page: its files lie below it */
export function createDrawChecker(path: string): DrawChecker {
  const worker = new Worker(new URL("./check-worker.ts", import.meta.url), { type: "module" });
  const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const away = new AbortController();
  let reading: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** The worker has one list: while it arrives, or is looked through, no other may begin. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = last.then(run, run);
    last = turn;
    return turn;
  }

  /** Passes messages on until one of them is the last. */
  function listen(isLast: (message: FromWorker) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const hear = ({ data }: MessageEvent<FromWorker>) => {
        if (!isLast(data)) return;
        stop();
        resolve();
      };
      const fail = () => {
        stop();
        reject(new Unreachable("the verifier did not load"));
      };
      const stop = () => {
        worker.removeEventListener("message", hear);
        worker.removeEventListener("error", fail);
      };
      worker.addEventListener("message", hear);
      worker.addEventListener("error", fail);
    });
  }

  async function readList(tellLines: (lines: number) => void): Promise<void> {
    const reply = await fetchFile(`${path}/entries.csv`, away.signal);
    const bytes = Number(reply.headers.get("Content-Length")) || undefined;
    const read = listen((message) => {
      if (message.kind === "lines") tellLines(message.lines);
      return message.kind === "read";
    });
    send({ kind: "list", bytes });
    for await (const piece of piecesOf(reply)) send({ kind: "piece", piece }, [piece.buffer]);
    send({ kind: "listed" });
    await read;
  }

  async function checkNow(shown: Shown, tell: (event: CheckEvent) => void): Promise<void> {
    const begun = performance.now();
    try {
      reading = readList((lines) => tell({ kind: "lines", lines }));
      const asked = fetchFile(`${path}/proof.json`, away.signal).then((reply) => reply.text());
      // Of a list that is still arriving the next check would get the rest.
      await Promise.allSettled([asked, reading]);
      const [proof] = await Promise.all([asked, reading]);
      let problem: string | undefined;
      const verified = listen((message) => {
        if (message.kind === "step") tell({ kind: "step", result: message.result });
        if (message.kind === "witness") tell({ kind: "witness", check: message.check });
        if (message.kind === "not_a_proof") problem = message.problem;
        return message.kind === "verified" || message.kind === "not_a_proof";
      });
      send({ kind: "verify", proofText: proof, shown, pictures: await fetchPictures(proof, away.signal) });
      await verified;
      if (problem !== undefined) tell({ kind: "fail", failure: { kind: "not_a_proof", problem } });
      else tell({ kind: "end", ms: performance.now() - begun });
    } catch (error) {
      reading = undefined;
      if (!away.signal.aborted) tell({ kind: "fail", failure: failureOf(error) });
    }
  }

  async function findNow(shown: Shown, query: TicketQuery, tellLines: (lines: number) => void): Promise<Found> {
    reading ??= readList(tellLines);
    await reading.catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    let found: Found = { in: "bad_list" };
    const answered = listen((message) => {
      if (message.kind === "found") found = message.found;
      return message.kind === "found";
    });
    send({ kind: "find", query, shown });
    await answered;
    return found;
  }

  return {
    check(shown, tell) {
      tell({ kind: "begin" });
      return inTurn(() => checkNow(shown, tell));
    },

    find: (shown, query, tellLines) => inTurn(() => findNow(shown, query, tellLines)),

    close() {
      away.abort();
      worker.terminate();
    },
  };
}

/** Between two steps: the computing of a short list would be over before anybody saw it. People who want no motion see it at once. */
const PACE_MS = 260;

/** @param shown what the page shows now; undefined before the list is sealed, when there is nothing to check */
export function useCheck(path: string, shown: Shown | undefined) {
  const [state, dispatch] = useReducer(advance, NOT_CHECKED);
  const checker = useRef<DrawChecker>(undefined);
  // The result may have come since the list was read for the first time.
  const now = useRef(shown);
  useEffect(() => {
    now.current = shown;
  });

  useEffect(
    () => () => {
      checker.current?.close();
      checker.current = undefined;
    },
    [],
  );

  const open = useCallback((): [DrawChecker, Shown] => {
    if (!now.current) throw new Error("A draw that is not sealed has nothing to check");
    checker.current ??= createDrawChecker(path);
    return [checker.current, now.current];
  }, [path]);

  const check = useCallback(() => {
    const [checker, shown] = open();
    void checker.check(shown, paced(dispatch));
  }, [open]);
  const find = useCallback(
    (query: TicketQuery, tellLines: (lines: number) => void): Promise<Found> => {
      const [checker, shown] = open();
      return checker.find(shown, query, tellLines);
    },
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
