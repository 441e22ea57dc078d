/** One serving process: connects, opens the port, and stops without losing requests. */
import type { Server as HttpServer } from "node:http";
import { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { enterDemoPayments } from "#demo/payments.ts";
import { seedDemo } from "#demo/seed.ts";
import { byTheEarlierClock } from "#features/accounts/server/compare-clocks.ts";
import { updateJournal } from "#features/books/server/journal/update-journal.ts";
import { offerShop } from "#features/staff/server/team/first-owner.ts";
import { type Connected, connect, type Place } from "#platform/ctx.server.ts";
import type { Env } from "#platform/env/env.server.ts";
import type { Logger } from "#platform/log.server.ts";
import { writeOpening } from "#platform/opening.server.ts";
import { createServerWithTimeouts } from "./http/connections.ts";
import { type Loaded, loadBuilt, loadForDevelopment } from "./process/load.ts";

const DRAIN_SECONDS = 10;
/** Time in which kept-alive connections may send a last request, which closes them. */
const HANDOVER_SECONDS = 3;

export type Serving = {
  readonly connected: Connected;
  /** For the console only; undefined if an administrator exists, or another process has printed it. */
  readonly ownerLink: string | undefined;
  /** Answers pending requests, then closes everything. */
  stop(gently: boolean): Promise<void>;
};

type Start = Place & {
  readonly develop: boolean;
  /** Whether this process seeds an empty demonstration, and prints the owner's link. */
  readonly opens: boolean;
};

export async function serve(env: Env, log: Logger, { develop, opens, ...place }: Start): Promise<Serving> {
  const server = createServerWithTimeouts();
  const [connected, loaded] = await Promise.all([connect(env, log, place), develop ? loadForDevelopment(server) : loadBuilt()]);
  const ownerLink = await open(server, connected, loaded, opens).catch(async (error: unknown) => {
    await connected.close();
    throw error;
  });
  return {
    connected,
    ownerLink,
    async stop(gently) {
      await drain(server, gently ? HANDOVER_SECONDS : 0);
      await connected.close();
    },
  };
}

async function open(server: HttpServer, { ctx }: Connected, loaded: Loaded, opens: boolean): Promise<string | undefined> {
  if (ctx.env.isDemo && opens) {
    // The demonstration opens at once.
    await writeOpening(ctx.db, ctx.now());
    if (await seedDemo(ctx)) ctx.log.info("the demo was empty and has its content now");
    // At each start: the process that seeded may have been killed before this.
    await enterDemoPayments(ctx);
    // A failure (such as locks of a killed shop) must not stop the start: the job repeats it.
    await updateJournal(await byTheEarlierClock(ctx)).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "the journal could not be kept at the start"),
    );
  }
  await (await loaded.application(ctx)).startWork();
  const listener = loaded.around(async (incoming, outgoing) => (await loaded.application(ctx)).listener(incoming, outgoing));
  server.on("request", listener);
  await new Promise<void>((resolve, reject) => {
    // Marks the error, to distinguish it from the database's.
    server.once("error", (error) => reject(Object.assign(error, { listensAt: ctx.env.host })));
    server.listen(ctx.env.port, ctx.env.host, resolve);
  });
  return opens && !ctx.env.isDemo ? offerShop(ctx) : undefined;
}

/** Answers pending requests, and keeps idle connections for so many seconds. */
async function drain(server: HttpServer, keepSeconds: number): Promise<void> {
  server.prependListener("request", (_, outgoing) => {
    outgoing.shouldKeepAlive = false;
  });
  // The HTTP server's `close` would also close idle connections.
  const drained = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
  await Promise.race([drained, sleep(keepSeconds * 1000, undefined, { ref: false })]);
  server.closeIdleConnections();
  // Connections that become idle later must be closed too.
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  setTimeout(() => server.closeAllConnections(), DRAIN_SECONDS * 1000).unref();
  await drained;
  clearInterval(closing);
}
