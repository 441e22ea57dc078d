/** Requests are handled in the order of their arrival, one in each iteration of the event loop. */
import type { RequestListener } from "node:http";

/**
 * libuv accepts one connection per iteration. If an iteration handled all requests of open connections, new
 * connections would wait for seconds under load.
 */
export function withRequestQueue(listener: RequestListener): RequestListener {
  const queue: (() => void)[] = [];
  const next = () => {
    if (queue.length > 1) setImmediate(next);
    queue.shift()?.();
  };
  return (incoming, outgoing) => {
    queue.push(() => {
      // The client may have closed the connection meanwhile.
      if (!incoming.socket.destroyed) listener(incoming, outgoing);
    });
    if (queue.length === 1) setImmediate(next);
  };
}
