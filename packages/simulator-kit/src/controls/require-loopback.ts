/** Who may turn the controls: programs and people on this machine, and no web page that one of them happens to have open. */
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Refuses with 403: other machines, names that only resolve to this one, and requests that a foreign page sends. */
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
