/** The page's side of a check: hands the files of a draw to the worker, and passes on what it says. */
import type { CheckEvent } from "../rules/check-state.ts";
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

  async function readList(tellLines: (lines: number) => void): Promise<void> {
    const reply = await fetchFile(`${path}/entries.csv`, away.signal);
    const bytes = Number(reply.headers.get("Content-Length")) || undefined;
    const read = listen(worker, (message) => {
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
      // Before anybody listens: whoever listens for a check that is not made hears the next one.
      const pictures = await fetchPictures(proof, away.signal);
      let problem: string | undefined;
      const verified = listen(worker, (message) => {
        if (message.kind === "step") tell({ kind: "step", result: message.result });
        if (message.kind === "witness") tell({ kind: "witness", check: message.check });
        if (message.kind === "not_a_proof") problem = message.problem;
        return message.kind === "verified" || message.kind === "not_a_proof";
      });
      send({ kind: "verify", proofText: proof, shown, pictures });
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
    const answered = listen(worker, (message) => {
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

/** Passes messages on until one of them is the last. */
function listen(worker: Worker, isLast: (message: FromWorker) => boolean): Promise<void> {
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
