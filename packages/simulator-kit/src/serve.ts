import type { Server } from "node:http";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Knobs } from "./knobs.ts";
import type { DataFolder } from "./ledger/data-folder.ts";
import type { Clock } from "./ledger/time.ts";

export type Log = (level: "info" | "warn" | "error", message: string, facts?: Readonly<Record<string, unknown>>) => void;

export type Bindings = { Bindings: Partial<HttpBindings> };

/** What any simulator is started with. */
export type SimulatorOptions = {
  /** 0 or absent: the port of the last run in this data folder if it is free, else any. */
  readonly port?: number;
  /** Keep it to this machine: the pages and controls trust whoever can reach them. */
  readonly host?: string;
  /** Where the ledger is kept, one process at a time. Absent: in memory, gone at the end. */
  readonly dataDir?: string;
  /** The one key that the API takes, which begins as those of the provider's tests do. */
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Events wait until there is one. */
  readonly webhookUrl?: string;
  readonly log?: Log;
  readonly now?: () => Date;
};

export type RunningSimulator = {
  /** Such as `http://127.0.0.1:41023`. */
  readonly url: string;
  readonly port: number;
  setWebhookUrl(url: string | undefined): void;
  stop(): Promise<void>;
};

type Serving = { readonly url: string; readonly port: number; close(): Promise<void> };

export async function serve(
  app: Hono<Bindings>,
  { host, port: wanted, folder }: { readonly host: string; readonly port: number; readonly folder: DataFolder | undefined },
): Promise<Serving> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  // Longer than any client keeps an idle connection, or the two would race to close it.
  server.keepAliveTimeout = 120_000;
  const port = await listen(server, host, wanted, folder);
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`, port, close: () => close(server) };
}

const TICK_MS = 500;

type Parts = {
  readonly webhooks: { setUrl(url: string | undefined): void; stop(): void };
  readonly ledger: { close(): Promise<void> };
  readonly folder: DataFolder | undefined;
  readonly webhookUrl: string | undefined;
  readonly log: Log;
  runDue(): Promise<void>;
};

export function keepRunning({ url, port, close }: Serving, { webhooks, ledger, folder, ...parts }: Parts): RunningSimulator {
  webhooks.setUrl(parts.webhookUrl);
  const failed = (error: unknown) => parts.log("error", "the agenda failed", { error });
  const ticking = setInterval(() => parts.runDue().catch(failed), TICK_MS).unref();
  return {
    url,
    port,
    setWebhookUrl: webhooks.setUrl,
    async stop() {
      clearInterval(ticking);
      await close();
      webhooks.stop();
      await ledger.close();
      folder?.release();
    },
  };
}

type WithAgenda<Due, Change> = {
  readonly clock: Clock;
  readonly ledger: { readonly agenda: { take(now: number): Due | undefined } };
  commit(changes: readonly Change[]): Promise<void>;
};

export async function runAgenda<Due, Change>(sim: WithAgenda<Due, Change>, run: (due: Due) => readonly Change[]): Promise<void> {
  const done: Promise<void>[] = [];
  const now = sim.clock.seconds();
  for (let due = sim.ledger.agenda.take(now); due !== undefined; due = sim.ledger.agenda.take(now)) {
    const changes = run(due);
    if (changes.length > 0) done.push(sim.commit(changes));
  }
  await Promise.all(done);
}

const LARGEST_BODY = 256 * 1024;
const count = bodyLimit({ maxSize: LARGEST_BODY });

/** Refuses longer bodies. Only one that does not say its length has to be counted, which takes more than all else about a call. */
export const limitBodies: MiddlewareHandler<Bindings> = (context, next) => {
  const { method } = context.req;
  const length = context.req.header("transfer-encoding") ? undefined : context.req.header("content-length");
  return method === "GET" || Number(length) <= LARGEST_BODY ? next() : count(context, next);
};

export function dropReplies(knobs: Knobs): MiddlewareHandler<Bindings> {
  return async (context, next) => {
    await next();
    if (!knobs.strikes(knobs.settings.dropReplies)) return;
    const { outgoing } = context.env ?? {};
    if (outgoing === undefined) throw new TypeError("fetch failed (the simulator's knob `dropReplies`)");
    outgoing.destroy();
    context.res = RESPONSE_ALREADY_SENT;
  };
}

async function listen(server: Server, host: string, wanted: number, folder: DataFolder | undefined): Promise<number> {
  const tries = wanted === 0 && folder?.lastPort !== undefined ? [folder.lastPort, 0] : [wanted];
  for (const [index, port] of tries.entries()) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve();
        });
      });
      break;
    } catch (error) {
      server.removeAllListeners("error");
      if (index === tries.length - 1) throw error;
    }
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  await folder?.rememberPort(address.port);
  return address.port;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A reply that takes longer than this hangs on a knob.
  const timeouts = setTimeout(() => server.closeAllConnections(), 2000);
  await closed;
  clearTimeout(timeouts);
}

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Who may turn the controls: programs and people on this machine. Refuses with 403: other machines, names that only resolve to this one, and requests that a foreign page sends. */
export const requireLoopback: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = async (context, next) => {
  const { req, env } = context;
  const peer = env?.incoming?.socket.remoteAddress;
  // Without a socket the call comes from inside this process.
  const near = peer === undefined || peer === "::1" || /^(::ffff:)?127\./.test(peer);
  const named = peer === undefined || LOOPBACK_HOSTS.has(new URL(req.url).hostname);
  const site = req.header("sec-fetch-site") ?? "none";
  const origin = req.header("origin");
  const own =
    (site === "none" || site === "same-origin") && (origin === undefined || URL.parse(origin)?.host === new URL(req.url).host);
  if (near && named && own) return next();
  return context.json({ error: { type: "invalid_request_error", message: "The controls answer this machine only." } }, 403);
};
