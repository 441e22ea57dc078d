/** Tells a cache in front to drop pages by their keys, in the words of those that know keys: Fastly and Varnish read the header, Cloudflare the body. */

/** `token` is shown as a bearer's, and as Fastly's key. */
export type CachePurge = { readonly url: string; readonly token: string | undefined };

/** By then the pages are too old to be kept. */
const TIMEOUT_MS = 2_000;

/** @throws Error where the cache does not say yes */
export async function purgeCache({ url, token }: CachePurge, keys: readonly string[]): Promise<void> {
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
