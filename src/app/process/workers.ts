/** The supervisor of several processes on one port: starts, replaces, renews and stops them. */

import type { Worker } from "node:cluster";
import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { AggregatorRegistry } from "prom-client";
import type { Env } from "#platform/env/env.server.ts";
import type { Logger } from "#platform/log.server.ts";
import { startServices } from "#platform/services.server.ts";
import type { Figures } from "#platform/workers.server.ts";
import { greet } from "../greeting.ts";
import { watchForSilence } from "./hung-worker.ts";
import { expectStart } from "./start-timeout.ts";
import { type FromWorker, sayTo } from "./worker-messages.ts";

const STEADY_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;
/** Consecutive early deaths without a serving worker. */
const MOST_DEATHS = 5;
const STOP_TIMEOUT_MS = 22_000;

type Member = {
  readonly worker: Worker;
  readonly since: number;
  readonly ended: Promise<void>;
  readonly started: Promise<void>;
  ready: boolean;
  /** Stopping; it needs no replacement. */
  leaving: boolean;
};

/** Resolves when all serve. Exits if no worker can be kept alive. */
export async function runWorkers(env: Env, log: Logger, onStop: (stop: () => Promise<void>) => boolean): Promise<void> {
  // Workers accept connections themselves. Connections handed over to a killed worker would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const { services, close } = await startServices(env, log);
  const members = new Set<Member>();
  const figures = collectFigures();
  let opened = false;
  let stopping = false;
  let deaths = 0;

  const serving = () => [...members].filter(({ ready, leaving }) => ready && !leaving);
  const tellCount = () => {
    const count = { ready: serving().length, wanted: env.workers };
    for (const { worker } of members) sayTo(worker, { says: "count", count });
  };

  const launch = () =>
    new Promise<string>((resolve, reject) => {
      const worker = cluster.fork();
      const hasStarted = expectStart(worker.process, log);
      const ended = new Promise<void>((end) => worker.once("exit", () => end()));
      const start = Promise.withResolvers<void>();
      const since = performance.now();
      const member: Member = { worker, ended, started: start.promise, since, ready: false, leaving: false };
      members.add(member);
      worker.on("error", (error) => log.warn({ err: error }, "a worker does not hear"));
      worker.on("message", (message: FromWorker) => {
        if (message.says === "begun") sayTo(worker, { says: "services", services, opens: !opened });
        if (message.says === "gather")
          void figures.gather().then((all) => sayTo(worker, { says: "gathered", id: message.id, all }));
        if (message.says === "ready") {
          hasStarted();
          watchForSilence(worker.process, log);
          figures.join(worker);
          member.ready = true;
          opened = true;
          tellCount();
          start.resolve();
          resolve(message.greeting);
        }
      });
      worker.once("exit", (code, signal) => {
        members.delete(member);
        start.resolve();
        reject(new Error("a worker ended before it served"));
        if (stopping) return;
        tellCount();
        if (opened && !member.leaving) void replace(member, signal ?? code);
      });
    });

  const replace = async ({ worker, since }: Member, how: string | number) => {
    deaths = performance.now() - since > STEADY_MS ? 0 : deaths + 1;
    const pauseMs = pauseAfter(deaths);
    log.error({ worker: worker.process.pid, how, pauseMs }, "a worker ended unasked; another takes its place");
    if (deaths >= MOST_DEATHS && serving().length === 0) {
      log.fatal({ alert: "no_workers", deaths }, "workers end as soon as they begin: the shop stops");
      await stop();
      process.exit(1);
    }
    await sleep(pauseMs);
    const there = [...members].filter(({ leaving }) => !leaving).length;
    // Its exit triggers the next attempt.
    if (!stopping && there < env.workers) await launch().catch(() => undefined);
  };

  const leave = (member: Member, gently: boolean) => {
    member.leaving = true;
    sayTo(member.worker, { says: "stop", gently });
    setTimeout(() => member.worker.process.kill("SIGKILL"), STOP_TIMEOUT_MS).unref();
    return member.ended;
  };

  const stop = async () => {
    stopping = true;
    await Promise.all([...members].map((member) => leave(member, false)));
    await close();
  };

  let renewing = false;
  let askedAt = 0;
  /** Starts a new worker before stopping an old one, until all are newer than the last request. */
  const renew = async () => {
    askedAt = performance.now();
    if (renewing || stopping) return;
    renewing = true;
    log.info("all workers are renewed, one after the other");
    const ends: Promise<void>[] = [];
    for (let old = await outdated(); old && !stopping; old = await outdated()) {
      try {
        await launch();
        if (members.has(old) && !stopping) ends.push(leave(old, true));
        tellCount();
      } catch {
        const pauseMs = pauseAfter(deaths);
        log.error({ pauseMs }, "a new worker did not start: the old ones serve until one does");
        await sleep(pauseMs);
      }
    }
    renewing = false;
    await Promise.all(ends);
    if (!stopping) log.info("all workers are new");
  };
  /** A worker that is starting may have loaded the old code, so wait for it. */
  const outdated = async () => {
    await Promise.all([...members].map(({ started }) => started));
    return serving().find(({ since }) => since < askedAt);
  };

  // Also for workers that are still starting.
  process.on("SIGUSR2", () => void renew());
  try {
    const greeting = await launch();
    await Promise.all(Array.from({ length: env.workers - 1 }, launch));
    if (onStop(stop)) return;
    greet(greeting);
  } catch {
    // It has logged the reason.
    await stop();
    process.exit(1);
  }
}

function pauseAfter(deaths: number): number {
  return deaths < 2 ? 0 : Math.min(1000 * 2 ** (deaths - 2), LONGEST_PAUSE_MS);
}

/** For late workers the last metrics count. */
const ANSWER_MS = 1_000;

type Count = { figures: Figures; onReported: () => void };

function collectFigures(): {
  join(worker: Worker): void;
  /** Includes ended workers: a falling counter would look like a restart. */
  gather(): Promise<Figures[]>;
} {
  const counts = new Map<Worker, Count>();
  let departed: Figures[] = [];
  let gathering: Promise<Figures[]> | undefined;

  const ask = (worker: Worker, count: Count) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, ANSWER_MS).unref();
      count.onReported = resolve;
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
      const count: Count = { figures: [], onReported: () => undefined };
      counts.set(worker, count);
      worker.on("message", (message: FromWorker) => {
        if (message.says !== "figures") return;
        count.figures = message.figures;
        count.onReported();
      });
      worker.once("exit", () => {
        counts.delete(worker);
        departed.push(count.figures);
      });
    },
    // Concurrent readers share one round.
    gather() {
      gathering ??= gatherNow().finally(() => (gathering = undefined));
      return gathering;
    },
  };
}

function isCounted(type: string): boolean {
  return type === "counter" || type === "histogram";
}
