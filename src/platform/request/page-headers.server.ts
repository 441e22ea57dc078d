/** Headers of private pages. */
import type { HeadersArgs } from "react-router";

/**
 * A route's `headers` that prevents caching; headers of the action's reply are kept. `hidesAddress`: links
 * do not reveal the address. `isListed`: search engines may list it.
 */
export function privateHeaders({ hidesAddress = false, isListed = true } = {}): (args: HeadersArgs) => Headers {
  return ({ actionHeaders }) => {
    const headers = new Headers(actionHeaders);
    headers.set("Cache-Control", "no-store");
    if (hidesAddress) headers.set("Referrer-Policy", "no-referrer");
    if (!isListed) headers.set("X-Robots-Tag", "noindex");
    return headers;
  };
}
