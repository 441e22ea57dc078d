/** By what names a cache in front is told to drop pages (docs/decisions/0051). */

/** Home and the lists show every draw. */
const LISTS = "draws";
const keyOf = (lotteryId: string) => `draw-${lotteryId}`;

/** Says what a kept page shows, by its path: in the words of Fastly and Varnish, and in Cloudflare's. */
export function nameForCaches(headers: Headers, path: string): void {
  const draw = /^\/lottery\/([0-9a-f-]{36})/.exec(path)?.[1];
  const key = draw === undefined ? LISTS : keyOf(draw);
  headers.set("Surrogate-Key", key);
  headers.set("Cache-Tag", key);
}

/** The pages on which a change of these draws is to be seen. */
export function keysOfDraws(lotteryIds: readonly string[]): readonly string[] {
  return [LISTS, ...new Set(lotteryIds.map(keyOf))];
}
