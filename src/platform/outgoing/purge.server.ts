/** Tells a cache in front to drop pages by their keys, in the words of those that know keys: Fastly and Varnish read the header, Cloudflare the body. */

export type CachePurge = { readonly url: string; readonly token: string | undefined };

/** Cloudflare takes no more in one message, and Varnish's headers no more than twice as many. */
const MOST_KEYS = 100;
/** By then the pages are too old to be kept. */
const TIMEOUT_MS = 2_000;

export async function purgeCache(cache: CachePurge, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += MOST_KEYS) await tell(cache, keys.slice(at, at + MOST_KEYS));
}

async function tell({ url, token }: CachePurge, keys: readonly string[]): Promise<void> {
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
