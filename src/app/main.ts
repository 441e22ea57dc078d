/** Starts the shop: settings, neighbours, HTTP, jobs; and stops it gently. */
import { createServer } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { seedDemo } from "#demo/seed.ts";
import { connect } from "#platform/ctx.server.ts";
import { EnvError, preferFastBuilds, readEnv } from "#platform/env.server.ts";
import { createLog } from "#platform/log.server.ts";
import { loadBuilt, loadForDevelopment } from "./load.ts";

const DRAIN_SECONDS = 10;

async function start(): Promise<void> {
  const env = readEnv();
  const develop = process.argv.includes("--dev");
  if (!develop) preferFastBuilds();
  const log = createLog(env.logLevel);

  const server = createServer();
  const [{ ctx, neighbours, close }, loaded] = await Promise.all([
    connect(env, log),
    develop ? loadForDevelopment(server) : loadBuilt(),
  ]);
  if (env.isDemo && (await seedDemo(ctx))) log.info("the demo was empty and has its content now");
  await (await loaded.application(ctx)).startWork();

  const listener = getRequestListener(async (request, bindings) =>
    (await loaded.application(ctx)).fetch(request, bindings as HttpBindings),
  );
  server.on("request", loaded.around(listener));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.port, env.host, resolve);
  });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    const drained = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), DRAIN_SECONDS * 1000).unref();
    await drained;
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(signal));

  // Whoever started the shop may have stopped listening to it; that is no reason to stop selling.
  process.stdout.on("error", () => undefined);
  process.stdout.write(
    [`Concours is ready at ${ctx.publicUrl}`, ...neighbours.map((neighbour) => `  ${neighbour}`), ""].join("\n"),
  );
}

start().catch((error: unknown) => {
  const message =
    error instanceof EnvError || !(error instanceof Error)
      ? String(error instanceof Error ? error.message : error)
      : (error.stack ?? error.message);
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
