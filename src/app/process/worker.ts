import type { Env } from "#platform/env/env.server.ts";
import type { Logger } from "#platform/log.server.ts";
import type { Tracing } from "#platform/tracing/tracing.server.ts";
import type { Figures, WorkerCount, Workers } from "#platform/workers.server.ts";
import { greetingOf } from "../greeting.ts";
import { type Serving, serve } from "../serve.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

export async function runWorker(
  env: Env,
  log: Logger,
  { onStop, tracing }: { onStop: (stop: () => Promise<void>) => boolean; tracing: Tracing | undefined },
): Promise<void> {
  let serving: Serving | undefined;
  let count: WorkerCount = { ready: 0, wanted: env.workers };
  const answers = new Map<number, (all: Figures[]) => void>();
  let asked = 0;
  const workers: Workers = {
    get count() {
      return count;
    },
    gather: () =>
      new Promise((resolve) => {
        asked += 1;
        answers.set(asked, resolve);
        say({ says: "gather", id: asked });
      }),
  };
  const tell = async () => {
    if (serving) await say({ says: "figures", figures: await serving.connected.ctx.metrics.registry.getMetricsAsJSON() });
  };
  const stop = async (gently: boolean) => {
    await serving?.stop(gently);
    await tell();
  };
  const place = new Promise<Extract<ToWorker, { says: "services" }>>((resolve) => {
    process.on("message", (message: ToWorker) => {
      if (message.says === "services") resolve(message);
      if (message.says === "count") count = message.count;
      if (message.says === "tell") void tell();
      if (message.says === "there?") void say({ says: "here" });
      if (message.says === "stop") void stop(message.gently).finally(() => process.exit(0));
      if (message.says === "gathered") {
        answers.get(message.id)?.(message.all);
        answers.delete(message.id);
      }
    });
  });
  await say({ says: "begun" });
  const { services, opens } = await place;
  serving = await serve(env, log, { develop: false, opens, services, workers, tracing });
  if (onStop(() => stop(false))) return;
  await say({ says: "ready", greeting: greetingOf(serving) });
}

function say(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
