/** A simulator's server: on this machine, at the port of its last run if it can. */
import type { Server } from "node:http";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono, MiddlewareHandler } from "hono";
import type { Knobs } from "./knobs.ts";
import type { DataFolder } from "./ledger/data-folder.ts";

export type Log = (level: "info" | "warn" | "error", message: string, facts?: Readonly<Record<string, unknown>>) => void;

export type Bindings = { Bindings: Partial<HttpBindings> };

type Serving = { readonly url: string; readonly port: number; close(): Promise<void> };

/**
 * Listens.
 *
 * @param at.port 0: the port of the last run in the data folder if it is free, else any
 */
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

/** The call is carried out, then the connection breaks without an answer, where the knob strikes. */
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
