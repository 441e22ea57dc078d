/** What the workers of a shop have counted, asked of them when somebody reads. */
import type { Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { Figures } from "#platform/workers.server.ts";
import { type FromWorker, sayTo } from "./worker-messages.ts";

/** Whoever has not answered by then stands with what it said last. */
const ANSWER_MS = 1_000;

type Count = { figures: Figures; onTold: () => void };

export function collectFigures(): {
  /** Counts a worker that serves. */
  join(worker: Worker): void;
  /** Of all that serve, and of those that have ended: a counter that fell would look like a new start. */
  gather(): Promise<Figures[]>;
} {
  const counts = new Map<Worker, Count>();
  let departed: Figures[] = [];
  let gathering: Promise<Figures[]> | undefined;

  const ask = (worker: Worker, count: Count) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, ANSWER_MS).unref();
      count.onTold = resolve;
      sayTo(worker, { says: "tell" });
    });
  const gatherNow = async () => {
    await Promise.all([...counts].map(([worker, count]) => ask(worker, count)));
    const ended = departed;
    departed = [];
    const past = await AggregatorRegistry.aggregate(ended).getMetricsAsJSON();
    departed.push(past.filter(({ type }) => isCounted(String(type))));
    return [...departed, ...[...counts.values()].map(({ figures }) => figures)];
  };

  return {
    join(worker) {
      const count: Count = { figures: [], onTold: () => undefined };
      counts.set(worker, count);
      worker.on("message", (message: FromWorker) => {
        if (message.says !== "figures") return;
        count.figures = message.figures;
        count.onTold();
      });
      worker.once("exit", () => {
        counts.delete(worker);
        departed.push(count.figures);
      });
    },
    // Several readers at once cost one question to each.
    gather() {
      gathering ??= gatherNow().finally(() => (gathering = undefined));
      return gathering;
    },
  };
}

function isCounted(type: string): boolean {
  return type === "counter" || type === "histogram";
}
