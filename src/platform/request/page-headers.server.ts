/** Headers of private pages. */
import type { HeadersArgs } from "react-router";

/** Prevents caching; headers of the action's reply are kept. */
export function notKept({ hidesAddress = false, isListed = true } = {}): (args: HeadersArgs) => Headers {
  return ({ actionHeaders }) => {
    const headers = new Headers(actionHeaders);
    headers.set("Cache-Control", "no-store");
    if (hidesAddress) headers.set("Referrer-Policy", "no-referrer");
    if (!isListed) headers.set("X-Robots-Tag", "noindex");
    return headers;
  };
}
