import cluster from "node:cluster";
import { preferFastBuilds, readEnv, refuseOpenDemo } from "#platform/env/env.server.ts";
import { createLog, type Logger } from "#platform/log.server.ts";
import { openTracing } from "#platform/tracing/open-tracing.server.ts";
import { greet, greetingOf } from "../greeting.ts";
import { explainFailure } from "../http/explain-failure.ts";
import { runWorker } from "../process/worker.ts";
import { runWorkers } from "../process/workers.ts";
import { serve } from "../serve.ts";

/** A stop is cut short before a supervisor would kill the process. */
const STOP_SECONDS = 25;
/** npm forwards the terminal's signal, so one Ctrl-C arrives twice. */
const SAME_SIGNAL_MS = 1_000;

async function start(): Promise<void> {
  refuseOpenDemo();
  const env = readEnv();
  const develop = process.argv.includes("--dev");
  const watches = cluster.isPrimary && env.isWatched && !develop;
  const tracing = watches ? undefined : await openTracing(env);
  const ours = createLog(env.logLevel, undefined, tracing);
  const log = cluster.isWorker ? ours.child({ worker: process.pid }) : ours;
  tracing?.logFailures(log);
  if (cluster.isPrimary) for (const warning of env.ignoredSettings) log.warn(warning);
  const onSignal = listenToSignals(log);
  // Before builds are chosen: workers inherit the environment, and read the settings in it.
  if (watches) return runWorkers(env, log, onSignal);
  if (!develop) preferFastBuilds();
  if (cluster.isWorker) return runWorker(env, log, { onStop: onSignal, tracing });

  process.on("SIGUSR2", () => log.warn("one process alone has nobody to take over from it: set WORKERS"));
  const serving = await serve(env, log, { develop, opens: true, tracing });
  if (onSignal(() => serving.stop(false))) return;
  greet(greetingOf(serving));
}

/** The first signal stops the shop gently, a second one exits. Returns a function that takes the stop. */
function listenToSignals(log: Logger): (stop: () => Promise<void>) => boolean {
  let askedAt: number | undefined;
  let run: (() => Promise<void>) | undefined;
  const stop = async () => {
    if (run === undefined) return;
    await run().catch((error: unknown) => log.error({ err: error }, "stopping failed"));
    process.exit(0);
  };
  const onSignal = (signal: string) => {
    const now = performance.now();
    if (askedAt !== undefined && now - askedAt < SAME_SIGNAL_MS) return;
    if (askedAt !== undefined) process.exit(1);
    askedAt = now;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), STOP_SECONDS * 1000).unref();
    void stop();
  };
  // A terminal signals all its processes, but workers are stopped by their supervisor.
  for (const signal of ["SIGINT", "SIGHUP"] as const) if (cluster.isWorker) process.on(signal, () => undefined);
  for (const signal of cluster.isWorker ? (["SIGTERM"] as const) : (["SIGINT", "SIGTERM", "SIGHUP"] as const))
    process.on(signal, onSignal);
  return (way) => {
    run = way;
    if (askedAt !== undefined) void stop();
    return askedAt !== undefined;
  };
}

start().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
});
