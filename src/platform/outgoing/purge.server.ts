/** Removes cached pages from a CDN by key: Fastly and Varnish read the header, Cloudflare the body. */

/** The address that takes purge requests, and its bearer token. */
export type CachePurge = { readonly url: string; readonly token: string | undefined };

/** Cloudflare's limit for one request; Varnish's header limit is about twice as high. */
const MOST_KEYS = 100;
/** Pages expire after that anyway. */
const TIMEOUT_MS = 2_000;

/** Removes all pages with these keys. Throws if the cache refuses. */
export async function purgeCache(cache: CachePurge, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += MOST_KEYS) await purge(cache, keys.slice(at, at + MOST_KEYS));
}

async function purge({ url, token }: CachePurge, keys: readonly string[]): Promise<void> {
  const reply = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Surrogate-Key": keys.join(" "),
      ...(token !== undefined && { Authorization: `Bearer ${token}`, "Fastly-Key": token }),
    },
    body: JSON.stringify({ tags: keys }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`The cache answered ${reply.status}`);
}
