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

export type SimulatorOptions = {
  /** 0 or absent: the port of the last run in this data folder if it is free, else any. */
  readonly port?: number;
  /** Use a local address: the pages and controls trust every client that reaches them. */
  readonly host?: string;
  /** The ledger's folder, for one process at a time. Absent: the ledger lives in memory only. */
  readonly dataDir?: string;
  /** The only key that the API accepts, with the prefix of the provider's test keys. */
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Without it, events wait. */
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
  // Longer than clients keep idle connections, to avoid a race between both sides closing.
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

export function runInBackground({ url, port, close }: Serving, { webhooks, ledger, folder, ...parts }: Parts): RunningSimulator {
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
/** A file of 5 MB, the most that the providers take, with room for one that they refuse. */
const LARGEST_UPLOAD = 12 * 1024 * 1024;

/**
 * Refuses long bodies. Counts only bodies without a Content-Length, because counting is slow.
 * @param uploads the path that takes files
 */
export function limitBodies(uploads: string): MiddlewareHandler<Bindings> {
  const count = bodyLimit({ maxSize: LARGEST_BODY });
  const countUpload = bodyLimit({ maxSize: LARGEST_UPLOAD });
  return (context, next) => {
    const { method, path } = context.req;
    if (path === uploads) return countUpload(context, next);
    const length = context.req.header("transfer-encoding") ? undefined : context.req.header("content-length");
    return method === "GET" || Number(length) <= LARGEST_BODY ? next() : count(context, next);
  };
}

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
  // A reply that takes longer is delayed by a knob.
  const timeouts = setTimeout(() => server.closeAllConnections(), 2000);
  await closed;
  clearTimeout(timeouts);
}

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Refuses with 403: other machines, names that only resolve to this one, and requests by foreign pages. */
export const requireLoopback: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = async (context, next) => {
  const { req, env } = context;
  const peer = env?.incoming?.socket.remoteAddress;
  // A request without a socket comes from this process.
  const near = peer === undefined || peer === "::1" || /^(::ffff:)?127\./.test(peer);
  const named = peer === undefined || LOOPBACK_HOSTS.has(new URL(req.url).hostname);
  const site = req.header("sec-fetch-site") ?? "none";
  const origin = req.header("origin");
  const own =
    (site === "none" || site === "same-origin") && (origin === undefined || URL.parse(origin)?.host === new URL(req.url).host);
  if (near && named && own) return next();
  return context.json({ error: { type: "invalid_request_error", message: "The controls answer this machine only." } }, 403);
};
