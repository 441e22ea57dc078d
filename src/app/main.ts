/** Starts the shop: settings, external services, HTTP, jobs; and stops it gently. */
import type { Server } from "node:http";
import { enterDemoPayments } from "#demo/payments.ts";
import { seedDemo } from "#demo/seed.ts";
import { type Connected, connect } from "#platform/ctx.server.ts";
import { preferFastBuilds, readEnv, refuseOpenDemo } from "#platform/env/env.server.ts";
import { createLog, type Logger } from "#platform/log.server.ts";
import { createServerWithTimeouts } from "./http/connections.ts";
import { explainFailure } from "./http/explain-failure.ts";
import { type Loaded, loadBuilt, loadForDevelopment } from "./load.ts";

const DRAIN_SECONDS = 10;
/** Past this a stop is cut short: whoever asked for it is about to kill. */
const STOP_SECONDS = 25;
/** npm hands the terminal's signal on, so that one Ctrl-C comes twice. */
const SAME_SIGNAL_MS = 1_000;

async function start(): Promise<void> {
  refuseOpenDemo();
  const env = readEnv();
  const develop = process.argv.includes("--dev");
  if (!develop) preferFastBuilds();
  const log = createLog(env.logLevel);
  const onSignal = listenToSignals(log);

  const server = createServerWithTimeouts();
  const [connected, loaded] = await Promise.all([connect(env, log), develop ? loadForDevelopment(server) : loadBuilt()]);
  await open(server, connected, loaded).catch(async (error: unknown) => {
    await connected.close();
    throw error;
  });
  const isStopping = onSignal(async () => {
    await drain(server);
    await connected.close();
  });
  if (isStopping) return;

  // Whoever started the shop may have stopped listening to it; that is no reason to stop selling.
  process.stdout.on("error", () => undefined);
  const { ctx, services } = connected;
  process.stdout.write([`Concours is ready at ${ctx.publicUrl}`, ...services.map((service) => `  ${service}`), ""].join("\n"));
}

async function open(server: Server, { ctx }: Connected, loaded: Loaded): Promise<void> {
  if (ctx.env.isDemo) {
    if (await seedDemo(ctx)) ctx.log.info("the demo was empty and has its content now");
    // At each start: the one that has seeded may have been killed before this.
    await enterDemoPayments(ctx);
  }
  await (await loaded.application(ctx)).startJobHandlers();
  const listener = loaded.around(async (incoming, outgoing) => (await loaded.application(ctx)).listener(incoming, outgoing));
  server.on("request", listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(ctx.env.port, ctx.env.host, resolve);
  });
}

/** Answers what has been asked, and no more. */
async function drain(server: Server): Promise<void> {
  const drained = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // One that was busy a moment ago would wait for its next request.
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  setTimeout(() => server.closeAllConnections(), DRAIN_SECONDS * 1000).unref();
  await drained;
  clearInterval(closing);
}

/**
 * From now on a signal does not end the process by itself, which would leave an embedded database behind. Returns what takes the way to
 * stop, once there is something to stop; it says whether a signal has come already. A second signal ends the process at once.
 */
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
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
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
