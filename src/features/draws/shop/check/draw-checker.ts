/** Repeats a draw in the browser: fetches its files, and has a worker check them. */
import type { CheckEvent } from "../../rules/check-state.ts";
import type { ShownFacts } from "../../rules/shown-facts.ts";
import type { TicketQuery } from "../../rules/ticket-query.ts";
import type { Found, FromWorker, ToWorker } from "./check-messages.ts";
import { failureOf, fetchFile, fetchPictures, piecesOf, Unreachable } from "./draw-files.ts";

export type DrawChecker = {
  /** Repeats the draw with freshly fetched files. Events come in order; the last one is `end` or `fail`. */
  check(shown: ShownFacts, report: (event: CheckEvent) => void): Promise<void>;
  /** Searches the list, which is fetched at the first search. Rejects if it cannot be fetched. */
  find(shown: ShownFacts, query: TicketQuery, reportLines: (lines: number) => void): Promise<Found>;
  /** Ends the worker, and all requests. */
  close(): void;
};

/** `path`: the draw's page, whose files lie below it. `onBroken`: the worker failed for good. */
export function createDrawChecker(path: string, onBroken: () => void): DrawChecker {
  const worker = new Worker(new URL("./check-worker.ts", import.meta.url), { type: "module" });
  // Listen from the start, because the worker can fail while no check is running.
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => {
      worker.terminate();
      onBroken();
      reject(new Unreachable("the verifier did not load"));
    });
  });
  broken.catch(() => undefined);
  const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const closed = new AbortController();
  /** The list that the worker holds or receives. */
  let reading: Promise<void> | undefined;
  /** The task that ends last. */
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one task at a time: the worker holds a single list, which no other task may replace meanwhile. */
  function enqueue<T>(run: () => Promise<T>): Promise<T> {
    const task = last.then(run, run);
    last = task;
    return task;
  }

  /** Calls `request` and listens until the last message or a failure, then removes the listener. */
  async function exchange(isLast: (message: FromWorker) => boolean, request: () => void | Promise<void>): Promise<void> {
    const listening = new AbortController();
    const hasLast = new Promise<void>((resolve) => {
      const receive = ({ data }: MessageEvent<FromWorker>) => {
        if (isLast(data)) resolve();
      };
      worker.addEventListener("message", receive, { signal: listening.signal });
    });
    try {
      await Promise.race([Promise.all([request(), hasLast]), broken]);
    } finally {
      listening.abort();
    }
  }

  /** Fetches the list and hands it to the worker piece by piece. */
  async function readList(reportLines: (lines: number) => void): Promise<void> {
    const reply = await fetchFile(`${path}/entries.csv`, closed.signal);
    const bytes = Number(reply.headers.get("Content-Length")) || undefined;
    const isLast = (message: FromWorker) => {
      if (message.kind === "lines") reportLines(message.lines);
      return message.kind === "read";
    };
    await exchange(isLast, async () => {
      send({ kind: "list", bytes });
      for await (const piece of piecesOf(reply)) send({ kind: "piece", piece }, [piece.buffer]);
      send({ kind: "listed" });
    });
  }

  async function checkNow(shown: ShownFacts, report: (event: CheckEvent) => void): Promise<void> {
    const startedAt = performance.now();
    try {
      reading = readList((lines) => report({ kind: "lines", lines }));
      const proofText = fetchFile(`${path}/proof.json`, closed.signal).then((reply) => reply.text());
      // Wait for both even if one fails: otherwise the next check would receive the rest of this list.
      await Promise.allSettled([proofText, reading]);
      const [proof] = await Promise.all([proofText, reading]);
      const pictures = await fetchPictures(proof, closed.signal);
      let problem: string | undefined;
      const isLast = (message: FromWorker) => {
        if (message.kind === "step") report({ kind: "step", result: message.result });
        if (message.kind === "witness") report({ kind: "witness", check: message.check });
        if (message.kind === "not_a_proof") problem = message.problem;
        return message.kind === "verified" || message.kind === "not_a_proof";
      };
      await exchange(isLast, () => send({ kind: "verify", proofText: proof, shown, pictures }));
      if (problem !== undefined) report({ kind: "fail", failure: { kind: "not_a_proof", problem } });
      else report({ kind: "end", ms: performance.now() - startedAt });
    } catch (error) {
      reading = undefined;
      if (!closed.signal.aborted) report({ kind: "fail", failure: failureOf(error) });
    }
  }

  async function findNow(shown: ShownFacts, query: TicketQuery, reportLines: (lines: number) => void): Promise<Found> {
    reading ??= readList(reportLines);
    await reading.catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    let found: Found = { in: "bad_list" };
    const isLast = (message: FromWorker) => {
      if (message.kind === "found") found = message.found;
      return message.kind === "found";
    };
    await exchange(isLast, () => send({ kind: "find", query, shown }));
    return found;
  }

  return {
    check(shown, report) {
      report({ kind: "begin" });
      return enqueue(() => checkNow(shown, report));
    },

    find: (shown, query, reportLines) => enqueue(() => findNow(shown, query, reportLines)),

    close() {
      closed.abort();
      worker.terminate();
    },
  };
}
