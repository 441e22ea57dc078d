/** Headers of pages that are one person's business. */
import type { HeadersArgs } from "react-router";

/** A page that nobody on the way keeps; what its action's reply sets stays. */
export function notKept({ hidesAddress = false, isListed = true } = {}): (args: HeadersArgs) => Headers {
  return ({ actionHeaders }) => {
    const headers = new Headers(actionHeaders);
    headers.set("Cache-Control", "no-store");
    if (hidesAddress) headers.set("Referrer-Policy", "no-referrer");
    if (!isListed) headers.set("X-Robots-Tag", "noindex");
    return headers;
  };
}
